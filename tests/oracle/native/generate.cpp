// Statements that every family has: about three of four indices keep the threads apart, for a
// kernel that is racy at first sight tests nothing.
#include "generate.hpp"

namespace heddle::oracle {

TextKernel generate(std::uint64_t seed, Family family, const std::string& name) {
  return TextGenerator(seed * 16 + static_cast<std::uint64_t>(family), name).run(family);
}

void TextGenerator::draw_launches(Family family) {
  auto& k = kernel_;
  k.family = family_names[static_cast<std::size_t>(family)];
  k.numbers = random_.chance(50) ? 1 : 2;
  k.low = 0;
  k.high = k.numbers == 1 ? 3 : 2;
  if (family == Family::warps || family == Family::lanes) {
    k.numbers = 1;
    k.high = 2;
    const unsigned size = random_.pick({8u, 16u, 32u, 32u, 40u, 64u});
    k.blocks = {{size, 1}};
  } else if (random_.chance(12)) {
    two_dimensional_ = true;
    k.blocks = {{1, 2}, {2, 1}, {2, 2}};
  } else if (random_.chance(40)) {
    k.blocks = {{random_.pick({2u, 3u, 4u}), 1}};
  } else {
    k.blocks = {{2, 1}, {3, 1}, {4, 1}};
  }
  k.grids = random_.chance(15) ? std::vector{1u, 2u} : std::vector{1u};
}

void TextGenerator::add(Family family) {
  switch (family) {
  case Family::reinterpretation:
    return add_reinterpretation();
  case Family::pointers:
    return add_pointers();
  case Family::aliases:
    return add_aliases();
  case Family::jumps:
    return add_jumps();
  case Family::warps:
    return add_warps();
  case Family::records:
    return add_records();
  case Family::tickets:
    return add_tickets();
  case Family::functions:
    return add_functions();
  case Family::rows:
    return add_rows();
  case Family::lanes:
    return add_lanes();
  case Family::mixed:
    for (Family part : {Family::reinterpretation, Family::pointers, Family::jumps, Family::records,
                        Family::tickets, Family::functions})
      if (random_.chance(35)) add(part);
  }
}

namespace {

std::string require(const std::string& what, long low, long high) {
  if (low == high) return "__requires(" + what + " == " + std::to_string(low) + ");";
  return "__requires(" + what + " >= " + std::to_string(low) + " && " + what +
         " <= " + std::to_string(high) + ");";
}

} // namespace

TextKernel TextGenerator::run(Family family) {
  draw_launches(family);
  auto& k = kernel_;
  for (std::size_t i = 0; i < k.numbers; ++i)
    uniforms_.push_back("n" + std::to_string(i));
  barriers_ = {"__syncthreads();"};
  if (family == Family::aliases) {
    k.pointers = {"int*", "int*"};
    k.pointer_names = {"a", "b"};
    k.aliased = true;
  } else {
    k.pointers = {"int*", "const int*"};
    k.pointer_names = {"g", "in"};
    places_ = {{"g[$]", true, true}, {"in[$]", false, false}};
  }
  if (family == Family::rows) {
    k.pointers.push_back("int* const*");
    k.pointer_names.push_back("table");
  }
  declare("__shared__ int s[512];");
  places_.push_back({"s[$]", true, true});
  places_.push_back({"s[$]", true, true});
  add(family);
  const auto count = random_.between(3, 6);
  for (std::int64_t i = 0; i < count; ++i)
    statement(true);

  std::string head = "__global__ void " + k.name + "(";
  for (std::size_t i = 0; i < k.pointers.size(); ++i)
    head += (i ? ", " : "") + k.pointers[i] + " " + k.pointer_names[i];
  for (std::size_t i = 0; i < k.numbers; ++i)
    head += ", int n" + std::to_string(i);
  k.lines = functions_;
  if (!k.template_arguments.empty()) k.lines.push_back("template <int W>");
  k.lines.push_back(head + ") {");
  const auto line = [&](const std::string& text) { k.lines.push_back("  " + text); };
  line(require("blockDim.x", k.blocks.front()[0], k.blocks.back()[0]));
  line(require("blockDim.y", k.blocks.front()[1] == 2 ? 1 : k.blocks.front()[1],
               k.blocks.back()[1]));
  line(require("gridDim.x", k.grids.front(), k.grids.back()));
  for (std::size_t i = 0; i < k.numbers; ++i)
    line(require("n" + std::to_string(i), k.low, k.high));
  line(two_dimensional_ ? "int t = threadIdx.y * blockDim.x + threadIdx.x;"
                        : "int t = threadIdx.x;");
  line(two_dimensional_ ? "int B = blockDim.x * blockDim.y;" : "int B = blockDim.x;");
  line("int v = 0, w = t;");
  for (const std::string& declaration : declarations_)
    line(declaration);
  k.lines.insert(k.lines.end(), body_.begin(), body_.end());
  k.lines.push_back("}");
  return std::move(k);
}

void TextGenerator::put(const std::string& line) {
  body_.push_back(std::string(2 * indent_, ' ') + line);
}

std::string TextGenerator::uniform() {
  if (random_.chance(25)) return std::to_string(random_.below(4));
  const std::string u = random_.pick(uniforms_);
  switch (random_.below(8)) {
  case 0:
    return u + " - 1";
  case 1:
    return u + " / 2";
  case 2:
    return "B";
  default:
    return u;
  }
}

std::string TextGenerator::own_index() {
  const std::string u = random_.pick(uniforms_), k = std::to_string(random_.between(1, 3));
  switch (random_.below(18)) {
  case 0:
    return "t + " + u;
  case 1:
    return "B - 1 - t";
  case 2:
    return "2 * t";
  case 3:
    return "2 * t + 1";
  case 4:
    return "t ^ 1";
  case 5:
    return "(t + " + k + ") % B";
  case 6:
    return "t + B";
  case 7:
    return u + " * B + t";
  case 8:
    return "(" + u + " & 1) * B + t";
  case 9:
    return "t * 4 + " + u;
  case 10:
    return "t + " + k;
  case 11:
    return "t < " + k + " ? t : t + 4";
  default:
    return "t";
  }
}

std::string TextGenerator::common_index() {
  switch (random_.below(14)) {
  case 0:
    return "t + 1";
  case 1:
    return "t / 2";
  case 2:
    return "t & ~1";
  case 3:
    return std::to_string(random_.below(4));
  case 4:
    return "t % " + std::to_string(random_.between(2, 4));
  case 5:
    return "(t + 1) % B";
  case 6:
    return "t * t";
  case 7:
    return "max(t - 1, 0)";
  case 8:
    return "min(t, " + uniform() + ")";
  case 9:
    return random_.chance(60) ? "v & 7" : "in_or_v";
  case 10:
    return "t > 2 ? t - 1 : t";
  case 11:
    return "t ^ " + random_.pick(uniforms_);
  default:
    return uniform();
  }
}

std::string TextGenerator::index() {
  std::string text = random_.chance(72) ? own_index() : common_index();
  if (text == "in_or_v")
    text = kernel_.aliased ? "w & 3" : "in[" + random_.pick(uniforms_) + "] & 3";
  return text;
}

std::string TextGenerator::at(const std::string& pattern, const std::string& index) const {
  std::string text = pattern;
  const auto where = text.find('$');
  return where == std::string::npos ? text : text.replace(where, 1, index);
}

std::string TextGenerator::place(bool written) {
  for (;;) {
    const PlacePattern& p = random_.pick(places_);
    if (written && !p.writable) continue;
    return at(p.text, index());
  }
}

std::string TextGenerator::atomic_place() {
  for (;;) {
    const PlacePattern& p = random_.pick(places_);
    if (p.atomic) return at(p.text, index());
  }
}

std::string TextGenerator::value() {
  switch (random_.below(8)) {
  case 0:
  case 1:
    return "t";
  case 2:
    return "v";
  case 3:
    return "w";
  case 4:
    return std::to_string(random_.below(8));
  case 5:
    return "t + 1";
  case 6:
    return "v + t";
  default:
    return uniform();
  }
}

std::string TextGenerator::condition(bool is_uniform) {
  if (is_uniform) {
    const std::string u = random_.pick(uniforms_);
    switch (random_.below(7)) {
    case 0:
      return u + " % 2 == 0";
    case 1:
      return u + " != 0";
    case 2:
      return u + " < 2";
    case 3:
      return "t < B";
    case 4:
      return "(" + u + " & 1) != 0";
    case 5:
      return kernel_.aliased ? "B > 2" : "in[" + random_.pick(uniforms_) + "] > 1";
    default:
      return u + " > " + uniform();
    }
  }
  switch (random_.below(11)) {
  case 0:
    return "t < " + uniform();
  case 1:
    return "t > 0";
  case 2:
    return "t + 1 < B";
  case 3:
    return "t == " + std::to_string(random_.below(3));
  case 4:
    return "t % 2 == 0";
  case 5:
    return "t < B / 2";
  case 6:
    return "t != " + uniform();
  case 7:
    return "v > 1";
  case 8:
    return "w == t";
  case 9:
    return "t >= 1 && " + random_.pick(uniforms_) + " > 0";
  default:
    return "t < 2 || t == B - 1";
  }
}

void TextGenerator::access() {
  const auto dice = random_.below(100);
  if (dice < 45) return put(place(true) + " = " + value() + ";");
  const std::string v = any({"v", "w"});
  if (dice < 75) return put(v + any({" = ", " += "}) + place(false) + ";");
  if (dice < 85) return put(place(true) + any({" += ", " -= "}) + value() + ";");
  if (dice < 92) return put(place(true) + " = " + place(false) + ";");
  if (dice < 95) return put(any({"++", "--"}) + place(true) + ";");
  put(any({"atomicAdd(&", "atomicMax(&"}) + atomic_place() + ", " + any({"1", "t", "v"}) + ");");
}

void TextGenerator::compute() { put(any({"v", "w"}) + (any({" = ", " += "})) + value() + ";"); }

void TextGenerator::barrier() { put(random_.pick(barriers_)); }

void TextGenerator::block(bool uniform) {
  ++indent_;
  ++depth_;
  for (auto count = random_.between(1, 2); count > 0; --count)
    statement(uniform);
  --depth_;
  --indent_;
}

void TextGenerator::branch(bool uniform) {
  const bool inner = uniform && random_.chance(50);
  put("if (" + condition(inner) + ") {");
  block(inner);
  if (random_.chance(30)) {
    put("} else {");
    block(inner);
  }
  put("}");
}

std::string TextGenerator::counter() {
  const std::string name = fresh("c");
  declare("int " + name + " = 0;");
  return name;
}

void TextGenerator::open_loop(const std::string& head) {
  const std::string d = std::to_string(loops_);
  put("@E" + d + "@" + head + " {@N" + d + "@");
  ++loops_;
  ++breakable_;
}

void TextGenerator::close_loop(const std::string& tail) {
  --loops_;
  --breakable_;
  put("}" + tail + "@L" + std::to_string(loops_) + "@");
}

void TextGenerator::counted_loop(bool uniform_here) {
  const bool inner = uniform_here && random_.chance(85);
  const std::string i = fresh("i");
  const std::string bound =
      inner ? any({random_.pick(uniforms_), "2", "B"}) : any({"t", "(t & 1) + 1", "n0 - t"});
  switch (random_.below(5)) {
  case 0:
    open_loop("for (int " + i + " = " + bound + "; " + i + " > 0; " + i + "--)");
    break;
  case 1:
    open_loop("for (int " + i + " = B / 2; " + i + " > 0; " + i + " >>= 1)");
    break;
  case 2:
    open_loop("for (int " + i + " = 1; " + i + " <= " + bound + "; " + i + " *= 2)");
    break;
  default:
    open_loop("for (int " + i + " = 0; " + i + " < " + bound + "; " + i + "++)");
  }
  if (inner) uniforms_.push_back(i);
  block(inner);
  if (inner) uniforms_.pop_back();
  close_loop("");
}

void TextGenerator::conditional_loop(bool uniform_here) {
  if (!kernel_.aliased && random_.chance(40)) return flag_loop(uniform_here);
  const bool inner = uniform_here && random_.chance(80);
  const std::string c = counter();
  const std::string bound = inner ? random_.pick(uniforms_) : "t";
  put(c + " = 0;");
  const bool is_do = random_.chance(50);
  open_loop(is_do ? "do" : "while (" + c + "++ < " + bound + ")");
  if (inner) uniforms_.push_back(c);
  block(inner);
  if (inner) uniforms_.pop_back();
  close_loop(is_do ? " while (++" + c + " < " + bound + ");" : "");
}

void TextGenerator::jump(bool uniform_here) {
  const bool inner = uniform_here && random_.chance(75);
  std::string what = "@X@return;";
  if (breakable_ > 0 && random_.chance(75)) what = any({"break;", "continue;"});
  if (inner && what[0] == '@' && random_.chance(50)) return access();
  put("if (" + condition(inner) + ") " + what);
}

void TextGenerator::statement(bool uniform_here) {
  auto dice = random_.below(100);
  if (depth_ > 2) dice = dice * 60 / 100;
  if (dice < 22) return access();
  if (dice < 26) return compute();
  if (dice < 42) return uniform_here || random_.chance(4) ? barrier() : access();
  if (dice < 60 && !makers_.empty()) return (this->*random_.pick(makers_))(uniform_here);
  if (dice < 76) return branch(uniform_here);
  if (dice < 88) return counted_loop(uniform_here);
  if (dice < 94) return conditional_loop(uniform_here);
  jump(uniform_here);
}

} // namespace heddle::oracle
