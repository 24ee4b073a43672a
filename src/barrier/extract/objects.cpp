#include "barrier/extract/objects.hpp"

#include "core/clusters.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace heddle::barrier {

namespace {

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

// Can `later` not happen before `earlier`? An operation that nothing orders with an initialisation
// or invalidation races with it, so between units only what makes an order the wrong way round
// counts: the unit of an initialisation waited, or that of an operation on an invalidated object.
bool Objects::in_order(const LifeEvent& earlier, const LifeEvent& later) {
  if (earlier.unit == later.unit) return earlier.step < later.step;
  if (earlier.meeting != later.meeting) return earlier.meeting < later.meeting;
  return earlier.kind == LifeEvent::Kind::init && !earlier.waited;
}

// What one thread announces at one place counts once, however often its program is walked.
std::uint32_t Objects::announced(BarrierIndex object) const {
  std::map<std::tuple<std::uint32_t, const protocol::Node*, std::vector<std::int64_t>>,
           std::uint32_t>
      counts;
  bool made = false;
  for (const LifeEvent& e : events_) {
    if (e.object != object) continue;
    made |= e.kind == LifeEvent::Kind::init;
    if (e.kind == LifeEvent::Kind::announcement) counts[{e.unit, e.node, e.rounds}] = e.count;
  }
  std::uint32_t sum = 0;
  for (const auto& [who, count] : counts)
    sum += made ? count : 0;
  return sum;
}

void Objects::check_life(BarrierIndex object, const std::string& name) const {
  using Kind = LifeEvent::Kind;
  std::vector<const LifeEvent*> here;
  for (const LifeEvent& e : events_)
    if (e.object == object) here.push_back(&e);
  const auto first =
      std::ranges::find_if(here, [](const LifeEvent* e) { return e->kind == Kind::init; });
  for (const LifeEvent* e : here) {
    if (first == here.end()) break;
    const LifeEvent& init = **first;
    if (e->kind == Kind::init && (e->node != init.node || e->rounds != init.rounds))
      throw NotUnderstood("the mbarrier '" + name + "' is initialised twice", e->loc);
    for (const LifeEvent* other : here) {
      const bool uses = other->kind == Kind::operation || other->kind == Kind::inval;
      if (e->kind == Kind::init && uses && !in_order(*e, *other))
        throw NotUnderstood("the mbarrier '" + name + "' may be used before it is initialised",
                            other->loc);
      if (e->kind == Kind::inval && other->kind == Kind::operation && !in_order(*other, *e))
        throw NotUnderstood("the mbarrier '" + name + "' may be used after it is invalidated",
                            other->loc);
    }
  }
}

std::vector<Mbarrier> Objects::all(const core::Kernel& kernel) const {
  std::vector<Mbarrier> result;
  for (const Object& o : objects_) {
    const core::Array& array = kernel.arrays.at(o.array);
    std::string name = array.name;
    const std::int64_t block = array.block_bytes ? o.offset / array.block_bytes : 0;
    const std::int64_t offset = o.offset - block * array.block_bytes;
    if (array.dims.size() == 1)
      name += "[" + std::to_string(offset / object_size) + "]";
    else if (offset != 0)
      name += "+" + std::to_string(offset);
    if (array.block_bytes && !core::is_cluster_barrier(array))
      name += " of block " + std::to_string(block) + " of the cluster";
    const auto object = named_barriers + static_cast<BarrierIndex>(&o - objects_.data());
    const std::uint32_t expected = o.expected ? o.expected : announced(object);
    if (expected == 0)
      throw NotUnderstood("the initialisation of the mbarrier '" + name + "'", array.loc);
    check_life(object, name);
    result.push_back({name, expected});
  }
  return result;
}

} // namespace heddle::barrier
