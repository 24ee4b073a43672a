// CUDA text of an oracle program: one statement per line, parentheses where C needs them.
#include "program.hpp"

#include <map>
#include <set>

namespace heddle::oracle {

namespace {

using K = Expr::Kind;
using S = Stmt::Kind;

int precedence(const std::string& op) {
  static const std::map<std::string, int> table{
      {"*", 13},  {"/", 13}, {"%", 13}, {"+", 12},  {"-", 12},  {"<<", 11},
      {">>", 11}, {"<", 10}, {">", 10}, {"<=", 10}, {">=", 10}, {"==", 9},
      {"!=", 9},  {"&", 8},  {"^", 7},  {"|", 6},   {"&&", 5},  {"||", 4}};
  return table.at(op);
}
constexpr int unary_level = 14, conditional_level = 3, postfix_level = 15;

class Printer {
public:
  Printer(const Program& program, unsigned line) : program_(program), line_(line) {
    visit_program(program, [&](const Stmt& s) {
      if (s.kind == S::assign || s.kind == S::for_ || s.kind == S::atomic || s.kind == S::vote)
        variables_.insert(s.target);
      if (s.kind == S::point || s.kind == S::advance) pointers_.insert(s.target);
      for (const Expr& e : s.exprs)
        visit_exprs(e, [&](const Expr& x) {
          if (x.kind == K::variable || x.kind == K::step) variables_.insert(x.value);
          if (x.kind == K::load) arrays_.insert(x.value);
          if (x.kind == K::load && x.value >= first_pointer)
            pointers_.insert(x.value - first_pointer);
        });
    });
  }

  std::string run() {
    for (std::size_t i = 0; i < program_.functions.size(); ++i)
      function(i);
    for (std::size_t i = 0; i < program_.helpers.size(); ++i)
      helper(i);
    kernel();
    return std::move(text_);
  }

private:
  void put(const std::string& line) {
    text_ += std::string(2 * depth_, ' ') + line + "\n";
    ++line_;
  }

  std::string function_name(std::size_t i) const {
    return program_.name + "_f" + std::to_string(i);
  }
  std::string helper_name(std::size_t i) const { return program_.name + "_h" + std::to_string(i); }
  static std::string variable(std::int64_t slot) { return "v" + std::to_string(slot); }
  static std::string pointer(std::int64_t slot) { return "p" + std::to_string(slot); }

  void function(std::size_t i) {
    const Function& f = program_.functions[i];
    put("__device__ int " + function_name(i) + "(int a0, int a1) {");
    put("  if (" + expr(f.guard) + ") return " + expr(f.early) + ";");
    put("  return " + expr(f.result) + ";");
    put("}");
  }

  static std::string type_name(const Variable& v) {
    switch (v.type) {
    case Variable::Type::int_:
      return "int ";
    case Variable::Type::unsigned_:
      return "unsigned ";
    case Variable::Type::short_:
      return "short ";
    case Variable::Type::byte:
      return "unsigned char ";
    }
    return "";
  }

  void declare(std::int64_t slot) {
    if (!variables_.contains(slot)) return;
    const Variable& v = program_.variables[static_cast<std::size_t>(slot)];
    put(type_name(v) + variable(slot) + " = 0;");
  }

  void helper(std::size_t i) {
    const Helper& h = program_.helpers[i];
    std::string params = "int* " + pointer(h.pointer);
    for (std::int64_t slot : h.parameters)
      params += ", int " + variable(slot);
    put("__device__ void " + helper_name(i) + "(" + params + ") {");
    ++depth_;
    for (std::int64_t slot : h.locals)
      if (!program_.variables[static_cast<std::size_t>(slot)].in_loop_head) declare(slot);
    block(h.body);
    --depth_;
    put("}");
  }

  void require(const std::string& what, const Range& range) {
    if (range.open) {
      if (range.low > 0) put("__requires(" + what + " >= " + std::to_string(range.low) + ");");
    } else if (range.low == range.high) {
      put("__requires(" + what + " == " + std::to_string(range.low) + ");");
    } else {
      put("__requires(" + what + " >= " + std::to_string(range.low) + " && " + what +
          " <= " + std::to_string(range.high) + ");");
    }
  }

