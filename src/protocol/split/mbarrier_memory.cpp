#include "protocol/split/mbarrier_memory.hpp"

#include "protocol/each_node.hpp"
#include "protocol/loops.hpp"

#include <algorithm>

namespace heddle::protocol {

namespace {

constexpr std::int64_t object_bytes = 8;

// A sum without its terms that are multiples of `bytes`.
Expr without_multiples(Pool& pool, Expr e, std::int64_t bytes) {
  const auto is_multiple = [&](Expr a) { return a->op == Op::constant && a->value % bytes == 0; };
  if (e->op == Op::mul && std::ranges::any_of(e->args, is_multiple))
    return pool.constant(0, e->type);
  if (e->op != Op::add) return e;
  Expr sum = pool.constant(0, e->type);
  for (Expr term : e->args)
    sum = pool.add(sum, without_multiples(pool, term, bytes));
  return sum;
}

// For the iterations of a loop whose number is known: with bounds that say so.
Expr up_to_last(Pool& pool, Expr offset, const Loop& loop) {
  const Expr binder = pool.symbol_ref(loop.binder);
  const auto trips = count_trips(pool, loop.cond, binder);
  const auto count = trips ? constant_value(trips->count) : std::nullopt;
  if (!count || *count < 1) return offset;
  Symbol symbol = pool.symbol(loop.binder);
  symbol.low = 0;
  symbol.high = *count - 1;
  return replace(pool, offset, binder, pool.symbol_ref(pool.new_symbol(symbol)));
}

} // namespace

MbarrierMemory::MbarrierMemory(const Protocol& protocol)
    : protocol_(protocol), pool_(*protocol.pool) {
  find(protocol.root);
}

void MbarrierMemory::find(const NodePtr& node) {
  if (!node) return;
  if (const auto* seq = std::get_if<Seq>(&node->node)) {
    for (const NodePtr& part : seq->parts)
      find(part);
  } else if (const auto* branch = std::get_if<If>(&node->node)) {
    find(branch->then_part);
    find(branch->else_part);
  } else if (const auto* loop = std::get_if<Loop>(&node->node)) {
    loops_.push_back(loop);
    find(loop->body);
    loops_.pop_back();
  } else if (const auto* m = std::get_if<Mbarrier>(&node->node)) {
    if (m->op.kind == core::Mbarrier::Kind::init) add(m->op);
  }
}

void MbarrierMemory::add(const core::Mbarrier& op) {
  Expr offset = in_block(op.array, op.offset);
  for (const Loop* loop : loops_)
    offset = up_to_last(pool_, offset, *loop);
  const Interval at = interval(pool_, offset);
  if (!at.low || !at.high) return; // no object that is told apart
  Bytes bytes{*at.low, *at.high + object_bytes};
  std::vector<Bytes>& all = bytes_[op.array];
  std::erase_if(all, [&](const Bytes& other) { // side by side they are one
    if (other.end < bytes.begin || bytes.end < other.begin) return false;
    bytes.begin = std::min(bytes.begin, other.begin);
    bytes.end = std::max(bytes.end, other.end);
    return true;
  });
  all.push_back(bytes);
}

// Of blocks that are joined each has its own memory at the same places (core::Array::block_bytes).
Expr MbarrierMemory::in_block(ArrayId array, Expr offset) const {
  const std::int64_t bytes = protocol_.kernel->arrays[array].block_bytes;
  return bytes ? without_multiples(pool_, offset, bytes) : offset;
}

bool MbarrierMemory::may_touch(const Access& access) const {
  const bool writes = access.kind == AccessKind::write ||
                      (access.kind == AccessKind::atomic && access.op != "load");
  return writes && !access.of_mbarrier && initialised_.contains(access.array) &&
         !invalidated_.contains(access.array) && bytes_.contains(access.array);
}

std::vector<Check> MbarrierMemory::of(const Access& access) {
  std::vector<Check> checks;
  if (!may_touch(access)) return checks;
  const Expr offset = in_block(access.array, access.offset);
  const Interval at = interval(pool_, offset);
  const auto size = static_cast<std::int64_t>(access.size);
  const Type type = offset->type;
  for (const Bytes& objects : bytes_.at(access.array)) {
    if ((at.low && *at.low >= objects.end) || (at.high && *at.high + size <= objects.begin))
      continue;
    const Expr apart =
        pool_.logical_or(pool_.le(pool_.constant(objects.end, type), offset),
                         pool_.le(offset, pool_.constant(objects.begin - size, type)));
    checks.push_back({apart, "the memory of an mbarrier that may be in use is written here",
                      access.loc, access.call, Check::Kind::not_understood});
  }
  return checks;
}

std::vector<Check> MbarrierMemory::of(const Mbarrier& operation) {
  using Kind = core::Mbarrier::Kind;
  const core::Mbarrier& op = operation.op;
  if (op.kind == Kind::inval) invalidated_.insert(op.array);
  if (op.kind != Kind::init) return {};
  initialised_.insert(op.array);
  const Type type = op.offset->type;
  const Expr aligned =
      pool_.eq(pool_.rem(op.offset, pool_.constant(object_bytes, type)), pool_.constant(0, type));
  if (constant_value(aligned) == 1) return {};
  return {{aligned, "an mbarrier at an address that is no multiple of 8", operation.loc,
           operation.call, Check::Kind::not_understood}};
}

void MbarrierMemory::may_have_passed(const NodePtr& node) {
  each_node(node, [&](const Node& n) {
    const auto* m = std::get_if<Mbarrier>(&n.node);
    if (m && m->op.kind == core::Mbarrier::Kind::init) initialised_.insert(m->op.array);
  });
}

} // namespace heddle::protocol
