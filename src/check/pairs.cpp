#include "check/pairs.hpp"

#include "check/overlap.hpp"

#include <array>

namespace heddle::check {

namespace {

using protocol::AccessKind;
using protocol::TraceAccess;

Pair make_pair(Pool& pool, const TraceAccess& a, const TraceAccess& b, bool strict_writes) {
  Pair pair{&a, &b};
  Expr both = pool.all(std::array{
      a.guard, b.guard, overlap(pool, a.offset, a.access->size, b.offset, b.access->size)});
  pair.meet = pair.race = both;
  const bool writes = a.access->kind == AccessKind::write && b.access->kind == AccessKind::write;
  if (writes && !strict_writes && a.value && b.value && a.value->type == b.value->type &&
      a.access->size == b.access->size) {
    Expr differ = pool.logical_or(pool.ne(a.value, b.value), pool.ne(a.offset, b.offset));
    pair.race = pool.logical_and(both, differ);
    pair.same_value = pool.logical_and(both, pool.logical_not(differ));
    pair.compares_values = true;
  }
  return pair;
}

} // namespace

namespace {

using Proxy = protocol::Order::Proxy;

// Of kind proxy: the first is of a thread, the second of the async proxy; a fence that comes late
// is late for writes alone. Of tensor memory: all that is asynchronous is to be behind a fence.
bool concerns_proxies(const TraceAccess& a, const TraceAccess& b, Proxy proxy, bool tensor) {
  if (proxy == Proxy::tensor_before) return tensor;
  if (proxy == Proxy::tensor_after) return tensor && !is_deallocation(b.access->size);
  if (tensor || a.access->async || !b.access->async) return false;
  return proxy == Proxy::unfenced || a.access->kind != AccessKind::read;
}

bool is_meant(protocol::Order::Memory memory, bool tensor) {
  using Memory = protocol::Order::Memory;
  return memory == Memory::all || (memory == Memory::tensor) == tensor;
}

} // namespace

std::vector<Pair> race_pairs(Pool& pool, const core::Kernel& kernel, const protocol::Trace& trace,
                             bool strict_writes) {
  std::vector<Pair> pairs;
  const auto is_tensor = [&](const TraceAccess& a) {
    return kernel.arrays.at(a.access->array).is_tensor;
  };
  const Proxy proxy = trace.order.proxy;
  if (proxy != Proxy::none) strict_writes = true; // whatever is written
  for (std::size_t i = 0; i < trace.first.size(); ++i)
    for (std::size_t j = trace.symmetric ? i : 0; j < trace.second.size(); ++j)
      if (protocol::conflicting(*trace.first[i].access, *trace.second[j].access, trace.pairs) &&
          is_meant(trace.order.memory, is_tensor(trace.first[i])) &&
          (proxy == Proxy::none ||
           concerns_proxies(trace.first[i], trace.second[j], proxy, is_tensor(trace.first[i]))))
        pairs.push_back(make_pair(pool, trace.first[i], trace.second[j], strict_writes));
  return pairs;
}

} // namespace heddle::check