  void kernel() {
    std::string head = "__global__ void " + program_.name + "(int* g, const int* in";
    for (std::size_t i = 0; i < program_.parameters.size(); ++i)
      head += ", int n" + std::to_string(i);
    put(head + ") {");
    ++depth_;
    require("blockDim.x", program_.block_x);
    require("blockDim.y", program_.block_y);
    require("gridDim.x", program_.grid);
    for (std::size_t i = 0; i < program_.parameters.size(); ++i)
      require("n" + std::to_string(i), program_.parameters[i]);
    if (arrays_.contains(base_s) || !pointers_.empty()) put("__shared__ int s[256];");
    if (arrays_.contains(base_q)) put("__shared__ int q[32][" + std::to_string(row_length) + "];");
    if (arrays_.contains(base_l))
      put("int l[" + std::to_string(local_length) + "] = {0, 0, 0, 0};");
    for (std::size_t slot = 0; slot < program_.variables.size(); ++slot)
      if (!program_.variables[slot].in_loop_head && !program_.variables[slot].in_helper)
        declare(static_cast<std::int64_t>(slot));
    for (std::int64_t p = 0; p < program_.pointers; ++p)
      if (pointers_.contains(p)) put("int* " + pointer(p) + " = s;");
    block(program_.body);
    --depth_;
    put("}");
  }

  void block(const Block& statements) {
    for (const Stmt& s : statements)
      stmt(s);
  }

  void inner(const Block& statements) {
    ++depth_;
    block(statements);
    --depth_;
  }

  void stmt(const Stmt& s) {
    s.line = s.last_line = line_;
    switch (s.kind) {
    case S::assign:
      return put(variable(s.target) + " " + s.op + " " + expr(s.exprs[0]) + ";");
    case S::store:
      return put(expr(s.exprs[0]) + " " + s.op + " " + expr(s.exprs[1]) + ";");
    case S::atomic:
      return put((s.target >= 0 ? variable(s.target) + " = " : std::string()) + s.op + "(" +
                 address(s.exprs[0]) + ", " + expr(s.exprs[1]) + ");");
    case S::point:
      if (s.exprs.size() == 1) return put(pointer(s.target) + " = " + address(s.exprs[0]) + ";");
      return put(pointer(s.target) + " = " + expr(s.exprs[1], conditional_level + 1) + " ? " +
                 address(s.exprs[0]) + " : " + address(s.exprs[2]) + ";");
    case S::advance:
      return put(pointer(s.target) + " += " + expr(s.exprs[0]) + ";");
    case S::barrier:
      return put(s.op + "();");
    case S::vote:
      return put(variable(s.target) + " = " + s.op + "(" + expr(s.exprs[0]) + ");");
    case S::assert_:
      return put("__assert(" + expr(s.exprs[0]) + ");");
    case S::break_:
      return put("break;");
    case S::continue_:
      return put("continue;");
    case S::return_:
      return put("return;");
    case S::call:
      return call(s);
    default:
      return compound(s);
    }
  }

  void call(const Stmt& s) {
    std::string args = address(s.exprs[0]);
    for (std::size_t i = 1; i < s.exprs.size(); ++i)
      args += ", " + expr(s.exprs[i]);
    put(helper_name(static_cast<std::size_t>(s.target)) + "(" + args + ");");
  }

  void compound(const Stmt& s) {
    switch (s.kind) {
    case S::if_:
      put("if (" + expr(s.exprs[0]) + ") {");
      inner(s.blocks[0]);
      if (!s.blocks[1].empty()) {
        put("} else {");
        inner(s.blocks[1]);
      }
      return put("}");
    case S::for_:
      put(for_head(s));
      inner(s.blocks[0]);
      return put("}");
    case S::while_:
      put("while (" + expr(s.exprs[0]) + ") {");
      inner(s.blocks[0]);
      return put("}");
    case S::do_while:
      put("do {");
      inner(s.blocks[0]);
      s.last_line = line_;
      return put("} while (" + expr(s.exprs[0]) + ");");
    default:
      return switch_on(s);
    }
  }

