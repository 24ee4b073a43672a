// What an asynchronous copy into shared memory tells all threads of a block, and how often a loop
// runs that goes on for as long as such an answer says (PTX ISA, "clusterlaunchcontrol.try_cancel":
// the answer is written by the async proxy, and told to an mbarrier).
#include "barrier/extract/extract_walk.hpp"

#include "core/clusters.hpp"
#include "protocol/each_node.hpp"
#include "protocol/loops.hpp"

#include <algorithm>

namespace heddle::barrier {

namespace {

using core::ArrayId;
using Parts = std::vector<NodePtr>;
using MbarrierKind = core::Mbarrier::Kind;

// What every thread goes through, one behind the other.
void flatten(const NodePtr& node, Parts& out) {
  const auto* seq = node ? std::get_if<protocol::Seq>(&node->node) : nullptr;
  if (!seq) {
    if (node) out.push_back(node);
    return;
  }
  for (const NodePtr& part : seq->parts)
    flatten(part, out);
}

bool waits(const protocol::Mbarrier& m) {
  return m.op.kind == MbarrierKind::wait_parity || m.op.kind == MbarrierKind::wait_own;
}

class Telling {
public:
  // `parts`: of a loop's body.
  Telling(const protocol::Protocol& protocol, const Parts& parts)
      : protocol_(protocol), parts_(parts) {}

  bool run(Parts::const_iterator read) {
    array_ = std::get<protocol::Access>((*read)->node).array;
    const core::Kernel& kernel = *protocol_.kernel;
    const bool alone = kernel.aliases.empty() && core::blocks_of(kernel.joined) == 1;
    if (!alone || kernel.arrays[array_].space != core::Space::shared) return false;
    const auto meets = [](const NodePtr& n) {
      const auto* b = std::get_if<protocol::Barrier>(&n->node);
      return b && b->scope == Scope::block;
    };
    if (std::none_of(read, parts_.end(), meets)) return false;
    for (Parts::const_iterator wait = parts_.begin(); wait != read; ++wait) {
      const auto* m = std::get_if<protocol::Mbarrier>(&(*wait)->node);
      const bool acquires = m && m->op.kind == MbarrierKind::wait_parity && !m->op.relaxed;
      if (acquires && waits_once(m->op.array) && copies_before(wait, m->op)) return true;
    }
    return false;
  }

private:
  // No other place waits for an mbarrier of the array.
  bool waits_once(ArrayId mbarriers) const {
    std::size_t count = 0;
    protocol::each_node(protocol_.root, [&](const protocol::Node& n) {
      const auto* m = std::get_if<protocol::Mbarrier>(&n.node);
      count += m && waits(*m) && m->op.array == mbarriers;
    });
    return count == 1;
  }

  // Whatever is written to the array is of copies in the parts before `wait`, which report to it.
  bool copies_before(Parts::const_iterator wait, const core::Mbarrier& told) const {
    std::size_t before = 0;
    bool all = true;
    std::set<core::CopyPlace> copies, reported;
    for (Parts::const_iterator part = parts_.begin(); part != wait; ++part) {
      before += writes_below(*part);
      protocol::each_node(*part, [&](const protocol::Node& n) {
        if (const auto* a = std::get_if<protocol::Access>(&n.node); a && writes(*a)) {
          all = all && a->of_copy && a->async;
          copies.insert(core::copy_place(a->loc, a->call));
        }
        const auto* m = std::get_if<protocol::Mbarrier>(&n.node);
        if (m && m->op.kind == MbarrierKind::complete && m->op.array == told.array &&
            m->op.offset == told.offset)
          reported.insert(core::copy_place(m->loc, m->call));
      });
    }
    return all && before == writes_below(protocol_.root) && std::ranges::includes(reported, copies);
  }
  std::size_t writes_below(const NodePtr& node) const {
    std::size_t found = 0;
    protocol::each_access(node, [&](const protocol::Access& a) { found += writes(a); });
    return found;
  }
  bool writes(const protocol::Access& a) const {
    return a.array == array_ && a.kind != protocol::AccessKind::read;
  }

  const protocol::Protocol& protocol_;
  const Parts& parts_;
  ArrayId array_ = 0;
};

// Do all threads of the block that run an iteration of `loop` read one `value` there (said over the
// iteration behind it), unless there is a race? So it is where each iteration, in this order and
// without conditions,
//
//   waits for an mbarrier, at the only place that does,
//   reads the value, from one place,
//   meets all threads of the block,
//
// and nothing writes there but copies before the wait which report to that mbarrier. What a thread
// reads is then behind all copies of its iteration (one that the phase does not cover nobody could
// know of in time), and the meeting keeps those of the next one behind all reads.
bool is_told_to_all(const protocol::Protocol& protocol, Threads& threads,
                    const protocol::Loop& loop, Expr value) {
  Pool& pool = *protocol.pool;
  Parts parts;
  flatten(loop.body, parts);
  const auto read = std::ranges::find_if(parts, [&](const NodePtr& part) {
    const auto* access = std::get_if<protocol::Access>(&part->node);
    return access && access->kind == protocol::AccessKind::read && access->value &&
           threads.uniform(access->offset) &&
           protocol::at_previous(pool, access->value, pool.symbol_ref(loop.binder)) == value;
  });
  return read != parts.end() && Telling(protocol, parts).run(read);
}

// `cond`, of `loop`, with symbols for all values that are told to all.
Expr with_answers(const protocol::Protocol& protocol, Threads& threads, const protocol::Loop& loop,
                  Expr cond) {
  Pool& pool = *protocol.pool;
  return pool.substitute(cond, [&](Expr e) -> Expr {
    if (e->op != Op::apply || !is_told_to_all(protocol, threads, loop, e)) return nullptr;
    const Function told{"answer", e->type, Flavour::unknown, Scope::block, loop.loc, "", {}, {}};
    return pool.apply(pool.new_function(told), {});
  });
}

} // namespace

// Of a loop that goes on for as long as an answer says which all threads of the block are told:
// any number, the same for all. nullptr: it is not such a loop.
Expr Walk::trips_told(const protocol::Loop& l, Expr cond) {
  if (threads_.uniform(cond) || binder() || outer_ || !around_.empty()) return nullptr;
  const auto [it, inserted] = tables_.told.try_emplace(&l, nullptr);
  if (!inserted) return it->second;
  const Expr first = protocol::replace(pool_, cond, pool_.symbol_ref(l.binder),
                                       pool_.constant(0, pool_.symbol(l.binder).type));
  if (!threads_.uniform(with_answers(protocol_, threads_, l, cond))) return nullptr;
  Function trips{"iterations", Type::i64(), Flavour::unknown, Scope::block, l.loc, "", 0, {}};
  if (is_true(first)) trips.low = 1;
  return it->second = pool_.apply(pool_.new_function(trips), {});
}

} // namespace heddle::barrier
