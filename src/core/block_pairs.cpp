#include "core/block_pairs.hpp"

#include "core/clusters.hpp"
#include "core/visit.hpp"

#include <algorithm>

namespace heddle::core {

namespace {

class Pairs {
public:
  explicit Pairs(const Kernel& joined) : kernel_(joined), pool_(*joined.pool) {}

  std::vector<std::pair<std::string, Loc>> run() {
    do {
      changed_ = false;
      found_.clear();
      left_.clear();
      parted_.clear();
      walk(kernel_.body, {});
    } while (changed_);
    return std::move(found_);
  }

private:
  // The way to a statement.
  struct Way {
    bool apart = false;       // a condition that tells blocks apart is around it
    bool conditional = false; // any condition is
    bool waited = false;      // for other than all threads
    bool freed = false;
  };

  bool differs(Expr e) const {
    return e && std::ranges::any_of(atoms(e), [&](Expr atom) {
             if (atom->op != Op::symbol)
               return std::ranges::any_of(atom->args, [&](Expr arg) { return differs(arg); });
             const auto id = static_cast<SymbolId>(atom->value);
             return id == kernel_.thread_index[2] || own_.contains(id);
           });
  }
  void set(VarId var, bool own) {
    if (own) changed_ |= own_.insert(var).second;
  }
  void miss(std::string reason, Loc loc) { found_.emplace_back(std::move(reason), loc); }

  Way walk(const Block& block, Way way) {
    for (const Stmt& s : block) {
      way.apart |= !parted_.empty();
      way.conditional |= !left_.empty();
      std::visit([&](const auto& node) { visit(node, s, way); }, s.node);
    }
    return way;
  }

  void visit(const Assign& n, const Stmt&, Way& way) { set(n.var, way.apart || differs(n.value)); }
  void visit(const Havoc& n, const Stmt&, Way& way) {
    set(n.var, way.apart || n.sharing < Scope::block);
  }
  void visit(const Read& n, const Stmt&, Way&) { set(n.var, true); }
  void visit(const Atomic& n, const Stmt& s, Way& way) {
    if (n.var) set(*n.var, true);
    if (n.op == pair_relinquishment)
      return meet_peer("tcgen05.relinquish_alloc_permit.cta_group::2", s, way);
    if (n.op != pair_deallocation) return;
    if (way.apart) miss("tcgen05.dealloc.cta_group::2 that one block of a pair may miss", s.loc);
    way.freed = true;
  }
  void visit(const Barrier& n, const Stmt& s, Way& way) {
    if (n.text.starts_with(pair_allocation)) meet_peer(std::string(pair_allocation), s, way);
    if (n.scope <= Scope::warp) return;
    if (n.scope == Scope::cluster && way.apart)
      miss("a barrier of the cluster that one block of a pair may miss, beside "
           "tcgen05.dealloc.cta_group::2",
           s.loc);
    wait(way.conditional, s, way);
  }
  void visit(const NamedBarrier& n, const Stmt& s, Way& way) {
    if (n.kind > NamedBarrier::Kind::arrive) return;
    const std::int64_t threads = block_threads();
    const bool all = n.count && constant_value(n.count) == std::optional(threads);
    wait(way.conditional || !all || n.kind == NamedBarrier::Kind::arrive, s, way);
  }
  void visit(const Mbarrier& n, const Stmt& s, Way& way) {
    const bool waits = n.kind == Mbarrier::Kind::wait_parity || n.kind == Mbarrier::Kind::wait_own;
    wait(waits && !is_cluster_barrier(kernel_.arrays[n.array]), s, way);
  }
  // What a warp of the other block makes as well, before which only all threads are waited for.
  void meet_peer(const std::string& what, const Stmt& s, const Way& way) {
    if (way.apart) miss(what + " that one block of a pair may miss", s.loc);
    if (way.waited)
      miss(what + " behind a wait for some threads: the other block of the pair may not come to it",
           s.loc);
  }
  // Something that others may wait for; `for_some`: it waits itself, and not for all threads.
  void wait(bool for_some, const Stmt& s, Way& way) {
    if (way.freed)
      miss("what stands behind tcgen05.dealloc.cta_group::2: it may wait for the other block",
           s.loc);
    way.waited |= for_some;
  }

  void visit(const If& n, const Stmt&, Way& way) {
    Way within = way;
    within.conditional = true;
    within.apart |= differs(n.cond);
    auto left = left_, parted = parted_;
    const Way yes = walk(n.then_block, within);
    std::swap(left, left_); // who left there is not among those that go the other way
    std::swap(parted, parted_);
    const Way no = walk(n.else_block, within);
    left_.merge(left);
    parted_.merge(parted);
    way.waited = yes.waited || no.waited;
    way.freed = yes.freed || no.freed;
  }
  void visit(const Loop& n, const Stmt&, Way& way) {
    Way within = way;
    within.conditional = true;
    within.apart |= differs(n.cond);
    for (const Block* part : {&n.head, &n.body, &n.step})
      enter(*part, within);
    way.waited = within.waited;
    way.freed = within.freed;
    meet(n.label);
  }
  void visit(const Labeled& n, const Stmt&, Way& way) {
    enter(n.body, way);
    meet(n.label);
  }
  void visit(const AsyncCopy& n, const Stmt&, Way& way) { enter(n.body, way); }
  void visit(const Break& n, const Stmt&, Way& way) { leave(n.label, way); }
  void visit(const Continue& n, const Stmt&, Way& way) { leave(n.label, way); }
  void visit(const Exit&, const Stmt&, Way& way) { leave(std::nullopt, way); }
  void visit(const auto&, const Stmt&, Way&) {}

  void enter(const Block& block, Way& way) {
    const Way done = walk(block, way);
    way.waited = done.waited;
    way.freed = done.freed;
  }
  void leave(std::optional<LabelId> to, const Way& way) {
    left_.insert(to);
    if (way.apart) parted_.insert(to);
  }
  // Behind what the label names all are together again that left for it.
  void meet(LabelId label) {
    left_.erase(label);
    parted_.erase(label);
  }

  std::int64_t block_threads() const {
    std::int64_t threads = 1;
    for (const std::size_t axis : {0, 1}) {
      const Symbol& extent = pool_.symbol(kernel_.block_dim[axis]);
      if (kernel_.block_axes & 1u << axis) threads *= extent.low.value_or(0);
    }
    return threads;
  }

  const Kernel& kernel_;
  const Pool& pool_;
  std::set<SymbolId> own_; // variables whose values may differ between the blocks
  std::vector<std::pair<std::string, Loc>> found_;
  // Where some threads have gone that left; std::nullopt: from the kernel. Of one block, and
  // perhaps not of the other.
  std::set<std::optional<LabelId>> left_, parted_;
  bool changed_ = false;
};

bool has_pairs(const Block& block) {
  bool found = false;
  for_each_statement(block, [&](const Stmt& s) {
    const auto* atomic = std::get_if<Atomic>(&s.node);
    const auto* barrier = std::get_if<Barrier>(&s.node);
    found |= (atomic && (atomic->op == pair_deallocation || atomic->op == pair_relinquishment)) ||
             (barrier && barrier->text.starts_with(pair_allocation));
  });
  return found;
}

} // namespace

std::vector<std::pair<std::string, Loc>> missed_by_pairs(const Kernel& joined) {
  if (!has_pairs(joined.body)) return {};
  return Pairs(joined).run();
}

} // namespace heddle::core
