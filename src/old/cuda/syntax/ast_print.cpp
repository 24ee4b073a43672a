#include "cuda/syntax/ast_print.hpp"

namespace heddle::cuda {

namespace {

std::string pad(unsigned indent) { return std::string(2 * static_cast<std::size_t>(indent), ' '); }

std::string words(const Attributes& a) {
  std::string out;
  const auto add = [&](bool set, const char* word) {
    if (set) out += std::string(out.empty() ? "" : " ") + word;
  };
  add(a.global, "__global__");
  add(a.device, "__device__");
  add(a.host, "__host__");
  add(a.shared, "__shared__");
  add(a.constant, "__constant__");
  add(a.managed, "__managed__");
  add(a.extern_, "extern");
  add(a.static_, "static");
  add(a.inline_, "inline");
  add(a.constexpr_, "constexpr");
  const auto list = [&](const std::vector<ExprPtr>& all, const char* word) {
    if (all.empty()) return;
    std::string text;
    for (const ExprPtr& e : all)
      text += (text.empty() ? "" : ", ") + to_string(e);
    add(true, (std::string(word) + "(" + text + ")").c_str());
  };
  list(a.launch_bounds, "launch_bounds");
  list(a.block_size, "block_size");
  list(a.cluster_dims, "cluster_dims");
  if (a.align) add(true, ("align(" + to_string(a.align) + ")").c_str());
  return out;
}

std::string prefixed(const Attributes& a) {
  const std::string text = words(a);
  return text.empty() ? "" : text + " ";
}

std::string list(const std::vector<ExprPtr>& all) {
  std::string out;
  for (const ExprPtr& e : all)
    out += (out.empty() ? "" : ", ") + to_string(e);
  return out;
}

std::string variable(const VarDecl& v) {
  std::string out = prefixed(v.attributes) + to_string(v.type) + (v.is_pack ? "..." : "");
  if (!v.name.empty()) out += " " + v.name;
  for (std::size_t i = 0; i < v.bindings.size(); ++i)
    out += (i == 0 ? " [" : ", ") + v.bindings[i] + (i + 1 == v.bindings.size() ? "]" : "");
  if (v.bit_width) out += " : " + to_string(v.bit_width);
  switch (v.init) {
  case Init::none:
    return out;
  case Init::copy:
    return out + " = " + list(v.args);
  case Init::call:
    return out + "(" + list(v.args) + ")";
  case Init::braces:
    return out + "{" + list(v.args) + "}";
  }
  return out;
}

std::string parameters(const FunctionDecl& f) {
  std::string out;
  for (const DeclPtr& p : f.params)
    out += (out.empty() ? "" : ", ") + variable(std::get<VarDecl>(p->node));
  if (f.variadic) out += out.empty() ? "..." : ", ...";
  return "(" + out + ")";
}

// Prints statements as lines, each starting with its keyword.
class StmtPrinter {
public:
  explicit StmtPrinter(unsigned indent) : indent_(indent) {}

  std::string operator()(const CompoundStmt& s) const {
    std::string out;
    for (const StmtPtr& inner : s.body) {
      // a block of its own keeps its braces
      const bool block = std::holds_alternative<CompoundStmt>(inner->node);
      out += block ? line("block") + nested(inner) : to_string(inner, indent_);
    }
    return out;
  }
  std::string operator()(const DeclStmt& s) const {
    std::string out;
    for (const DeclPtr& d : s.decls)
      out += to_string(d, indent_);
    return out;
  }
  std::string operator()(const ExprStmt& s) const {
    return line(s.expr ? "do " + to_string(s.expr) : "nothing");
  }
  std::string operator()(const IfStmt& s) const {
    std::string out = header("if init", s.init);
    if (s.cond_decl) out += line("if var") + to_string(s.cond_decl, indent_ + 1);
    out +=
        line((s.is_constexpr ? "if constexpr " : "if ") + to_string(s.cond)) + nested(s.then_stmt);
    if (s.else_stmt) out += line("else") + nested(s.else_stmt);
    return out;
  }
  std::string operator()(const WhileStmt& s) const {
    return line("while " + to_string(s.cond)) + nested(s.body);
  }
  std::string operator()(const DoStmt& s) const {
    return line("repeat") + nested(s.body) + line("while " + to_string(s.cond));
  }
  std::string operator()(const ForStmt& s) const {
    return header("for init", s.init) +
           line("for " + to_string(s.cond) + "; " + to_string(s.step)) + nested(s.body);
  }
  std::string operator()(const RangeForStmt& s) const {
    return line("for " + variable(std::get<VarDecl>(s.var->node)) + " : " + to_string(s.range)) +
           nested(s.body);
  }
  std::string operator()(const SwitchStmt& s) const {
    return line("switch " + to_string(s.cond)) + nested(s.body);
  }
  std::string operator()(const CaseStmt& s) const {
    if (!s.value) return line("default:");
    return line("case " + to_string(s.value) + (s.upper ? " ... " + to_string(s.upper) : "") + ":");
  }
  std::string operator()(const LabelStmt& s) const { return line(s.label + ":"); }
  std::string operator()(const GotoStmt& s) const { return line("goto " + s.label); }
  std::string operator()(const BreakStmt&) const { return line("break"); }
  std::string operator()(const ContinueStmt&) const { return line("continue"); }
  std::string operator()(const ReturnStmt& s) const {
    return line(s.value ? "return " + to_string(s.value) : "return");
  }
  std::string operator()(const AsmStmt& s) const {
    std::string out = s.is_volatile ? "asm volatile " : "asm ";
    out += to_string(std::make_shared<const ExprNode>(ExprNode{StringLiteral{s.text}, {}, {}}));
    out += operands(" out", s.outputs) + operands(" in", s.inputs);
    for (const std::string& c : s.clobbers)
      out += " clobber " + c;
    return line(out);
  }

private:
  std::string line(const std::string& text) const { return pad(indent_) + text + "\n"; }
  std::string nested(const StmtPtr& stmt) const { return to_string(stmt, indent_ + 1); }
  std::string header(const char* word, const StmtPtr& stmt) const {
    return stmt ? line(word) + nested(stmt) : "";
  }
  static std::string operands(const char* word, const std::vector<AsmOperand>& all) {
    std::string out;
    for (const AsmOperand& o : all)
      out += std::string(word) + " " + o.constraint + " " + to_string(o.expr);
    return out;
  }

