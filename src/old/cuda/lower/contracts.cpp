// Contracts in the source, as GPUVerify's tests write them, and assert().
#include "core/relation.hpp"
#include "cuda/lower/internal.hpp"
#include "cuda/syntax/walk.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace heddle::cuda {

namespace {

// Hints for another tool's proof: nothing depends on them here.
constexpr auto hints = std::to_array<std::string_view>(
    {"__ensures", "__invariant", "__global_invariant", "__function_wide_invariant",
     "__function_wide_candidate_invariant", "__candidate_invariant", "__candidate_global_invariant",
     "__global_ensures", "__requires_fresh_array", "__global_requires_fresh_array",
     "__non_temporal_loads_begin", "__non_temporal_loads_end", "__invariant_end",
     "__builtin_assume_aligned", "__axiom"});

// Statements about two threads, or about the log of accesses of the other tool.
constexpr auto relational = std::to_array<std::string_view>({"__other_ptr_base",
                                                             "__same",
                                                             "__read",
                                                             "__write",
                                                             "__no_read",
                                                             "__no_write",
                                                             "__read_implies",
                                                             "__write_implies",
                                                             "__read_offset_bytes",
                                                             "__write_offset_bytes",
                                                             "__read_offset",
                                                             "__write_offset",
                                                             "__ptr_base",
                                                             "__ptr_offset",
                                                             "__ptr_offset_bytes",
                                                             "__at_most_one",
                                                             "__exclusive_or",
                                                             "__return_val_int",
                                                             "__return_val_bool",
                                                             "__return_val_ptr",
                                                             "__return_val_funptr",
                                                             "__return_val",
                                                             "__old_int",
                                                             "__old_bool",
                                                             "__add_noovfl",
                                                             "__add_noovfl_unsigned"});

// Statements about one value in two threads.
constexpr auto two_threads = std::to_array<std::string_view>(
    {"__distinct_int", "__distinct_bool", "__distinct_float", "__uniform_int", "__uniform_bool",
     "__uniform_float", "__other_int", "__other_bool", "__other_float"});

bool has_call(const ExprPtr& e, std::span<const std::string_view> names) {
  bool found = false;
  walk(e, [&](const ExprPtr& x) {
    if (auto* name = std::get_if<NameExpr>(&x->node))
      found = found || std::ranges::find(names, name->name.parts.back().identifier) != names.end();
  });
  return found;
}

} // namespace

bool Lowering::is_relational(const ExprPtr& e) const { return has_call(e, relational); }

// `e` over parameters and dimensions only, where variables that still hold their parameter's
// initial value are replaced by it.
std::optional<Expr> Lowering::as_launch_constant(Expr e) {
  const Expr r = pool_->substitute(e, [&](Expr x) -> Expr {
    if (x->op != Op::symbol) return nullptr;
    const auto it = initial_.find(static_cast<core::VarId>(x->value));
    if (it == initial_.end() || written_[it->first] != it->second.second) return nullptr;
    return it->second.first;
  });
  const bool constant = std::ranges::all_of(atoms(r), [&](Expr x) {
    if (x->op != Op::symbol) return true;
    const Role role = pool_->symbol(x).role;
    return role == Role::parameter || role == Role::block_dim || role == Role::grid_dim;
  });
  return constant ? std::optional(r) : std::nullopt;
}

// distinct(a), monotone(a): what all elements of an array keep, at the launch.
std::optional<core::Contract> Lowering::array_contract(const ExprPtr& e) {
  const auto* call = std::get_if<CallExpr>(&e->node);
  const auto* callee = call ? std::get_if<NameExpr>(&call->callee->node) : nullptr;
  if (!callee || callee->name.parts.size() != 1 || call->args.size() != 1) return std::nullopt;
  const std::string& name = callee->name.parts.back().identifier;
  if ((name != "distinct" && name != "monotone") || program_.functions.contains(name))
    return std::nullopt;
  Value v;
  const core::Block block = collect([&] { v = eval(call->args[0]); });
  if (!block.empty() || !v.pointer) return std::nullopt;
  const auto base = constant_value(v.pointer->base);
  if (!base || *base == null_pointee ||
      constant_value(v.pointer->offset) != std::optional<std::int64_t>(0))
    return std::nullopt;
  const Pointee& target = pointees_.at(static_cast<std::size_t>(*base));
  if (target.kind != Pointee::Kind::array || !kernel_.arrays[target.array].is_parameter)
    return std::nullopt;
  return core::Contract{name == "distinct" ? core::Contract::Kind::distinct
                                           : core::Contract::Kind::monotone,
                        target.array};
}

void Lowering::assume_contract(core::Contract contract, std::string text, std::string origin,
                               Loc loc) {
  kernel_.contracts.push_back(contract);
  assume(pool_->boolean(true), std::move(text), std::move(origin), loc);
}

