// Element types that overlap, pointers, records.
#include "generate.hpp"

namespace heddle::oracle {

// Element types that overlap: casts of one array, and arrays carved out of one.
void TextGenerator::add_reinterpretation() {
  if (random_.chance(50)) {
    declare("extern __shared__ char raw[];");
    const auto bytes = [&] {
      return any({"16", "64", "4 * B", "8 * B", "4 * (B + n0)", "4 * n0", "32 * n0"});
    };
    declare("int* ca = (int*)raw;");
    declare("short* cb = (short*)(raw + " + bytes() + ");");
    declare("unsigned char* cc = (unsigned char*)" +
            any({"(raw + " + bytes() + ")", "(ca + B)", "&ca[2 * B]"}) + ";");
    declare("float* cd = (float*)(" + any({"cb + 2 * B", "raw + " + bytes()}) + ");");
    for (const char* text : {"ca[$]", "cb[$]", "cc[$]", "cd[$]"})
      places_.push_back({text, true, text[1] == 'a'});
  }
  declare("__shared__ unsigned char bytes[512];");
  const Strings views{"((char*)s)[$]",
                      "((short*)s)[$]",
                      "((unsigned*)s)[$]",
                      "*(float*)&s[$]",
                      "((int2*)s)[$].x",
                      "((int2*)s)[$].y",
                      "((short2*)s)[$].y",
                      "((int4*)s)[$].w",
                      "*((long long*)s + ($))",
                      "((uchar4*)s)[$].z",
                      "*(short*)((char*)s + 2 * ($))",
                      "reinterpret_cast<float*>(s)[$]",
                      "((int2*)g)[$].x",
                      "((short*)g)[$]",
                      "((unsigned char*)g)[$]",
                      "bytes[$]",
                      "*(int*)&bytes[4 * ($)]",
                      "((unsigned short*)bytes)[$]",
                      "(*(int (*)[128])(s + B))[$]",
                      "((const char*)in)[$]"};
  for (int i = 0; i < 5; ++i) {
    const std::string& view = random_.pick(views);
    places_.push_back({view, view.find("const") == std::string::npos, false});
  }
  makers_.push_back(&TextGenerator::vector_statement);
}

void TextGenerator::vector_statement(bool) {
  const auto pair = [&] {
    return at(any({"((int2*)s)[$]", "*(int2*)&s[2 * ($)]", "((int2*)g)[$]", "((int2*)bytes)[$]"}),
              index());
  };
  const auto quad = [&] { return at(any({"((int4*)s)[$]", "((int4*)g)[$]"}), index()); };
  switch (random_.below(6)) {
  case 0:
    return put(pair() + " = make_int2(v, w);");
  case 1:
    return put(quad() + " = make_int4(t, v, w, 1);");
  case 2:
    return put("{ int2 z = " + pair() + "; v += z.x + z.y; }");
  case 3:
    return put("{ int4 z = " + quad() + "; w += z.w; }");
  case 4:
    return put(quad() + " = " + quad() + ";");
  default:
    return put("((uchar4*)s)[" + index() + "] = make_uchar4(1, 2, v, t);");
  }
}

void TextGenerator::add_pointers() {
  const std::string other = kernel_.aliased ? "b" : "g";
  const std::string first = kernel_.aliased ? "a" : "s";
  const auto start = [&](bool of_first) {
    const std::string array = of_first ? first : any({first, other});
    return array + any({std::string(), " + 64", " + B", " + t", " + " + uniform(), " + 4 * t"});
  };
  declare("int* p = " + start(true) + ";");
  declare("int* q = " + start(false) + ";");
  declare("int* x = p;");
  for (const char* text : {"p[$]", "q[$]", "*(p + ($))", "p[$]", "x[$]"})
    places_.push_back({text, true, true});
  if (random_.chance(30)) {
    declare("int* two[2] = {" + first + ", " + first + " + 64};");
    places_.push_back({"two[" + random_.pick(uniforms_) + " & 1][$]", true, true});
  }
  if (random_.chance(25)) {
    declare("int (*rows)[8] = (int (*)[8])" + first + ";");
    places_.push_back({"rows[$][" + any({"t & 7", uniform()}) + "]", true, true});
  }
  if (random_.chance(25)) {
    declare("int** indirect = " + any({"&p", "&q"}) + ";");
    places_.push_back({"(*indirect)[$]", true, true});
  }
  if (random_.chance(25)) {
    functions_.push_back("struct " + own("R") + " { int x; int a[3]; };");
    declare("__shared__ " + own("R") + " rs[64];");
    declare("int* m = " + any({"&rs[t].x", "rs[t].a", "&rs[n0].a[1]"}) + ";");
    places_.push_back({"rs[$].x", true, true});
    places_.push_back({"m[" + any({"0", "1", "n0", "4 * n0"}) + "]", true, true});
  }
  makers_.push_back(&TextGenerator::pointer_statement);
  makers_.push_back(&TextGenerator::pointer_statement);
  makers_.push_back(&TextGenerator::walk_statement);
}

void TextGenerator::pointer_statement(bool uniform_here) {
  const std::string p = any({"p", "q"}), first = kernel_.aliased ? "a" : "s";
  switch (random_.below(12)) {
  case 0:
    return put("*" + p + "++ = " + value() + ";");
  case 1:
    return put("v += *" + p + "++;");
  case 2:
    return put("*++" + p + " = " + value() + ";");
  case 3:
    return put(p + " += " + any({"B", uniform(), "1"}) + ";");
  case 4:
    return put("p = &" + first + "[" + index() + "];");
  case 5:
    return put("x = " + condition(uniform_here && random_.chance(60)) + " ? p : q;");
  case 6:
    return put("q = p + " + uniform() + ";");
  case 7:
    return put("v = *--" + p + ";");
  case 8:
    return put(p + " = " + first + " + (" + own_index() + ");");
  case 9:
    return put("if (p == q) " + place(true) + " = " + value() + ";");
  default:
    return put("x = p; p = q; q = x;");
  }
}

// Ping-pong, and loops whose variable is a pointer.
void TextGenerator::walk_statement(bool uniform_here) {
  const std::string first = kernel_.aliased ? "a" : "s", c = fresh("o"), e = fresh("e");
  const std::string u = random_.pick(uniforms_);
  switch (random_.below(4)) {
  case 0:
    open_loop("for (int* " + c + " = " + first + " + t; " + c + " < " + first + " + " + u +
              " * B; " + c + " += B)");
    ++indent_;
    put("*" + c + " = " + value() + ";");
    if (random_.chance(30)) statement(false);
    break;
  case 1:
    open_loop("for (int *" + c + " = p, *" + e + " = p + " + u + "; " + c + " != " + e + "; ++" +
              c + ")");
    ++indent_;
    put(any({"v += *" + c + ";", "*" + c + " = " + value() + ";"}));
    break;
  default: {
    const std::string i = fresh("i");
    open_loop("for (int " + i + " = 0; " + i + " < " + u + "; " + i + "++)");
    ++indent_;
    put("q[" + own_index() + "] = p[" + index() + "];");
    if (uniform_here && random_.chance(80)) barrier();
    put("x = p; p = q; q = x;");
    if (random_.chance(30)) statement(uniform_here);
  }
  }
  --indent_;
  close_loop("");
}

void TextGenerator::add_aliases() {
  for (const char* text : {"a[$]", "b[$]", "a[$]", "b[$]"})
    places_.push_back({text, true, true});
  places_.push_back({"b[($) + n0]", true, true});
  if (random_.chance(60)) add_pointers();
}

// Pointers that memory holds: of each block or thread its own, kept, moved, exchanged.
void TextGenerator::add_rows() {
  const auto start = [&] {
    return "table[" + any({"t", "blockIdx.x", uniform(), "t + B", "2 * t", "t / 2"}) + "]";
  };
  declare("int* p = " + start() + ";");
  declare("int* q = " + start() + any({"", " + t", " + B"}) + ";");
  declare("int* x = p;");
  const Strings all{"table[$][t]",
                    "table[$][" + uniform() + "]",
                    "table[" + uniform() + "][$]",
                    "table[t][$]",
                    "((short*)table[t])[$]",
                    "p[$]",
                    "q[$]",
                    "x[$]"};
  for (const std::string& text : all)
    places_.push_back({text, true, text[0] != '('});
  makers_.push_back(&TextGenerator::row_statement);
  makers_.push_back(&TextGenerator::row_statement);
}

void TextGenerator::row_statement(bool uniform_here) {
  const std::string p = any({"p", "q"});
  switch (random_.below(8)) {
  case 0:
    return put(p + " = table[" + index() + "];");
  case 1:
    return put(p + " = table[" + own_index() + "] + " + any({"t", uniform(), "1"}) + ";");
  case 2:
    return put("x = " + condition(uniform_here && random_.chance(60)) +
               " ? p : " + any({"q", "g", "table[t]"}) + ";");
  case 3:
    return put("*" + p + "++ = " + value() + ";");
  case 4:
    return put(p + " += " + any({"B", uniform(), "1"}) + ";");
  case 5:
    return put("if (p == q) " + place(true) + " = " + value() + ";");
  case 6:
    return put("x = p; p = q; q = x;");
  default: {
    const std::string i = fresh("i");
    open_loop("for (int " + i + " = 0; " + i + " < " + random_.pick(uniforms_) + "; " + i + "++)");
    ++indent_;
    put("p = table[" + any({i + " * B + t", i, "t", i + " + t"}) + "];");
    put("p[" + index() + "] = " + value() + ";");
    if (uniform_here && random_.chance(50)) barrier();
    --indent_;
    close_loop("");
  }
  }
}

void TextGenerator::add_records() {
  const std::string P = own("P"), U = own("U"), Q = own("Q"), V = own("V");
  functions_.push_back("struct " + P + " {");
  functions_.push_back("  int x; short h[2]; int a[3];");
  functions_.push_back("  __device__ void set(int to) { x = to; }");
  functions_.push_back("  __device__ int sum() const { return x + a[1]; }");
  functions_.push_back("  __device__ int& item(int i) { return a[i]; }");
  functions_.push_back("};");
  functions_.push_back("union " + U + " { int i; short h[2]; unsigned char c[4]; float f; };");
  functions_.push_back("struct " + Q + " : " + P + " { " + U + " u; char tag; };");
  functions_.push_back("struct " + V +
                       " { int* p; int n; __device__ int& at(int i) { return p[i]; } "
                       "__device__ int operator[](int i) const { return p[i * n]; } };");
  declare("__shared__ " + P + " ps[64];");
  declare("__shared__ " + U + " us[128];");
  declare("__shared__ " + Q + " qs[32];");
  declare(V + " view = {s, " + any({"1", "2", "n0"}) + "};");
  declare(P + " mine = {0, {0, 0}, {0, 0, 0}};");
  declare(P + "* pp = &ps[" + any({"t", "0", "n0", "t / 2"}) + "];");
  const auto small = [&] { return any({"0", "1", "t & 1", "n0 & 1", "v & 1"}); };
  const Strings all{"ps[$].x",
                    "ps[$].h[" + small() + "]",
                    "ps[$].a[" + small() + "]",
                    "ps[$].a[t % 3]",
                    "us[$].i",
                    "us[$].h[" + small() + "]",
                    "us[$].c[" + small() + "]",
                    "us[$].c[t & 3]",
                    "us[$].f",
                    "qs[$].x",
                    "qs[$].a[" + small() + "]",
                    "qs[$].u.i",
                    "qs[$].u.c[" + small() + "]",
                    "qs[$].tag",
                    "view.at($)",
                    "view.p[$]",
                    "mine.a[($) & 1]",
                    "pp->x",
                    "pp->a[" + small() + "]",
                    "pp[$].x",
                    "ps[$].item(" + small() + ")",
                    "(&us[$])->h[1]",
                    "((int*)ps)[$]",
                    "us[t / 4].c[t % 4]"};
  for (int i = 0; i < 6; ++i)
    places_.push_back({random_.pick(all), true, false});
  if (random_.chance(50)) places_.push_back({"view[$]", false, false});
  if (random_.chance(15)) {
    functions_.push_back("struct " + own("F") + " { int lo : 8, hi : 24; int rest; };");
    declare("__shared__ " + own("F") + " fs[64];");
    for (const char* text : {"fs[$].lo", "fs[$].hi", "fs[$].rest"})
      places_.push_back({text, true, false});
  }
  makers_.push_back(&TextGenerator::record_statement);
  makers_.push_back(&TextGenerator::record_statement);
}

void TextGenerator::record_statement(bool uniform_here) {
  const std::string P = own("P"), U = own("U");
  switch (random_.below(12)) {
  case 0:
    return put("ps[" + own_index() + "] = ps[" + index() + "];");
  case 1:
    put("mine = ps[" + index() + "];");
    return put("v += mine." + any({"x", "a[1]", "a[n0 & 1]"}) + ";");
  case 2:
    put("mine." + any({"x", "a[t & 1]"}) + " = " + value() + ";");
    return put("ps[" + own_index() + "] = mine;");
  case 3:
    return put("ps[" + index() + "].set(" + value() + ");");
  case 4:
    return put("v += qs[" + index() + "].sum();");
  case 5:
    return put("{ " + P + "& r = ps[" + index() + "]; r.a[" + any({"0", "t % 3"}) +
               "] = " + value() + "; }");
  case 6:
    return put("{ auto& r = us[" + index() + "]; r.c[" + any({"0", "3"}) + "] = 1; v += r.h[0]; }");
  case 7:
    return put("pp" + any({"++", " += " + uniform()}) + ";");
  case 8:
    return put("pp = " +
               any({"&ps[" + index() + "]", "pp + B", condition(uniform_here) + " ? &ps[t] : pp"}) +
               ";");
  case 9:
    return put("view.p " + any({"+= B", "= s + " + uniform(), "+= 1"}) + ";");
  case 10:
    return put("us[" + own_index() + "] = us[" + index() + "];");
  default:
    return put("{ " + U + " z; z.i = " + value() + "; v += z.c[" + any({"0", "n0"}) + "]; }");
  }
}

} // namespace heddle::oracle
