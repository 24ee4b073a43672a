// goto, switch and loops that end in the middle.
#include "generate.hpp"

namespace heddle::oracle {

void TextGenerator::add_jumps() {
  makers_.insert(makers_.end(), {&TextGenerator::forward_goto, &TextGenerator::backward_goto,
                                 &TextGenerator::leave_nest, &TextGenerator::endless_loop,
                                 &TextGenerator::switch_statement});
}

void TextGenerator::forward_goto(bool uniform_here) {
  if (depth_ > 1) return access();
  const bool inner = uniform_here && random_.chance(60);
  const std::string label = fresh("l");
  put("if (" + condition(inner) + ") goto " + label + ";");
  // What is jumped over is done by some threads only.
  for (auto count = random_.between(1, 2); count > 0; --count) {
    put("{");
    block(inner);
    put("}");
  }
  put(label + ":;@L" + std::to_string(loops_) + "@");
}

void TextGenerator::backward_goto(bool uniform_here) {
  if (depth_ > 1) return access();
  const bool inner = uniform_here && random_.chance(80);
  const std::string label = fresh("l"), c = counter(), d = std::to_string(loops_);
  put(c + " = 0;@E" + d + "@");
  put(label + ":;@N" + d + "@");
  ++loops_;
  put("{");
  if (inner) uniforms_.push_back(c);
  block(inner);
  if (inner) uniforms_.pop_back();
  put("}");
  --loops_;
  put("if (++" + c + " < " + (inner ? random_.pick(uniforms_) : "t") + ") goto " + label + ";");
  put(";@L" + d + "@");
}

void TextGenerator::leave_nest(bool uniform_here) {
  if (depth_ > 1) return access();
  const bool inner = uniform_here && random_.chance(75);
  const std::string label = fresh("l"), d = std::to_string(loops_);
  for (int level = 0; level < 2; ++level) {
    const std::string i = fresh("i");
    open_loop("for (int " + i + " = 0; " + i + " < " +
              (inner ? any({random_.pick(uniforms_), "2"}) : "t") + "; " + i + "++)");
    ++indent_;
    if (inner) uniforms_.push_back(i);
    if (random_.chance(50)) statement(inner);
  }
  put("if (" + condition(inner) + ") goto " + label + ";");
  block(inner);
  for (int level = 0; level < 2; ++level) {
    if (inner) uniforms_.pop_back();
    --indent_;
    close_loop("");
  }
  put(label + ":;@L" + d + "@");
}

void TextGenerator::endless_loop(bool uniform_here) {
  if (depth_ > 1) return access();
  const bool inner = uniform_here && random_.chance(80);
  const std::string c = counter();
  put(c + " = 0;");
  open_loop(any({"for (;;)", "while (true)"}));
  ++indent_;
  if (random_.chance(50)) statement(inner);
  put("if (" + c + "++ >= " + (inner ? random_.pick(uniforms_) : "t") + ") " +
      any({"break;", "break;", "@X@return;"}));
  if (inner) uniforms_.push_back(c);
  statement(inner);
  if (random_.chance(30)) put("if (" + condition(inner) + ") " + any({"break;", "continue;"}));
  statement(inner);
  if (inner) uniforms_.pop_back();
  --indent_;
  close_loop("");
}

void TextGenerator::switch_statement(bool uniform_here) {
  const bool inner = uniform_here && random_.chance(60);
  put("switch (" + (inner ? uniform() : any({"t", "t % 3", "v & 3"})) + ") {");
  std::vector<std::string> labels{"case 0:", "case 1: case 3:", any({"default:", "case 2:"})};
  if (random_.chance(30)) std::swap(labels[0], labels[2]);
  for (const std::string& label : labels) {
    put(label);
    block(inner);
    if (random_.chance(20)) put("  if (" + condition(inner) + ") break;");
    if (random_.chance(65)) put("  break;");
  }
  put("}");
}

// A round more after what ends the loop: its condition is about the round before.
void TextGenerator::flag_loop(bool uniform_here) {
  const std::string i = fresh("i"), go = fresh("go");
  declare("bool " + go + " = true;");
  put(go + " = true;");
  open_loop("for (int " + i + " = 0; " + go + "; " + i + "++)");
  ++indent_;
  put(go + " = " + i + " < 3 && in[" + (uniform_here ? i : i + " + t") + "] > 0;");
  if (random_.chance(60)) put("if (!" + go + ") " + place(true) + " = " + value() + ";");
  if (uniform_here && random_.chance(85)) barrier();
  if (random_.chance(60)) put("if (" + go + ") v += " + place(false) + ";");
  block(uniform_here);
  --indent_;
  close_loop("");
}

} // namespace heddle::oracle
