#include "core/interpreter/slice.hpp"

#include "core/visit.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <unordered_map>
#include <vector>

namespace heddle::core {

namespace {

// Powers of two that divide expressions whatever their symbols are.
class Divisors {
public:
  std::uint64_t of(Expr e, unsigned depth = 0) {
    if (const auto known = known_.find(e); known != known_.end()) return known->second;
    if (depth > max_depth) return 1;
    const std::uint64_t divisor = std::min(most, compute(e, depth + 1));
    return known_[e] = divisor;
  }

private:
  // A shift or product of this many zero bits is no better than one of fewer.
  static constexpr std::uint64_t most = std::uint64_t{1} << 31;
  static constexpr unsigned max_depth = 100;

  std::uint64_t compute(Expr e, unsigned depth) {
    switch (e->op) {
    case Op::constant:
      return e->value == 0 ? most : std::uint64_t{1} << std::min(31, std::countr_zero(bits(e)));
    case Op::add:
    case Op::sub:
      return std::min(of(e->args[0], depth), of(e->args[1], depth));
    case Op::mul:
      return of(e->args[0], depth) * of(e->args[1], depth);
    case Op::shl:
      return e->args[1]->op == Op::constant && bits(e->args[1]) < 32
                 ? of(e->args[0], depth) << bits(e->args[1])
                 : 1;
    case Op::cast: // modulo 2^width
      return e->type.width >= 32 ? of(e->args[0], depth) : 1;
    default:
      return 1;
    }
  }
  static std::uint64_t bits(Expr e) { return static_cast<std::uint64_t>(e->value); }

  std::unordered_map<Expr, std::uint64_t> known_;
};

bool jumps(const Block& block) {
  bool found = false;
  for_each_statement(block, [&](const Stmt& s) {
    found |= std::holds_alternative<Break>(s.node) || std::holds_alternative<Continue>(s.node) ||
             std::holds_alternative<Exit>(s.node);
  });
  return found;
}

class Slicer {
public:
  Slicer(const Kernel& kernel, const std::vector<ReplayTarget>& targets)
      : kernel_(kernel), targets_(targets) {
    std::vector<std::unordered_set<ArrayId>> writes(targets.size());
    for_each_statement(kernel.body, [&](const Stmt& s) {
      if (const auto* a = std::get_if<Atomic>(&s.node)) written_.insert(a->array);
      const auto* w = std::get_if<Write>(&s.node);
      if (!w) return;
      written_.insert(w->array);
      for (std::size_t i = 0; i < targets.size(); ++i)
        if (is_at(s, targets[i])) writes[i].insert(w->array);
    });
    compares_values_ = may_be_of_one_array(writes);
    for (const auto& [a, b] : kernel.aliases)
      if (written_.contains(a) || written_.contains(b)) written_.insert({a, b});
  }

  Slice run() {
    do {
      changed_ = false;
      keep_needed(kernel_.body);
    } while (changed_);
    return std::move(out_);
  }

private:
  // What each of them writes: a copy into shared memory stands where what it copies is read.
  bool may_be_of_one_array(const std::vector<std::unordered_set<ArrayId>>& writes) const {
    const auto are_one = [&](ArrayId a, ArrayId b) {
      return a == b || std::ranges::any_of(kernel_.aliases, [&](const auto& alias) {
               return (alias.first == a && alias.second == b) ||
                      (alias.first == b && alias.second == a);
             });
    };
    return std::ranges::any_of(writes.front(), [&](ArrayId a) {
      return std::ranges::all_of(writes, [&](const auto& others) {
        return std::ranges::any_of(others, [&](ArrayId b) { return are_one(a, b); });
      });
    });
  }
  static bool is_at(const Stmt& s, const ReplayTarget& target) {
    return s.loc == target.loc && (!target.call || s.call == *target.call);
  }
  bool is_target(const Stmt& s) const {
    return std::ranges::any_of(targets_, [&](const ReplayTarget& t) { return is_at(s, t); });
  }

  void need(Expr e) {
    if (!e || !seen_.insert(e).second) return;
    for (Expr part : atoms(e))
      if (part->op == Op::symbol && vars_.insert(static_cast<SymbolId>(part->value)).second)
        changed_ = true;
  }
  void need_array(ArrayId array) {
    if (!arrays_.insert(array).second) return;
    changed_ = true;
    for (const auto& [a, b] : kernel_.aliases)
      if (a == array || b == array) need_array(a == array ? b : a);
  }
  void need_label(LabelId label) { changed_ |= labels_.insert(label).second; }

  bool may_trap(Expr offset, unsigned align) {
    return align > 1 && divisors_.of(offset) % align != 0;
  }

  bool keep_needed(const Block& block) {
    bool any = false;
    for (const Stmt& s : block)
      any |= keep_needed(s);
    return any;
  }

  // Looks at what is below in any case: jumps that stay there keep what is around them.
  bool keep_needed(const Stmt& s) {
    const bool needed = std::visit([&](const auto& node) { return is_needed(s, node); }, s.node);
    if (needed && out_.kept.insert(&s).second) changed_ = true;
    return needed;
  }

  bool sets_needed(VarId var) const { return vars_.contains(var); }