  unsigned indent_;
};

class DeclPrinter {
public:
  explicit DeclPrinter(unsigned indent) : indent_(indent) {}

  std::string operator()(const VarDecl& d) const { return line("var " + variable(d)); }
  std::string operator()(const FunctionDecl& d) const {
    std::string out = "function " + prefixed(d.attributes) + to_string(d.name) + parameters(d);
    if (d.result) out += " -> " + to_string(d.result);
    if (d.is_const) out += " const";
    if (d.is_deleted_or_defaulted) out += " special";
    out = line(out);
    for (const auto& [member, args] : d.member_inits)
      out += pad(indent_ + 1) + "init " + member + "(" + list(args) + ")\n";
    if (d.body) out += pad(indent_ + 1) + "body\n" + to_string(d.body, indent_ + 2);
    return out;
  }
  std::string operator()(const RecordDecl& d) const {
    constexpr const char* kinds[] = {"struct", "class", "union"};
    std::string out = kinds[static_cast<std::size_t>(d.kind)];
    if (!d.name.parts.empty()) out += " " + to_string(d.name);
    for (const TypePtr& base : d.bases)
      out += " : " + to_string(base);
    if (d.is_packed) out += " packed";
    if (d.align) out += " align(" + to_string(d.align) + ")";
    if (!d.is_definition) return line(out + " (declared)");
    return line(out) + members(d.members);
  }
  std::string operator()(const EnumDecl& d) const {
    std::string out = d.scoped ? "enum class" : "enum";
    if (!d.name.empty()) out += " " + d.name;
    if (d.underlying) out += " : " + to_string(d.underlying);
    out = line(out);
    for (const Enumerator& e : d.items)
      out += pad(indent_ + 1) + e.name + (e.value ? " = " + to_string(e.value) : "") + "\n";
    return out;
  }
  std::string operator()(const TypedefDecl& d) const {
    return line("type " + d.name + " = " + to_string(d.type));
  }
  std::string operator()(const NamespaceDecl& d) const {
    return line(d.name.empty() ? "namespace" : "namespace " + d.name) + members(d.members);
  }
  std::string operator()(const UsingDecl& d) const {
    if (!d.alias.empty()) return line("namespace " + d.alias + " = " + to_string(d.name));
    return line((d.is_namespace ? "using namespace " : "using ") + to_string(d.name));
  }
  std::string operator()(const StaticAssertDecl& d) const {
    return line("static_assert " + to_string(d.cond));
  }
  std::string operator()(const TemplateDecl& d) const {
    std::string out;
    for (const TemplateParam& p : d.params)
      out += (out.empty() ? "" : ", ") + parameter(p);
    return line("template <" + out + ">") + to_string(d.decl, indent_ + 1);
  }
  std::string operator()(const IslandDecl& d) const {
    std::string out = d.is_kernel ? "island (kernel)" : "island";
    for (const std::string& name : d.names)
      out += " " + name;
    return line(out + ": " + std::to_string(d.error.line) + ":" + std::to_string(d.error.column) +
                ": " + d.reason);
  }

private:
  std::string line(const std::string& text) const { return pad(indent_) + text + "\n"; }
  std::string members(const std::vector<DeclPtr>& all) const {
    std::string out;
    for (const DeclPtr& d : all)
      out += to_string(d, indent_ + 1);
    return out;
  }
  static std::string parameter(const TemplateParam& p) {
    std::string out = p.is_type ? "type" : to_string(p.value_type);
    if (p.is_pack) out += "...";
    if (!p.name.empty()) out += " " + p.name;
    if (p.default_type) out += " = " + to_string(p.default_type);
    if (p.default_expr) out += " = " + to_string(p.default_expr);
    return out;
  }

  unsigned indent_;
};

} // namespace

std::string to_string(const StmtPtr& stmt, unsigned indent) {
  return stmt ? std::visit(StmtPrinter(indent), stmt->node) : "";
}

std::string to_string(const DeclPtr& decl, unsigned indent) {
  return decl ? std::visit(DeclPrinter(indent), decl->node) : "";
}

std::string to_string(const TranslationUnit& unit) {
  std::string out;
  for (const DeclPtr& decl : unit.decls)
    out += to_string(decl);
  return out;
}

} // namespace heddle::cuda
