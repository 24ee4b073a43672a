#include "smt/conversions.hpp"

#include "smt/normal/rules.hpp"

namespace heddle::smt {

Query SignedOffsets::rewrite(const Query& query) {
  Query other{query.name, {}, {}};
  for (Expr e : query.assertions)
    other.assertions.push_back(rewrite(e));
  for (Expr e : query.uniform)
    other.uniform.push_back(rewrite(e));
  return other;
}

// Bottom-up, without recursion: queries may be deep.
Expr SignedOffsets::rewrite(Expr root) {
  std::vector<Expr> work{root};
  while (!work.empty()) {
    Expr e = work.back();
    const std::size_t before = work.size();
    if (!memo_.contains(e))
      for (Expr a : e->args)
        if (!memo_.contains(a)) work.push_back(a);
    if (work.size() != before) continue;
    work.pop_back();
    if (!memo_.contains(e)) memo_.emplace(e, rebuilt(e));
  }
  return memo_.at(root);
}

Expr SignedOffsets::rebuilt(Expr e) {
  if (e->args.empty()) return e;
  std::vector<Expr> args;
  for (Expr a : e->args)
    args.push_back(memo_.at(a));
  if (e->op == Op::cast && e->type == Type::i64() && args[0]->type == Type::u64())
    return as_signed(args[0]);
  const bool compares = e->op == Op::lt || e->op == Op::le || e->op == Op::eq;
  if (comparisons_ && compares && args[0]->type == Type::u64()) {
    fired(Rule::offset_compared);
    for (Expr& a : args)
      a = as_signed(a);
  }
  if (e->op == Op::cast && e->type == Type::u64() && args[0]->type.is_signed)
    converted_.push_back(args[0]);
  return pool_.rebuild(e->op, e->type, e->value, std::move(args));
}

Expr SignedOffsets::as_signed(Expr e) {
  if (auto it = signed_.find(e); it != signed_.end()) return it->second;
  const auto arg = [&](std::size_t i) { return as_signed(e->args[i]); };
  if (e->op == Op::add || e->op == Op::sub || e->op == Op::mul) fired(Rule::offset_signed);
  Expr result = nullptr;
  if (e->op == Op::add) {
    result = pool_.add(arg(0), arg(1));
  } else if (e->op == Op::sub) {
    result = pool_.sub(arg(0), arg(1));
  } else if (e->op == Op::mul) {
    result = pool_.mul(arg(0), arg(1));
  } else if (e->op == Op::ite) {
    result = pool_.ite(e->args[0], arg(1), arg(2));
  } else if (e->op == Op::cast) {
    result = pool_.cast(e->args[0], Type::i64());
  } else if (comparisons_ && (e->op == Op::div || e->op == Op::rem)) {
    fired(Rule::offset_compared);
    result = pool_.rebuild(e->op, Type::i64(), e->value, {arg(0), arg(1)});
  } else {
    result = pool_.cast(e, Type::i64());
  }
  signed_.emplace(e, result);
  return result;
}

std::vector<Expr> SignedOffsets::nonnegative() const {
  std::vector<Expr> facts;
  for (Expr e : converted_)
    facts.push_back(pool_.le(pool_.constant(0, e->type), e));
  return facts;
}

void SignedOffsets::complete(Model& model, const Query& query) {
  for (Expr e : query.assertions)
    for (Expr atom : atoms(e)) {
      const auto value = model.values.find(rewrite(atom));
      if (value != model.values.end()) model.values.emplace(atom, value->second);
    }
}

} // namespace heddle::smt
