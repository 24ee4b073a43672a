// The operations of a unit: registrations at named barriers, uses of mbarriers.
#include "barrier/extract_walk.hpp"

#include <algorithm>
#include <numeric>

namespace heddle::barrier {

namespace {

using protocol::Node;

constexpr std::uint32_t warp_size = 32;
constexpr std::size_t max_table = 4096;
constexpr std::size_t max_operations = 20'000;
constexpr std::int64_t max_count = 1 << 20; // of arrivals: the hardware's limit
constexpr std::int64_t object_size = 8;

} // namespace

BarrierIndex Objects::number(core::ArrayId array, std::int64_t offset) {
  const auto it = std::ranges::find_if(
      objects_, [&](const Object& o) { return o.array == array && o.offset == offset; });
  const auto n = static_cast<BarrierIndex>(it - objects_.begin());
  if (it == objects_.end()) objects_.push_back({array, offset, 0});
  return named_barriers + n;
}

bool Objects::expect(BarrierIndex object, std::uint32_t count) {
  std::uint32_t& expected = objects_.at(static_cast<std::size_t>(object - named_barriers)).expected;
  if (expected != 0 && expected != count) return false;
  expected = count;
  return true;
}

std::vector<Mbarrier> Objects::all(const core::Kernel& kernel) const {
  std::vector<Mbarrier> result;
  for (const Object& o : objects_) {
    const core::Array& array = kernel.arrays.at(o.array);
    std::string name = array.name;
    if (array.dims.size() == 1)
      name += "[" + std::to_string(o.offset / object_size) + "]";
    else if (o.offset != 0)
      name += "+" + std::to_string(o.offset);
    if (o.expected == 0)
      throw NotUnderstood("the initialisation of the mbarrier '" + name + "'", array.loc);
    result.push_back({name, o.expected});
  }
  return result;
}

Expr Walk::trips_here() const { return program_.sections.back().trips; }

IterationGuard Walk::guard_here(Loc loc) {
  if (guards_.empty()) return {};
  return iteration_guard(pool_, guards_, binder(), program_.sections.back().trips, loc, prover_);
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

// Each misuse once, with the condition under which it is met: that an iteration runs which is
// `residue` modulo `period`.
void Walk::misuse(Misuse misuse, Loc loc, std::int64_t residue, std::int64_t period) {
  const auto known = std::ranges::any_of(tables_.misuses, [&](const Misuse& m) {
    return m.kind == misuse.kind && m.place == misuse.place && m.value == misuse.value;
  });
  if (known) return;
  misuse.reached = pool_.boolean(true);
  if (Expr trips = program_.sections.back().trips) {
    const IterationGuard guard = guard_here(loc);
    std::int64_t first = guard.from;
    while (first % period != residue)
      ++first;
    misuse.reached = pool_.lt(pool_.constant(first + guard.until, Type::i64()), trips);
  }
  tables_.misuses.push_back(misuse);
}

void Walk::add(Operation operation, const std::vector<BarrierIndex>& barriers, Loc loc) {
  const IterationGuard guard = guard_here(loc);
  const std::size_t size = std::lcm(barriers.size(), guard.residues.size());
  if (size > max_table)
    throw NotUnderstood("a barrier whose id repeats only after many iterations", loc);
  operation.from = guard.from;
  operation.until = guard.until;
  operation.barriers.clear();
  for (std::size_t i = 0; i < size; ++i)
    operation.barriers.push_back(
        guard.residues[i % guard.residues.size()] ? barriers[i % barriers.size()] : not_executed);
  program_.sections.back().operations.push_back(std::move(operation));
  if (++steps_ > max_operations) throw NotUnderstood("too many barrier operations", loc);
}

void Walk::visit(const NodePtr& node, const protocol::Barrier& b) {
  if (b.scope != Scope::block || b.group_size != 0)
    throw NotUnderstood("'" + b.text + "' together with named barriers", b.loc);
  if (!joined(node.get(), b.alive, true, b.text, b.loc, b.call)) {
    program_.exited = true;
    return;
  }
  Operation op;
  op.place = place_number(node.get(), b.text, b.loc, b.call);
  add(std::move(op), {0}, b.loc);
}

// Orders the lanes that it joins; one that joins not all of the warp is passed over.
void Walk::sync_warp(const NodePtr& node, const protocol::Barrier& b) {
  const auto mask = b.mask ? constant_value(b.mask) : std::int64_t{0xffffffff};
  const bool full =
      mask && static_cast<std::uint32_t>(*mask) == 0xffffffff && b.group_size % warp_size == 0;
  if (!full || lanes_.size() != unit_.threads.size() || !b.alive || !is_true(b.alive)) return;
  Operation op;
  op.place = place_number(node.get(), b.text, b.loc, b.call);
  op.kind = unit_.whole ? Operation::Kind::warp_sync : Operation::Kind::sync;
  op.count = warp_size;
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

void Walk::visit(const NodePtr& node, const protocol::NamedBarrier& b) {
  if (!joined(node.get(), b.alive, b.op.aligned, b.op.text, b.loc, b.call)) return;
  Operation op;
  op.kind =
      b.op.kind == core::NamedBarrier::Kind::sync ? Operation::Kind::sync : Operation::Kind::arrive;
  op.aligned = b.op.aligned;
  op.place = place_number(node.get(), b.op.text, b.loc, b.call);
  if (b.op.count) {
    op.count = constant(b.op.count, "the thread count of a barrier", b.loc);
    if (op.count == 0 || op.count % warp_size != 0)
      return misuse({Misuse::Kind::count, op.place, op.count, lanes_.front(), 0, nullptr}, b.loc);
  }
  Expr id = counted(common(b.op.id, "the id of a barrier", b.loc));
  std::vector<BarrierIndex> barriers;
  const auto ids =
      periodic_values(pool_, id, binder(), trips_here(), "the barrier id", b.loc, prover_);
  for (std::size_t r = 0; r < ids.size(); ++r) {
    const std::int64_t v = ids[r];
    const bool valid = v >= 0 && v < barrier_ids;
    if (!valid)
      misuse({Misuse::Kind::id, op.place, v, lanes_.front(), 0, nullptr}, b.loc,
             static_cast<std::int64_t>(r), static_cast<std::int64_t>(ids.size()));
    barriers.push_back(valid ? static_cast<BarrierIndex>(v) : not_executed);
  }
  add(std::move(op), barriers, b.loc);
}

std::vector<BarrierIndex> Walk::objects(const protocol::Mbarrier& b) {
  Expr offset = counted(common(b.op.offset, "the place of an mbarrier", b.loc));
  std::vector<BarrierIndex> result;
  for (std::int64_t v : periodic_values(pool_, offset, binder(), trips_here(),
                                        "the place of an mbarrier", b.loc, prover_))
    result.push_back(tables_.objects.number(b.op.array, v));
  return result;
}

// Each thread may initialise its own.
void Walk::initialise(const protocol::Mbarrier& b) {
  if (binder()) throw NotUnderstood("an mbarrier that is initialised in a loop", b.loc);
  for (std::uint32_t t : lanes_) {
    const auto offset = constant_value(value(b.op.offset, t));
    const auto count = b.op.count ? constant_value(value(b.op.count, t)) : std::nullopt;
    if (!offset || !count || *count < 1 || *count > max_count)
      throw NotUnderstood("the initialisation of an mbarrier", b.loc);
    if (!tables_.objects.expect(tables_.objects.number(b.op.array, *offset),
                                static_cast<std::uint32_t>(*count)))
      throw NotUnderstood("an mbarrier that is initialised with different counts", b.loc);
  }
}

void Walk::visit(const NodePtr& node, const protocol::Mbarrier& b) {
  using Kind = core::Mbarrier::Kind;
  if (b.op.kind == Kind::init) return initialise(b);
  if (b.op.kind == Kind::inval) return;
  if (!joined(node.get(), b.alive, false, b.op.text, b.loc, b.call)) return;
  const auto lanes = static_cast<std::uint32_t>(lanes_.size());
  Operation op;
  op.by_lane = lanes > 1;
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
    Expr parity = counted(common(b.op.parity, "the parity of a wait", b.loc));
    op.parity.clear();
    for (std::int64_t v : periodic_values(pool_, parity, binder(), trips_here(),
                                          "the parity of a wait", b.loc, prover_))
      op.parity.push_back(static_cast<std::uint8_t>(v & 1));
    break;
  }
  default:
    throw NotUnderstood("'" + b.op.text + "' at an mbarrier", b.loc);
  }
  add(std::move(op), objects(b), b.loc);
}

} // namespace heddle::barrier
