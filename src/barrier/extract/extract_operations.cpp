// The operations of a unit: registrations at named barriers, uses of mbarriers.
#include "barrier/extract/extract_walk.hpp"
#include "core/join_blocks.hpp"
#include "core/meetings.hpp"
#include "core/proxy_fences.hpp"
#include "protocol/common.hpp"
#include "protocol/loops.hpp"

#include <algorithm>
#include <numeric>

namespace heddle::barrier {

namespace {

using protocol::Node;

constexpr std::size_t max_table = 4096;
constexpr std::size_t max_operations = 20'000;
constexpr std::int64_t max_count = 1 << 20; // of arrivals: the hardware's limit
constexpr std::int64_t most_values = 16;    // of what the kernel is split by

// A part of an expression with a few values: a remainder, or some low bits.
struct Few {
  Expr part = nullptr;
  std::int64_t low = 0, high = 0;
};

template <class Test> std::optional<Few> with_few_values(Expr e, const Test& wanted) {
  if ((e->op == Op::rem || e->op == Op::bit_and) && wanted(e)) {
    const auto most = constant_value(e->args[e->op == Op::rem || constant_value(e->args[1])]);
    if (most && 0 < *most && *most < most_values)
      return e->op == Op::rem ? Few{e, 1 - *most, *most - 1} : Few{e, 0, *most};
  }
  for (Expr arg : e->args)
    if (auto found = with_few_values(arg, wanted)) return found;
  return std::nullopt;
}

// A choice in `e` between two values.
template <class Test> Expr choice(Expr e, const Test& wanted) {
  if (e->op == Op::ite && wanted(e->args[0])) return e;
  for (Expr arg : e->args)
    if (Expr found = choice(arg, wanted)) return found;
  return nullptr;
}

} // namespace

Walk::Guards Walk::guards_here(Loc loc) {
  using Count = Operation::Count;
  constexpr const char* what = "a barrier under the condition";
  struct Group {
    std::vector<Expr> conds;
    Counted by;
  };
  std::map<Count, Group> groups;
  for (Expr guard : guards_)
    for (Expr part : guard->op == Op::logical_and ? guard->args : std::vector<Expr>{guard}) {
      const Counted c = outer_ ? in_nest(part, what, loc)
                               : Counted{part, binder(), program_.sections.back().trips};
      Group& group = groups[c.counts];
      // of running counts each has its own symbol
      group.conds.push_back(group.by.k ? protocol::replace(pool_, c.e, c.k, group.by.k) : c.e);
      if (!group.by.k) group.by = c;
    }
  Guards result;
  for (const auto& [counts, group] : groups) {
    IterationGuard& guard = counts == Count::outer     ? result.outer
                            : counts == Count::running ? result.running
                                                       : result.inner;
    guard = iteration_guard(pool_, group.conds, group.by.k, group.by.trips, loc, prover_);
    if (counts != Count::inner && guard.until > 0)
      throw NotUnderstood("a barrier that the last iterations of the outer loop leave out", loc);
  }
  return result;
}

void Walk::count_by(Operation& operation, Operation::Count counts, Loc loc) {
  const bool open = operation.barriers.size() == 1 && operation.parity.size() == 1;
  if (!open && operation.counts != counts)
    throw NotUnderstood("a barrier that goes by the iterations of two loops at once", loc);
  operation.counts = counts;
}

// What no iteration changes: `e` in the case at hand, where ever so many cases are told apart by
// what the whole block knows of it (`n % 3`, the slot that a ring has come to).
Expr Walk::in_case(Expr e, Loc loc) {
  const auto shared = [&](Expr part) { return !varies(part) && threads_.uniform(part); };
  const auto replaced = [&](Expr part, Expr value) {
    Pool::Memo known{{part, value}};
    return pool_.substitute(
        e, [](Expr) -> Expr { return nullptr; }, known);
  };
  while (!constant_value(e)) {
    if (Expr either = choice(e, shared)) {
      e = replaced(either, either->args[decided(either->args[0], loc) ? 1 : 2]);
      continue;
    }
    const auto few = with_few_values(e, shared);
    if (!few) break;
    Expr value = nullptr;
    for (std::int64_t v = few->high; !value && v >= few->low; --v) {
      Expr here = pool_.constant(v, few->part->type);
      if (decided(pool_.eq(few->part, here), loc)) value = here;
    }
    if (!value) break;
    e = replaced(few->part, value);
  }
  return e;
}

std::vector<std::int64_t> Walk::values(Expr e, Operation& operation, const char* what, Loc loc) {
  const Counted c = counted(in_case(e, loc), what, loc);
  const Guards guards = guards_here(loc);
  const std::int64_t from = c.counts == Operation::Count::outer     ? guards.outer.from
                            : c.counts == Operation::Count::running ? guards.running.from
                                                                    : guards.inner.from;
  auto result = periodic_values(pool_, c.e, c.k, c.trips, what, loc, prover_, from);
  if (result.size() > 1) count_by(operation, c.counts, loc);
  return result;
}

std::uint32_t Walk::place_number(const Node* node, const std::string& text, Loc loc,
                                 protocol::CallId call) {
  const auto [it, inserted] =
      tables_.place_of.try_emplace(node, static_cast<std::uint32_t>(tables_.places.size()));
  if (inserted) tables_.places.push_back({text, loc, call});
  return it->second;
}

// Do the threads that walk here register as a whole unit? Threads that have left the kernel do not
// count; false: nobody is left.
bool Walk::joined(const Node* node, Expr alive, bool aligned, const std::string& text, Loc loc,
                  protocol::CallId call) {
  Lanes here, missing;
  for (std::uint32_t t : unit_.threads) {
    if (alive && !decided(value(alive, t), loc)) continue;
    (std::ranges::binary_search(lanes_, t) ? here : missing).push_back(t);
  }
  if (here.empty()) return false;
  if (missing.empty()) return true;
  if (!aligned)
    throw NotUnderstood("some threads of a warp register at '" + text + "' without the others",
                        loc);
  misuse({Misuse::Kind::part, place_number(node, text, loc, call), 0, here.front(), missing.front(),
          nullptr},
         loc);
  return true;
}

Expr Walk::reached(Loc loc, std::int64_t residue, std::int64_t period) {
  Expr result = pool_.boolean(true);
  const auto runs = [&](std::int64_t first, Expr trips) {
    Expr least = pool_.constant(first, Type::i64());
    result = pool_.logical_and(result, pool_.lt(least, trips));
  };
  const Guards guards = guards_here(loc);
  if (outer_) runs(guards.outer.from, program_.outer_trips);
  if (Expr trips = program_.sections.back().trips) {
    std::int64_t first = guards.inner.from;
    while (!outer_ && first % period != residue)
      ++first;
    runs(first + guards.inner.until, trips);
  }
  return result;
}

// Each misuse once, with the condition under which it is met.
void Walk::misuse(Misuse misuse, Loc loc, std::int64_t residue, std::int64_t period) {
  const auto known = std::ranges::any_of(tables_.misuses, [&](const Misuse& m) {
    return m.kind == misuse.kind && m.place == misuse.place && m.value == misuse.value;
  });
  if (known) return;
  misuse.reached = reached(loc, residue, period);
  tables_.misuses.push_back(misuse);
}

// Threads of the unit that have left the kernel do not come to this barrier of all threads, or to
// one that counts whole warps (`counted`).
void Walk::missed(const Node* node, Expr alive, const std::string& text, Loc loc,
                  protocol::CallId call, bool counted) {
  if (!alive) return;
  std::optional<std::uint32_t> gone, comes;
  for (const std::uint32_t t : unit_.threads) {
    auto& first = decided(value(alive, t), loc) ? comes : gone;
    if (!first) first = t;
  }
  if (!gone || (counted && !comes)) return;
  const std::uint32_t place = place_number(node, text, loc, call);
  if (!std::ranges::count(tables_.missed, place, &Missed::place))
    tables_.missed.push_back({place, *gone, comes, reached(loc)});
}

void Walk::add(Operation operation, const std::vector<BarrierIndex>& barriers, Loc loc) {
  using Count = Operation::Count;
  const bool issues = operation.kind == Operation::Kind::phase_copy;
  if (open_copy_ && (!issues || *open_copy_ != guards_))
    throw NotUnderstood("a bulk copy whose mbarrier depends on a condition", loc);
  open_copy_.reset();
  const Guards guards = guards_here(loc);
  operation.barriers = barriers;
  operation.from = guards.inner.from;
  operation.until = guards.inner.until;
  operation.from_running = guards.running.from;
  operation.from_outer = guards.outer.from;
  const std::pair<Count, const IterationGuard&> all[] = {
      {Count::inner, guards.inner}, {Count::running, guards.running}, {Count::outer, guards.outer}};
  for (const auto& [counts, guard] : all) {
    if (guard.residues == std::vector<bool>{true}) continue;
    if (guard.residues.size() > 1) count_by(operation, counts, loc);
    const std::vector<BarrierIndex> table = operation.barriers;
    const std::size_t size = std::lcm(table.size(), guard.residues.size());
    if (size > max_table)
      throw NotUnderstood("a barrier whose id repeats only after many iterations", loc);
    operation.barriers.clear();
    for (std::size_t i = 0; i < size; ++i)
      operation.barriers.push_back(
          guard.residues[i % guard.residues.size()] ? table[i % table.size()] : not_executed);
  }
  Comers& here =
      tables_
          .come[{unit_.warp,
                 operation.place,
                 rounds(),
                 operation.barriers,
                 {guards.inner.from, guards.inner.until, guards.running.from, guards.outer.from}}];
  here.threads.insert(lanes_.begin(), lanes_.end());
  here.waits = here.waits || operation.kind == Operation::Kind::phase_wait ||
               operation.kind == Operation::Kind::sync;
  program_.sections.back().operations.push_back(std::move(operation));
  if (++steps_ > max_operations) throw NotUnderstood("too many barrier operations", loc);
}

void Walk::visit(const NodePtr& node, const protocol::Barrier& b) {
  // PTX ISA, "barrier.cluster": threads that have exited are not waited for, and warps need not be
  // at one instruction. That all blocks come to it is an obligation (protocol/uniform.cpp), or they
  // are one block.
  const bool together = core::blocks_of(protocol_.kernel->joined) > 1;
  const bool of_cluster =
      b.scope == Scope::cluster && (together || protocol::is_common(protocol_, b));
  if (!of_cluster && (b.scope != Scope::block || b.group_size != 0))
    throw NotUnderstood("'" + b.text + "' together with named barriers", b.loc);
  missed(node.get(), b.alive, b.text, b.loc, b.call);
  Operation op;
  op.ended = !joined(node.get(), b.alive, !together, b.text, b.loc, b.call);
  // "barrier.cluster": who arrives releases what came before; threads that have ended do not
  op.silent = op.ended && together;
  op.place = place_number(node.get(), b.text, b.loc, b.call);
  op.aligned = !of_cluster && !op.ended;
  add(std::move(op), {of_cluster && !together ? cluster_barrier : 0}, b.loc);
  if (binder()) return;
  ++meetings_;
  waited_ = false;
}

// Orders the lanes that it joins; one that joins not all of the warp is passed over.
void Walk::sync_warp(const NodePtr& node, const protocol::Barrier& b) {
  const auto mask = b.mask ? constant_value(b.mask) : std::int64_t{0xffffffff};
  const bool full = mask && static_cast<std::uint32_t>(*mask) == 0xffffffff &&
                    b.group_size % core::lanes_of_warp == 0;
  if (!full || lanes_.size() != unit_.threads.size() || !b.alive) return;
  for (const std::uint32_t t : lanes_) {
    Expr alive = value(b.alive, t);
    if (!is_true(alive) && (!threads_.uniform(alive) || varies(alive) || !decided(alive, b.loc)))
      return;
  }
  Operation op;
  op.place = place_number(node.get(), b.text, b.loc, b.call);
  op.kind = unit_.whole ? Operation::Kind::warp_sync : Operation::Kind::sync;
  op.count = core::lanes_of_warp;
  const std::uint32_t warp = unit_.whole ? 0 : unit_.warp;
  add(std::move(op), {barrier_ids + static_cast<BarrierIndex>(warp)}, b.loc);
}

std::uint32_t Walk::constant(Expr e, const char* what, Loc loc) {
  Expr here = common(e, what, loc);
  const auto value = constant_value(here);
  if (!value || *value < 0 || *value > max_count)
    throw NotUnderstood(std::string(what) + " '" + to_string(pool_, here) + "' is not a constant",
                        loc);
  return static_cast<std::uint32_t>(*value);
}

namespace {

Operation::Kind mark_of(core::NamedBarrier::Kind kind) {
  using Kind = core::NamedBarrier::Kind;
  switch (kind) {
  case Kind::tensor_before:
    return Operation::Kind::tensor_before;
  case Kind::tensor_after:
    return Operation::Kind::tensor_after;
  case Kind::map_release:
    return Operation::Kind::map_release;
  case Kind::map_acquire:
    return Operation::Kind::map_acquire;
  case Kind::matrix_wait:
    return Operation::Kind::matrix_wait;
  case Kind::fence:
  case Kind::sync:
  case Kind::arrive:
    break;
  }
  return Operation::Kind::fence;
}

} // namespace

// A fence, or a wait for matrix products. Threads that have left the kernel make none, and nothing
// else is asked of them.
void Walk::mark(const NodePtr& node, const protocol::NamedBarrier& b) {
  if (!joined(node.get(), b.alive, false, b.op.text, b.loc, b.call)) return;
  Operation op;
  op.kind = mark_of(b.op.kind);
  op.place = place_number(node.get(), b.op.text, b.loc, b.call);
  if (b.op.at) tables_.places[op.place].map = std::pair(b.op.map, b.op.at);
  if (op.kind == Operation::Kind::fence) tables_.places[op.place].fenced = core::covered_by(b.op);
  add(std::move(op), {barrier_ids}, b.loc);
}

void Walk::visit(const NodePtr& node, const protocol::NamedBarrier& b) {
  if (b.op.kind > core::NamedBarrier::Kind::arrive) return mark(node, b);
  if (!b.op.count || b.op.aligned)
    missed(node.get(), b.alive, b.op.text, b.loc, b.call, b.op.count != nullptr);
  if (!joined(node.get(), b.alive, b.op.aligned, b.op.text, b.loc, b.call)) return;
  Operation op;
  op.kind =
      b.op.kind == core::NamedBarrier::Kind::sync ? Operation::Kind::sync : Operation::Kind::arrive;
  op.aligned = b.op.aligned;
  op.place = place_number(node.get(), b.op.text, b.loc, b.call);
  if (b.op.count) {
    op.count = constant(b.op.count, "the thread count of a barrier", b.loc);
    if (op.count == 0 || op.count % core::lanes_of_warp != 0)
      return misuse({Misuse::Kind::count, op.place, op.count, lanes_.front(), 0, nullptr}, b.loc);
  }
  Expr id = common(b.op.id, "the id of a barrier", b.loc);
  std::vector<BarrierIndex> barriers;
  const auto ids = values(id, op, "the barrier id", b.loc);
  for (std::size_t r = 0; r < ids.size(); ++r) {
    const std::int64_t v = ids[r], asked = v >= core::beyond_ids ? v - core::beyond_ids : v;
    const bool valid = v >= 0 && v < core::barrier_numbers(*protocol_.kernel);
    if (!valid)
      misuse({Misuse::Kind::id, op.place, asked, lanes_.front(), 0, nullptr}, b.loc,
             static_cast<std::int64_t>(r), static_cast<std::int64_t>(ids.size()));
    barriers.push_back(valid ? static_cast<BarrierIndex>(v) : not_executed);
  }
  waited_ |= op.kind == Operation::Kind::sync;
  add(std::move(op), barriers, b.loc);
}

std::vector<BarrierIndex> Walk::objects(const protocol::Mbarrier& b, Operation& operation) {
  constexpr const char* what = "the place of an mbarrier";
  std::vector<BarrierIndex> result;
  for (std::int64_t v : values(common(b.op.offset, what, b.loc), operation, what, b.loc))
    result.push_back(tables_.objects.number(b.op.array, v));
  return result;
}

std::vector<std::int64_t> Walk::rounds() const {
  std::vector<std::int64_t> result;
  for (const auto& [k, v] : unrolled_)
    result.push_back(v->value);
  return result;
}

LifeEvent Walk::event(LifeEvent::Kind kind, const NodePtr& node, Loc loc) {
  return {kind, 0, unit_.threads.front(), life_++, meetings_, waited_, node.get(), rounds(),
          loc,  0};
}

// Each thread may initialise its own.
void Walk::initialise(const NodePtr& node, const protocol::Mbarrier& b) {
  if (binder()) throw NotUnderstood("an mbarrier that is initialised in a loop", b.loc);
  LifeEvent e = event(LifeEvent::Kind::init, node, b.loc);
  for (std::uint32_t t : lanes_) {
    const auto offset = constant_value(value(b.op.offset, t));
    if (!offset) throw NotUnderstood("the initialisation of an mbarrier", b.loc);
    e.object = tables_.objects.number(b.op.array, *offset);
    tables_.objects.note(e);
    if (!b.op.count) continue; // as announced
    const auto count = constant_value(value(b.op.count, t));
    if (!count || *count < 1 || *count > max_count)
      throw NotUnderstood("the initialisation of an mbarrier", b.loc);
    if (!tables_.objects.expect(e.object, static_cast<std::uint32_t>(*count)))
      throw NotUnderstood("an mbarrier that is initialised with different counts", b.loc);
  }
}

void Walk::announce(const NodePtr& node, const protocol::Mbarrier& b) {
  if (binder()) throw NotUnderstood("an mbarrier that is announced in a loop", b.loc);
  LifeEvent e = event(LifeEvent::Kind::announcement, node, b.loc);
  for (std::uint32_t t : lanes_) {
    const auto offset = constant_value(value(b.op.offset, t));
    const auto count = constant_value(value(b.op.count, t));
    if (!offset || !count || *count < 0 || *count > max_count)
      throw NotUnderstood("what is announced of an mbarrier", b.loc);
    e.object = tables_.objects.number(b.op.array, *offset);
    e.unit = t;
    e.count = static_cast<std::uint32_t>(*count);
    tables_.objects.note(e);
  }
}

void Walk::invalidate(const NodePtr& node, const protocol::Mbarrier& b) {
  if (binder()) throw NotUnderstood("an mbarrier that is invalidated in a loop", b.loc);
  LifeEvent e = event(LifeEvent::Kind::inval, node, b.loc);
  for (std::uint32_t t : lanes_) {
    const auto offset = constant_value(value(b.op.offset, t));
    if (!offset) throw NotUnderstood("the place of an mbarrier that is invalidated", b.loc);
    e.object = tables_.objects.number(b.op.array, *offset);
    tables_.objects.note(e);
  }
}

void Walk::visit(const NodePtr& node, const protocol::Mbarrier& b) {
  using Kind = core::Mbarrier::Kind;
  if (b.op.kind == Kind::expect && b.op.count) return announce(node, b);
  if (b.op.kind == Kind::init) return initialise(node, b);
  if (b.op.kind == Kind::inval) return invalidate(node, b);
  if (!joined(node.get(), b.alive, false, b.op.text, b.loc, b.call)) return;
  const auto lanes = static_cast<std::uint32_t>(lanes_.size());
  Operation op;
  op.by_lane = lanes > 1;
  op.relaxed = b.op.relaxed;
  op.releases = b.op.releases;
  op.place = place_number(node.get(), b.op.text, b.loc, b.call);
  if (b.op.bytes) op.bytes = lanes * constant(b.op.bytes, "the bytes of an mbarrier", b.loc);
  switch (b.op.kind) {
  case Kind::arrive:
    op.kind = Operation::Kind::phase_arrive;
    op.arrivals =
        lanes * (b.op.count ? constant(b.op.count, "the arrivals at an mbarrier", b.loc) : 1);
    break;
  case Kind::expect:
    op.kind = Operation::Kind::phase_expect;
    break;
  case Kind::wait_parity: {
    op.kind = Operation::Kind::phase_wait;
    Expr parity = common(b.op.parity, "the parity of a wait", b.loc);
    const auto parities = values(parity, op, "the parity of a wait", b.loc);
    op.parity.clear();
    for (std::int64_t v : parities) {
      if (v != 0 && v != 1) // PTX ISA, mbarrier.test_wait: "valid values .. are 0 and 1"
        throw NotUnderstood("the parity " + std::to_string(v) +
                                " of this wait: the PTX ISA defines 0 and 1",
                            b.loc);
      op.parity.push_back(static_cast<std::uint8_t>(v));
    }
    break;
  }
  case Kind::wait_own:
    op.kind = Operation::Kind::phase_wait;
    op.parity.clear(); // resolve_own_waits
    break;
  case Kind::commit:
    if (lanes > 1) throw NotUnderstood("'" + b.op.text + "' by several lanes of a warp", b.loc);
    op.kind = Operation::Kind::phase_commit;
    break;
  case Kind::complete:
    if (op.bytes == 0 && !open_copy_) return; // nothing changes
    op.kind = Operation::Kind::phase_copy;
    break;
  default:
    throw NotUnderstood("'" + b.op.text + "' at an mbarrier", b.loc);
  }
  const auto barriers = objects(b, op);
  LifeEvent e = event(LifeEvent::Kind::operation, node, b.loc);
  for (const BarrierIndex object : barriers) {
    e.object = object;
    tables_.objects.note(e);
  }
  waited_ |= op.kind == Operation::Kind::phase_wait;
  add(std::move(op), barriers, b.loc);
}

} // namespace heddle::barrier