  std::string for_head(const Stmt& s) {
    const std::string name = variable(s.target);
    const Variable& v = program_.variables[static_cast<std::size_t>(s.target)];
    const std::string type = v.in_loop_head ? type_name(v) : "";
    const std::string step =
        s.op == "++" || s.op == "--" ? name + s.op : name + " " + s.op + " " + expr(s.exprs[2]);
    return "for (" + type + name + " = " + expr(s.exprs[0]) + "; " + expr(s.exprs[1]) + "; " +
           step + ") {";
  }

  void switch_on(const Stmt& s) {
    put("switch (" + expr(s.exprs[0]) + ") {");
    for (std::size_t i = 0; i < s.blocks.size(); ++i) {
      put(s.labels[i] == default_label ? "default:" : "case " + std::to_string(s.labels[i]) + ":");
      inner(s.blocks[i]);
      if (!s.falls[i]) put("  break;");
    }
    put("}");
  }

  static std::string base(std::int64_t number) {
    return number >= first_pointer ? pointer(number - first_pointer)
                                   : array_names[static_cast<std::size_t>(number)];
  }

  std::string address(const Expr& place) {
    if (place.op == "*" && place.args.size() == 1)
      return base(place.value) + " + " + expr(place.args[0], 12 + 1);
    return "&" + place_text(place);
  }

  std::string place_text(const Expr& place) {
    std::string text = base(place.value);
    for (const Expr& index : place.args)
      text += "[" + expr(index) + "]";
    return text;
  }

  std::string load(const Expr& e) {
    if (e.op == "*" && e.args.size() == 1) return "*(" + address(e) + ")";
    if (e.op == "*&") return "*&" + place_text(e);
    return place_text(e);
  }

  // `level`: how tightly the surroundings bind.
  std::string expr(const Expr& e, int level = 0) {
    int own = postfix_level;
    std::string text = bare(e, own);
    return own < level ? "(" + text + ")" : text;
  }

  std::string bare(const Expr& e, int& own) {
    switch (e.kind) {
    case K::constant:
      if (e.value < 0) own = unary_level - 1;
      return std::to_string(e.value) + (e.op == "u" ? "u" : "");
    case K::variable:
      return variable(e.value);
    case K::parameter:
      return "n" + std::to_string(e.value);
    case K::builtin:
      return e.op;
    case K::argument:
      return "a" + std::to_string(e.value);
    case K::load:
      if (e.op[0] == '*') own = unary_level;
      return load(e);
    case K::unary:
      own = unary_level - 1;
      return e.op + expr(e.args[0], unary_level);
    case K::binary:
      own = precedence(e.op);
      return expr(e.args[0], own) + " " + e.op + " " + expr(e.args[1], own + 1);
    case K::conditional:
      own = conditional_level;
      return expr(e.args[0], own + 1) + " ? " + expr(e.args[1]) + " : " + expr(e.args[2], own);
    case K::call:
      return called(e);
    case K::cast:
      own = unary_level;
      return "(" + e.op + ")" + expr(e.args[0], unary_level);
    case K::step:
      if (e.op[0] == '_') return variable(e.value) + e.op.substr(1);
      own = unary_level;
      return e.op.substr(0, 2) + variable(e.value);
    }
    return "";
  }

  std::string called(const Expr& e) {
    std::string text =
        (e.op == "f" ? function_name(static_cast<std::size_t>(e.value)) : e.op) + "(";
    for (std::size_t i = 0; i < e.args.size(); ++i)
      text += (i ? ", " : "") + expr(e.args[i]);
    return text + ")";
  }

  const Program& program_;
  std::string text_;
  unsigned line_;
  std::size_t depth_ = 0;
  std::set<std::int64_t> variables_, pointers_, arrays_; // that are used
};

} // namespace

std::string print(const Program& program, unsigned first_line) {
  return Printer(program, first_line).run();
}

} // namespace heddle::oracle
