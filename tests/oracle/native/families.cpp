// Warps, results of atomics, functions.
#include "generate.hpp"

namespace heddle::oracle {

void TextGenerator::add_warps() {
  declare("int lane = t % 32, warp = t / 32;");
  uniforms_.push_back("1"); // there is one number
  declare("auto tile = cooperative_groups::tiled_partition<" +
          std::to_string(random_.pick({4, 8, 16, 32})) +
          ">(cooperative_groups::this_thread_block());");
  functions_.push_back("#include <cooperative_groups.h>");
  for (int i = 0; i < 3; ++i)
    barriers_.push_back(any({"__syncwarp();", "__syncwarp();", "tile.sync();",
                             "cooperative_groups::this_thread_block().sync();"}));
  for (const char* text :
       {"s[warp * 32 + lane]", "s[lane]", "s[t & ~3]", "s[t ^ 2]", "s[tile.thread_rank()]",
        "s[warp * 32 + (lane + 1) % 32]", "s[t - tile.thread_rank() + (v & 3)]", "s[t / 32]"})
    if (random_.chance(40)) places_.push_back({text, true, true});
  for (int i = 0; i < 3; ++i)
    makers_.push_back(&TextGenerator::warp_statement);
}

void TextGenerator::warp_statement(bool uniform_here) {
  const std::string v = any({"v", "w"});
  const std::string full = "0xffffffffu";
  if (!uniform_here) {
    switch (random_.below(4)) {
    case 0:
      put("if (lane < 4) {");
      put("  " + place(true) + " = " + value() + ";");
      put("  __syncwarp(0xfu);");
      put("  v += " + place(false) + ";");
      return put("}");
    case 1:
      return put("__syncwarp(1u << lane);");
    default:
      return access();
    }
  }
  switch (random_.below(14)) {
  case 0:
    return put("__syncwarp(lane < 4 ? 0xfu : 0xfffffff0u);");
  case 1:
    return put("__syncwarp(0xfu << (lane & ~3));");
  case 2:
    return put("__syncwarp(3u << (lane & 30));");
  case 3:
    put("if (lane < 4) {");
    put("  " + place(true) + " = " + value() + ";");
    put("  __syncwarp(0xfu);");
    put("  v += " + place(false) + ";");
    return put("}");
  case 4:
    return put(v + " = __shfl_sync(" + full + ", " + value() + ", " +
               any({"0", "n0", "lane & 6", "1"}) + ");");
  case 5:
    return put(v + " = __shfl_xor_sync(" + full + ", " + value() + ", " + any({"1", "2"}) + ");");
  case 6:
    return put(v + " = __shfl_xor_sync(" + full + ", lane, 1, 8) + warp * 32;");
  case 7:
    return put(v + " = " + any({"__any_sync", "__all_sync", "__ballot_sync"}) + "(" + full + ", " +
               condition(false) + ")" + any({";", " & 7;"}));
  case 8:
    return put(v + " = tile." + any({"shfl(", "shfl_xor("}) + value() + ", " +
               any({"0", "1", "2"}) + ");");
  case 9:
    return put(v + " = tile." + any({"any(", "all(", "ballot("}) + condition(false) + ");");
  case 10:
    put("if (" + any({"warp == 0", "t < 32", "tile.meta_group_rank() == 0", condition(true)}) +
        ") {");
    put("  " + place(true) + " = " + value() + ";");
    put("  " + any({"__syncwarp();", "tile.sync();"}));
    put("  v += " + place(false) + ";");
    return put("}");
  case 11:
    put("if (__any_sync(" + full + ", " + condition(false) + ")) {");
    put("  " + place(true) + " = " + value() + ";");
    put("  __syncwarp();");
    put("  v += " + place(false) + ";");
    return put("}");
  default:
    return barrier();
  }
}

void TextGenerator::add_tickets() {
  kernel_.reads_tickets = true;
  declare("__shared__ int tk[4];");
  declare("__shared__ unsigned uk;");
  if (random_.chance(80)) {
    put("if (t < 4) tk[t] = 0;");
    put("if (t == 0) uk = 0;");
    if (random_.chance(90)) put("__syncthreads();");
  }
  places_.push_back({"s[w]", true, true});
  places_.push_back({"s[v & 31]", true, true});
  places_.push_back({"tk[1]", true, true});
  for (int i = 0; i < 3; ++i)
    makers_.push_back(&TextGenerator::ticket_statement);
}

void TextGenerator::ticket_statement(bool uniform_here) {
  const std::string v = any({"v", "w"});
  const std::string k = any({"0", "1", "t & 1", "n0 & 1"});
  switch (random_.below(10)) {
  case 0:
  case 1:
    put(v + " = atomicAdd(&tk[" + k + "], 1);");
    return put(any({"s[" + v + "]", "s[" + v + " + B]", "s[2 * " + v + "]"}) + " = " + value() +
               ";");
  case 2:
    return put(v + " = atomicAdd(&tk[" + k + "], " + any({"2", "t", "n0", "-1"}) + ");");
  case 3:
    put(v + " = atomicInc(&uk, " + any({"2u", "100u", "3u"}) + ");");
    return put("s[" + v + "] = " + value() + ";");
  case 4:
    put("if (atomicCAS(&tk[" + k + "], 0, 1) == 0) {");
    block(false);
    return put("}");
  case 5:
    put("if (atomicAdd(&tk[" + k + "], 1) == " + any({"0", "B - 1", "n0"}) + ") {");
    block(false);
    return put("}");
  case 6:
    return put(v + " = atomicExch(&tk[" + k + "], t);");
  case 7:
    return put("s[atomicAdd(&tk[" + k + "], 1)] " + any({"=", "+="}) + " " + value() + ";");
  case 8:
    put(v + " = atomicSub(&tk[" + k + "], 1);");
    return put("s[" + v + " + 8] = " + value() + ";");
  default:
    if (!uniform_here) return access();
    put("if (t == 0) tk[" + any({"0", "1"}) + "] = 0;");
    return put(random_.chance(80) ? "__syncthreads();" : ";");
  }
}

void TextGenerator::add_functions() {
  const auto f = [&](const std::string& line) { functions_.push_back(line); };
  f("template <class T> __device__ void " + own("put") + "(T* a, int i, T x) { a[i] = x; }");
  f("template <int K> __device__ int " + own("get") + "(const int* a, int i) {");
  f("  if constexpr (K > 1) return a[i * K]; else return a[i];");
  f("}");
  f("__device__ void " + own("bump") + "(int& x, int by = 1) { x += by; }");
  f("__device__ int& " + own("ref") + "(int* a, int i) { return a[i]; }");
  f("__device__ int* " + own("buf") + "() {");
  f("  __shared__ int own[64];");
  f("  return own;");
  f("}");
  f("template <int K> __device__ int " + own("stage") + "(int t, int x) {");
  f("  __shared__ int st[64];");
  f("  st[t] = x;");
  if (random_.chance(80)) f("  __syncthreads();");
  f("  int r = st[" + any({"t", "0", "t ^ 1", "K"}) + "];");
  if (random_.chance(60)) f("  __syncthreads();");
  f("  return r;");
  f("}");
  f("template <class F> __device__ void " + own("each") + "(int n, F fun) {");
  f("  @E0@for (int i = 0; i < n; ++i) {@N0@");
  f("    fun(i);");
  f("  }@L0@");
  f("}");
  f("template <int N> __device__ void " + own("unroll") + "(int* a, int t) {");
  f("  if constexpr (N > 0) {");
  f("    a[t + N * " + any({"4", "1", "8"}) + "] = N;");
  f("    " + own("unroll") + "<N - 1>(a, t);");
  f("  }");
  f("}");
  f("__device__ int " + own("early") + "(int* a, int t, int n) {");
  f("  if (t < n) return a[t];");
  f("  a[t] = n;");
  f("  return -1;");
  f("}");
  add_packs();
  f("namespace " + own("space") +
    " { struct Adder { int by; __device__ int operator()(int x) const { return x + by; } }; }");
  if (random_.chance(40)) {
    kernel_.template_arguments = "<" + std::to_string(random_.between(1, 4)) + ">";
    uniforms_.push_back("W");
  }
  declare("auto write = [&](int i, int x) { s[i] = x; };");
  declare("auto shift = [=](int i) { return i + n0; };");
  declare("auto meet = [] { __syncthreads(); };");
  declare(own("space") + "::Adder add = {" + uniform() + "};");
  barriers_.push_back("meet();");
  for (const char* text : {"s[shift($)]", "s[add($)]"})
    places_.push_back({text, true, true});
  places_.push_back({own("buf") + "()[$]", true, true});
  places_.push_back({own("ref") + "(s, $)", true, true});
  for (int i = 0; i < 3; ++i)
    makers_.push_back(&TextGenerator::function_statement);
}

// Packs, members that are references, classes that know what is derived from them.
void TextGenerator::add_packs() {
  const auto f = [&](const std::string& line) { functions_.push_back(line); };
  f("template <class... Ts> __device__ int " + own("sum") + "(Ts... ts) {");
  f("  return " + any({"(ts + ... + 0)", "(... + ts)", "(sizeof...(ts) + ... + ts)"}) + ";");
  f("}");
  f("__device__ void " + own("spread") + "(int*, int) {}");
  f("template <class... Ts> __device__ void " + own("spread") +
    "(int* a, int i, int x, Ts... rest) {");
  f("  a[i] = x;");
  f("  " + own("spread") + "(a, i + " + any({"1", "8", "4"}) + ", rest...);");
  f("}");
  f("template <class... Ts> __device__ void " + own("each_of") + "(int* a, Ts... at) {");
  f("  ((a[at] = at), ...);");
  f("}");
  f("struct " + own("Holder") + " {");
  f("  int& one;");
  f("  int* all;");
  f("  __device__ int move(int i) { one = all[i]; return one; }");
  f("};");
  f("template <class D> struct " + own("Base") + " {");
  f("  __device__ void run(int* a, int i) { static_cast<D&>(*this).at(a, i); }");
  f("};");
  f("struct " + own("Off") + " : " + own("Base") + "<" + own("Off") + "> {");
  f("  int by;");
  f("  __device__ void at(int* a, int i) { a[i + by] = i; }");
  f("};");
}

void TextGenerator::pack_statement() {
  const std::string i = index();
  switch (random_.below(6)) {
  case 0:
    return put("s[" + own("sum") + "(" + i + ", " + any({"1", "n0", "t", "0"}) + ")] = " + value() +
               ";");
  case 1:
    return put(own("spread") + "(s, " + i + any({", v, w);", ", 1);", ", t, t, t);"}));
  case 2:
    return put(own("each_of") + "(s, " + i + ", " + any({"t + B", "t", "4 * t"}) + ");");
  case 3:
    return put("v += " + own("Holder") + "{s[" + i + "], s}.move(" + any({"t", "0", "t + 1"}) +
               ");");
  case 4:
    return put("{ " + own("Off") + " off; off.by = " + uniform() + "; off.run(s, " + i + "); }");
  default:
    put("{ int few[3] = {t, " + uniform() + ", t + 1};");
    return put("  for (int " + any({"", "&"}) + "x : few) s[x] = v; }");
  }
}

void TextGenerator::function_statement(bool uniform_here) {
  const std::string k = std::to_string(random_.between(1, 3)), i = index();
  if (random_.chance(25)) return pack_statement();
  switch (random_.below(13)) {
  case 0:
    return put(own("put") + "(s, " + i + ", " + value() + ");");
  case 1:
    return put("v += " + own("get") + "<" + k + ">(" + any({"s", "g", "in"}) + ", " + i + ");");
  case 2:
    return put(own("bump") + "(" + atomic_place() + any({");", ", 2);", ", t);"}));
  case 3:
    return put(own("bump") + "(" + any({"v", "w"}) + ", " + value() + ");");
  case 4:
    if (!uniform_here && random_.chance(90)) return access();
    return put("v = " + own("stage") + "<" + k + ">(" + any({"t", "t", "(t + 1) % B"}) + ", " +
               value() + ");");
  case 5:
    return put("write(" + i + ", " + value() + ");");
  case 6:
    return put(own("each") + "(" + uniform() + ", [&](int j) { s[" +
               any({"t * 4 + j", "j * B + t", "t + j"}) + "] = v; });");
  case 7:
    if (!uniform_here) return access();
    return put(own("each") + "(" + random_.pick(uniforms_) +
               ", [&](int j) { s[t] = j; __syncthreads(); v += s[(t + 1) % B]; " +
               any({"__syncthreads(); ", ""}) + "});");
  case 8:
    return put(own("unroll") + "<" + k + ">(" + any({"s, t", "s + B, t", "s, 4 * t"}) + ");");
  case 9:
    return put("v += " + own("early") + "(s, t, " + uniform() + ");");
  case 10:
    return put("{ int& r = s[" + i + "]; r = " + value() + "; v += r; }");
  case 11:
    return put("add.by = " + uniform() + ";");
  default:
    return put("{ auto keep = [=](int j) { return s[j] + v; }; w += keep(" + i + "); }");
  }
}

} // namespace heddle::oracle