void Lowering::require(const ExprPtr& e, const std::string& origin, bool entry, Loc loc) {
  if (is_relational(e) || has_call(e, two_threads)) return; // dropping an assumption is sound
  // in no branch of an expression, and skipped by no jump
  const bool unconditional = frames_.size() == 1 && frame().control_depth == 0 &&
                             out_ == &kernel_.body && (entry || !exits_);
  if (auto contract = array_contract(e)) {
    if (unconditional) return assume_contract(*contract, spell(e), origin, loc);
    return unsupported("a condition on an array's content, other than where the kernel starts",
                       loc);
  }
  // A condition on an address-taken function pointer parameter names its targets.
  Expr cond = nullptr;
  core::Block block = collect([&] { cond = eval_condition(e); });
  const bool plain = block.empty();
  for (core::Stmt& s : block)
    out_->push_back(std::move(s));
  if (is_true(cond)) return;
  if (plain && unconditional)
    if (auto c = as_launch_constant(cond)) return assume(*c, spell(e), origin, loc);
  emit(core::Assume{cond}, loc);
}

// assert(n % 4 == 0) where the kernel starts: what its author asks of launches, unless one of them
// says otherwise (LoweredKernel::checking_asserts).
bool Lowering::precondition(const ExprPtr& e, Loc loc) {
  if (!request_.assume_asserts) return false;
  if (frames_.size() != 1 || frame().control_depth != 0 || out_ != &kernel_.body || exits_)
    return false;
  if (is_relational(e)) return false;
  const std::size_t unknowns = kernel_.unknowns.size();
  Expr cond = nullptr;
  const core::Block block = collect([&] { cond = eval_condition(e); });
  const auto constant = as_launch_constant(cond);
  if (!block.empty() || !constant || kernel_.unknowns.size() != unknowns) return false;
  if (is_true(*constant)) return true;
  if (is_false(*constant)) return false;
  assume(*constant, spell(e), std::string(asserted) + " " + ctx_.files.describe(loc), loc);
  return true;
}

void Lowering::oblige(const ExprPtr& e, const std::string& text, Loc loc) {
  // At the start of the kernel nothing has been read: every read makes a temporary.
  const auto* call = std::get_if<CallExpr>(&e->node);
  const auto* callee = call ? std::get_if<NameExpr>(&call->callee->node) : nullptr;
  if (callee && callee->name.parts.back().identifier == "__no_read" && frames_.size() == 1 &&
      frame().control_depth == 0 && next_temp_ == 1)
    return;
  if (is_relational(e))
    return unsupported("the obligation " + text + ", which relates two threads", loc);
  const bool outer = std::exchange(in_assertion_, true);
  const Expr cond = eval_condition(e);
  in_assertion_ = outer;
  emit(core::Assert{cond, text}, loc);
}

std::optional<Value> Lowering::contract_call(const std::string& name, const CallExpr& n,
                                             const ExprNode& e) {
  const Value nothing{make_void(), nullptr, {}, {}};
  if (std::ranges::find(hints, name) != hints.end()) {
    if (name != "__builtin_assume_aligned") return nothing;
    return n.args.empty() ? nothing : eval(n.args[0]);
  }
  if (n.args.size() == 1 && (name == "__requires" || name == "__global_requires")) {
    if (frames_.size() == 1) {
      require(n.args[0], "__requires", true, e.loc);
    } else { // a device function's precondition is checked where it is called
      oblige(n.args[0], spell_call(e), e.loc);
    }
    return nothing;
  }
  if (n.args.size() == 1 &&
      (name == "__assume" || name == "__global_assume" || name == "__builtin_assume")) {
    require(n.args[0], name, false, e.loc);
    return nothing;
  }
  if (n.args.size() == 1 && name == "assert" && precondition(n.args[0], e.loc)) return nothing;
  if (n.args.size() == 1 && (name == "__assert" || name == "__global_assert" || name == "assert")) {
    oblige(n.args[0], spell_call(e), e.loc);
    return nothing;
  }
  if (name == "__enabled") return bool_value(pool_->boolean(true));
  if (name == "__implies" && n.args.size() == 2) {
    const Expr a = eval_condition(n.args[0]);
    Expr b = nullptr;
    core::Block block = collect([&] { b = eval_condition(n.args[1]); });
    if (block.empty()) return bool_value(pool_->implies(a, b));
    const core::VarId t = new_temp(Type::boolean(), e.loc);
    core::Block more = collect([&] { assign(t, b, e.loc); });
    block.insert(block.end(), more.begin(), more.end());
    core::Block skipped = collect([&] { assign(t, pool_->boolean(true), e.loc); });
    emit_if(a, std::move(block), std::move(skipped), e.loc);
    return bool_value(pool_->symbol_ref(t));
  }
  if (std::ranges::find(two_threads, name) != two_threads.end() && n.args.size() == 1) {
    if (!in_assertion_)
      return not_understood("'" + spell_call(e) + "', which relates two threads", e.loc);
    const Value mine = eval(n.args[0]);
    if (!mine.scalar) return not_understood("'" + spell_call(e) + "'", e.loc);
    const Expr other = pure(core::other_thread, mine.scalar->type, {mine.scalar});
    if (name.starts_with("__other")) return make_scalar(mine.type, other);
    const Expr same = pool_->eq(mine.scalar, other);
    return bool_value(name.starts_with("__uniform") ? same : pool_->logical_not(same));
  }
  if (std::ranges::find(relational, name) != relational.end()) {
    // Only in contracts that are not understood as a whole; a value has no meaning here.
    return not_understood("'" + spell_call(e) + "', which relates two threads", e.loc);
  }
  return std::nullopt;
}

} // namespace heddle::cuda
