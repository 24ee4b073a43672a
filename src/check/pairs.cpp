#include "check/pairs.hpp"

#include "check/overlap.hpp"

#include <array>
#include <utility>

namespace heddle::check {

namespace {

using protocol::AccessKind;
using protocol::TraceAccess;

// Is the first a read for a guess, and the second an atomic that may change the cell meanwhile? One
// of another size does not change the cell alone.
bool is_guess_beside(const protocol::Access& read, const protocol::Access& atomic) {
  using core::Trend;
  return read.kind == AccessKind::read && atomic.kind == AccessKind::atomic && !atomic.async &&
         read.trend != Trend::none && read.size == atomic.size &&
         (read.trend == Trend::any || read.trend == atomic.trend);
}

Pair make_pair(Pool& pool, const TraceAccess& a, const TraceAccess& b, Strict strict) {
  Pair pair{&a, &b};
  const protocol::Access &x = *a.access, &y = *b.access;
  Expr both = pool.all(std::array{
      a.guard, b.guard, overlap(pool, a.offset, x.size, b.offset, y.size, x.aligned && y.aligned)});
  pair.meet = pair.race = both;
  const bool writes = a.access->kind == AccessKind::write && b.access->kind == AccessKind::write;
  if (writes && !strict.writes && a.value && b.value && a.value->type == b.value->type &&
      a.access->size == b.access->size) {
    Expr differ = pool.logical_or(pool.ne(a.value, b.value), pool.ne(a.offset, b.offset));
    pair.race = pool.logical_and(both, differ);
    pair.harmless = pool.logical_and(both, pool.logical_not(differ));
    pair.compares_values = true;
  }
  pair.is_guess = !strict.reads && (is_guess_beside(x, y) || is_guess_beside(y, x));
  if (pair.is_guess) {
    pair.harmless = both;
    pair.race = pool.boolean(false);
  }
  return pair;
}

// Some lanes have a part of the row whose address they give: with it alone they do not race.
// PTX ISA, "Matrix fragments for ldmatrix": lane 4 * (r % 8) + w has word w of row r; with .trans
// lane 4 * c + r % 8 / 2 has element c.
Expr is_own_part(Pool& pool, Expr lane, const TraceAccess& row, const TraceAccess& other) {
  const unsigned bytes = row.access->lane_bytes;
  if (other.access->size > bytes) return pool.boolean(false);
  const auto number = [&](unsigned value) { return pool.constant(value, lane->type); };
  const Expr in_matrix = pool.rem(lane, number(8));
  const Expr by_four = pool.div(lane, number(4)), of_four = pool.rem(lane, number(4));
  const bool words = bytes == 4;
  const Expr has_some =
      words ? pool.eq(by_four, in_matrix) : pool.eq(of_four, pool.div(in_matrix, number(2)));
  const Type offset = row.offset->type;
  const Expr own = pool.add(row.offset, pool.mul(pool.cast(words ? of_four : by_four, offset),
                                                 pool.constant(bytes, offset)));
  const Expr within =
      pool.logical_and(pool.le(own, other.offset),
                       pool.le(pool.add(other.offset, pool.constant(other.access->size, offset)),
                               pool.add(own, pool.constant(bytes, offset))));
  return pool.logical_and(has_some, within);
}

void keep_other_lanes(Pool& pool, Expr lane, Pair& pair) {
  const bool first = pair.a->access->lane_bytes != 0;
  const Expr others = pool.logical_not(
      is_own_part(pool, lane, first ? *pair.a : *pair.b, first ? *pair.b : *pair.a));
  for (Expr* question : {&pair.meet, &pair.race, &pair.harmless})
    if (*question) *question = pool.logical_and(*question, others);
}

void keep_unordered(Pool& pool, const protocol::PairOrder& order, Pair& pair) {
  pair.order = &order;
  if (!order.unordered) return;
  for (Expr* question : {&pair.meet, &pair.race, &pair.harmless})
    if (*question) *question = pool.logical_and(*question, order.unordered);
}

} // namespace

bool is_meant(protocol::Order::Memory memory, const core::Array& array) {
  using Memory = protocol::Order::Memory;
  switch (memory) {
  case Memory::all:
    break;
  case Memory::tensor:
    return array.is_tensor;
  case Memory::others:
    return !array.is_tensor;
  case Memory::shared:
    return array.space == core::Space::shared;
  case Memory::global:
    return array.space == core::Space::global;
  }
  return true;
}

namespace {

using Proxy = protocol::Order::Proxy;

// Of kind proxy: the first is of a thread, the second of the async proxy; a fence that comes late
// is late for writes alone. Of tensor memory: all that is asynchronous is to be behind a fence.
bool concerns_proxies(const TraceAccess& a, const TraceAccess& b, Proxy proxy, bool tensor) {
  if (proxy == Proxy::tensor_before) return tensor;
  if (proxy == Proxy::tensor_after) return tensor && !is_deallocation(b.access->size);
  if (proxy == Proxy::map)
    return b.access->map && !a.access->map && a.access->kind != AccessKind::read;
  if (tensor || a.access->async || !b.access->async || b.access->map) return false;
  return proxy == Proxy::unfenced || a.access->kind != AccessKind::read;
}

} // namespace

RacePairs::RacePairs(Pool& pool, const core::Kernel& kernel, const protocol::Trace& trace,
                     Strict strict, Apart apart)
    : pool_(pool), kernel_(kernel), trace_(trace),
      strict_(trace.order.proxy == Proxy::none ? strict : Strict{true, true}),
      apart_(std::move(apart)) {}

bool RacePairs::concerned(std::size_t i, std::size_t j) const {
  const TraceAccess &a = trace_.first[i], &b = trace_.second[j];
  if (!protocol::conflicting(kernel_, *a.access, *b.access, trace_.pairs)) return false;
  const bool tensor = kernel_.arrays.at(a.access->array).is_tensor;
  const Proxy proxy = trace_.order.proxy;
  return is_meant(trace_.order.memory, kernel_.arrays.at(a.access->array)) &&
         (proxy == Proxy::none || concerns_proxies(a, b, proxy, tensor)) &&
         !(apart_ && apart_(i, j));
}

std::vector<Pair> RacePairs::next(std::size_t most) {
  std::vector<Pair> pairs;
  for (; i_ < trace_.first.size(); ++i_, j_ = trace_.symmetric ? i_ : 0)
    for (; j_ < trace_.second.size(); ++j_) {
      if (pairs.size() == most) return pairs;
      if (!concerned(i_, j_)) continue;
      pairs.push_back(make_pair(pool_, trace_.first[i_], trace_.second[j_], strict_));
      if (trace_.lane) keep_other_lanes(pool_, trace_.lane, pairs.back());
      const auto order = trace_.orders.find({i_, j_});
      if (order != trace_.orders.end()) keep_unordered(pool_, order->second, pairs.back());
    }
  return pairs;
}

} // namespace heddle::check
