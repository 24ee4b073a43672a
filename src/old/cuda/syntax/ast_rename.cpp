#include "cuda/syntax/ast_rename.hpp"

namespace heddle::cuda {

namespace {

class Renamer {
public:
  explicit Renamer(const Renaming& names) : names_(names) {}

  ExprPtr operator()(const ExprPtr& e) const {
    if (!e) return e;
    auto copy = std::make_shared<ExprNode>(*e);
    std::visit([&](auto& n) { parts(n); }, copy->node);
    return copy;
  }

  TypePtr operator()(const TypePtr& t) const {
    if (!t) return t;
    auto copy = std::make_shared<TypeNode>(*t);
    std::visit([&](auto& n) { parts(n); }, copy->node);
    return copy;
  }

  TemplateArg operator()(const TemplateArg& arg) const {
    return {(*this)(arg.type), (*this)(arg.expr), arg.pack_expansion};
  }

private:
  void each(std::vector<ExprPtr>& list) const {
    for (ExprPtr& e : list)
      e = (*this)(e);
  }
  void arguments(NamePart& part) const {
    if (part.args)
      for (TemplateArg& arg : *part.args)
        arg = (*this)(arg);
  }
  void name(QualifiedName& n) const {
    if (!n.global && !n.parts.empty())
      if (const auto other = names_(n.parts[0].identifier)) n.parts[0].identifier = *other;
    for (NamePart& part : n.parts)
      arguments(part);
  }
  void one(ExprPtr& e) const { e = (*this)(e); }
  void one(TypePtr& t) const { t = (*this)(t); }

  void parts(NameExpr& n) const { name(n.name); }
  void parts(UnaryExpr& n) const { one(n.operand); }
  void parts(BinaryExpr& n) const { one(n.left), one(n.right); }
  void parts(AssignExpr& n) const { one(n.left), one(n.right); }
  void parts(ConditionalExpr& n) const { one(n.cond), one(n.then_expr), one(n.else_expr); }
  void parts(CallExpr& n) const {
    const auto* callee = std::get_if<NameExpr>(&n.callee->node);
    if (callee && callee->name.parts[0].identifier == "__builtin_pack_size") return; // of the pack
    one(n.callee), each(n.args);
  }
  void parts(LaunchExpr& n) const { one(n.callee), each(n.config), each(n.args); }
  void parts(IndexExpr& n) const { one(n.base), one(n.index); }
  void parts(MemberExpr& n) const { one(n.base), arguments(n.member); }
  void parts(CastExpr& n) const { one(n.type), one(n.operand); }
  void parts(ConstructExpr& n) const { one(n.type), each(n.args); }
  void parts(InitListExpr& n) const { each(n.items); }
  void parts(SizeofExpr& n) const { one(n.type), one(n.operand); }
  void parts(PackExpansionExpr& n) const { one(n.pattern); }
  void parts(IntLiteral&) const {}
  void parts(FloatLiteral&) const {}
  void parts(CharLiteral&) const {}
  void parts(StringLiteral&) const {}
  void parts(BoolLiteral&) const {}
  void parts(NullptrLiteral&) const {}
  void parts(ThisExpr&) const {}
  void parts(LambdaExpr& n) const {
    for (auto& [name, e] : n.initialised)
      one(e);
  }
  void parts(StatementExpr&) const {}
  void parts(OpaqueExpr&) const {}

  void parts(BuiltinType&) const {}
  void parts(NamedType& n) const { name(n.name); }
  void parts(PointerType& n) const { one(n.to); }
  void parts(ReferenceType& n) const { one(n.to); }
  void parts(ArrayType& n) const { one(n.element), one(n.extent); }
  void parts(FunctionType& n) const {
    one(n.result);
    for (TypePtr& p : n.params)
      one(p);
  }
  void parts(AutoType&) const {}
  void parts(DecltypeType& n) const { one(n.of); }
  void parts(InlineType&) const {}

  const Renaming& names_;
};

} // namespace

ExprPtr renamed(const ExprPtr& e, const Renaming& names) { return Renamer(names)(e); }
TypePtr renamed(const TypePtr& type, const Renaming& names) { return Renamer(names)(type); }
TemplateArg renamed(const TemplateArg& arg, const Renaming& names) { return Renamer(names)(arg); }

} // namespace heddle::cuda