  bool is_needed(const Stmt&, const Assign& n) {
    if (!sets_needed(n.var)) return false;
    need(n.value);
    return true;
  }
  bool is_needed(const Stmt&, const Havoc& n) {
    if (!sets_needed(n.var)) return false;
    if (n.exchange)
      for (Expr e : {n.exchange->value, n.exchange->lane, n.exchange->width, n.exchange->mask})
        need(e);
    return true;
  }
  // What is known of a result holds of the one that a run makes, too.
  bool is_needed(const Stmt& s, const Assume& n) {
    if (n.of_results) return false;
    for_each_expression(s, [&](Expr e) { need(e); });
    return true;
  }
  bool is_needed(const Stmt& s, const Read& n) {
    const bool is_read = sets_needed(n.var);
    if (!is_read && !is_target(s) && !may_trap(n.offset, n.align)) return false;
    need(n.offset);
    if (is_read) need_array(n.array);
    if (is_read) out_.remembered.insert(&s);
    return true;
  }
  bool is_needed(const Stmt& s, const Write& n) {
    const bool is_stored = arrays_.contains(n.array) || (is_target(s) && compares_values_);
    if (!is_stored && !is_target(s) && !may_trap(n.offset, n.align)) return false;
    if (arrays_.contains(n.array)) out_.remembered.insert(&s);
    need(n.offset);
    if (!n.value || !(is_stored || atoms(n.value).empty())) return true;
    need(n.value);
    changed_ |= out_.stored.insert(&s).second;
    return true;
  }
  bool is_needed(const Stmt& s, const Atomic& n) {
    const bool is_used = arrays_.contains(n.array) || (n.var && sets_needed(*n.var));
    if (!is_used && !is_target(s)) return false;
    need(n.offset);
    need(n.operand);
    need(n.compare);
    if (is_used) need_array(n.array);
    if (is_used) out_.remembered.insert(&s);
    return true;
  }
  bool is_needed(const Stmt& s, const Assert& n) {
    if (!is_target(s)) return false;
    need(n.cond);
    if (n.copy) need(n.copy->offset);
    return true;
  }

  bool is_needed(const Stmt&, const If& n) {
    const bool then_needed = keep_needed(n.then_block), else_needed = keep_needed(n.else_block);
    if (!then_needed && !else_needed) return false;
    need(n.cond);
    return true;
  }
  bool is_needed(const Stmt& s, const Loop& n) {
    bool any = keep_needed(n.head);
    any |= keep_needed(n.body);
    any |= keep_needed(n.step);
    if (!any && !may_wait(s, n)) return false;
    need_label(n.label);
    need(n.cond);
    return true;
  }
  bool is_needed(const Stmt&, const Labeled& n) {
    if (!keep_needed(n.body)) return false;
    need_label(n.label);
    return true;
  }
  bool is_needed(const Stmt&, const Break& n) const { return labels_.contains(n.label); }
  bool is_needed(const Stmt&, const Continue& n) const { return labels_.contains(n.label); }

  template <class Other> bool is_needed(const Stmt& s, const Other&) {
    for_each_expression(s, [&](Expr e) { need(e); });
    return true;
  }

  // May how long the loop runs be up to what other threads do, or to what is not known? Or does
  // nothing end it?
  bool may_wait(const Stmt& s, const Loop& n) {
    const auto known = may_wait_.find(&s);
    if (known != may_wait_.end()) return known->second;
    std::unordered_set<VarId> deciding;
    const auto decides = [&](Expr e) {
      bool fresh = false;
      for (Expr part : atoms(e))
        if (part->op == Op::symbol)
          fresh |= deciding.insert(static_cast<SymbolId>(part->value)).second;
      return fresh;
    };
    decides(n.cond);
    bool waits = false, fresh = true, leaves = !is_true(n.cond) || jumps(n.body);
    while (fresh && !waits) {
      fresh = false;
      for_each_statement(s, [&](const Stmt& inner) {
        const auto* branch = std::get_if<If>(&inner.node);
        if (branch && (jumps(branch->then_block) || jumps(branch->else_block))) {
          fresh |= decides(branch->cond);
          leaves = true;
        }
        if (const auto* loop = std::get_if<Loop>(&inner.node)) fresh |= decides(loop->cond);
        const auto var = assigned_variable(inner);
        if (!var || !deciding.contains(*var)) return;
        if (const auto* assign = std::get_if<Assign>(&inner.node)) fresh |= decides(assign->value);
        const auto* read = std::get_if<Read>(&inner.node);
        if (read) fresh |= decides(read->offset);
        waits |= std::holds_alternative<Atomic>(inner.node) ||
                 std::holds_alternative<Havoc>(inner.node) || (read && may_change(read->array));
      });
    }
    return may_wait_[&s] = waits || !leaves;
  }

  bool may_change(ArrayId array) const {
    const Array& a = kernel_.arrays[array];
    return a.is_volatile || (written_.contains(array) && a.space != Space::local);
  }

  const Kernel& kernel_;
  const std::vector<ReplayTarget>& targets_;
  Slice out_;
  std::unordered_set<VarId> vars_;
  std::unordered_set<ArrayId> arrays_, written_;
  std::unordered_set<LabelId> labels_;
  std::unordered_set<Expr> seen_;
  std::unordered_map<const Stmt*, bool> may_wait_;
  Divisors divisors_;
  bool compares_values_ = false;
  bool changed_ = false;
};

} // namespace

Slice slice(const Kernel& kernel, const std::vector<ReplayTarget>& targets) {
  return Slicer(kernel, targets).run();
}

} // namespace heddle::core
