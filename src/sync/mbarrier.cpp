// mbarriers: rules A, W1, W2, T and D of theory.md section 3.
#include "sync/state.hpp"

#include <utility>

namespace heddle::sync {
namespace {
// Tells the values of mbarriers from those that callers give.
constexpr std::uint64_t object_of = 0x6d62617272690000;
} // namespace

Finding Engine::State::about(FindingKind kind, Detail detail, const Mbarrier& m) const {
  Finding f;
  f.kind = kind;
  f.detail = detail;
  f.barrier = {BarrierRef::Kind::mbarrier, m.address};
  f.generation = m.index;
  return f;
}

Mbarrier* Engine::State::find_mbarrier(std::uint32_t address, Participant who) {
  const auto it = mbarriers.find(address);
  if (it != mbarriers.end() && it->second->live) return it->second.get();
  Finding f;
  f.kind = FindingKind::barrier_id;
  f.barrier = {BarrierRef::Kind::mbarrier, address};
  f.second = who;
  findings.add(f);
  return nullptr;
}

void Engine::State::init(Lanes who, std::uint32_t address, std::uint32_t expected, Place place) {
  // equal counts make equal objects
  touch(who, address, Access::write, Role::init, place, {}, Value::opaque(object_of + expected));
  if (!mbarriers.contains(address)) end_mbarriers(address, std::uint64_t{address} + 8);
  std::unique_ptr<Mbarrier>& slot = mbarriers[address];
  if (!slot) {
    slot = std::make_unique<Mbarrier>();
    slot->address = address;
    slot->component = groups.allocate();
    groups.watch(&slot->join);
    groups.watch(&slot->completed);
    groups.watch(&slot->tensor_join);
    groups.watch(&slot->tensor_seen);
  }
  Mbarrier& m = *slot;
  const Participant by = participant(who, place, Role::init);
  // several threads at one instruction: whether they are ordered is a matter of their writes
  const bool same = m.live && m.initialised.place == place && m.expected == expected &&
                    m.pending == expected && m.index == 0 && m.bytes == 0 && m.current.empty() &&
                    m.waits.empty() && m.expecting.empty() && m.blocked.empty();
  if (m.live && !same) {
    Finding f = about(FindingKind::recycling, Detail::initialised_twice, m);
    f.first = m.initialised;
    f.second = by;
    findings.add(f);
  }
  if (expected == 0) {
    Finding f = about(FindingKind::count, Detail::no_arrivals_left, m);
    f.second = by;
    findings.add(f);
  }
  m.live = true;
  m.initialised = by;
  m.fenced = false;
  m.expected = m.pending = expected;
  m.bytes = 0;
  m.index = 0;
  ++m.serial; // copies for an earlier initialisation are of another phase
  for (auto* members :
       {&m.current, &m.previous, &m.before_previous, &m.expecting, &m.incomplete, &m.waits})
    members->clear();
  m.seen.clear();
  for (Clock* clock : {&m.join, &m.completed, &m.tensor_join, &m.tensor_seen})
    clock->clear();
  m.node = Graph::start;
}

void Engine::State::inval(Lanes who, std::uint32_t address, Place place) {
  touch(who, address, Access::write, Role::inval, place);
  if (Mbarrier* m = find_mbarrier(address, participant(who, place, Role::inval))) m->live = false;
}

// ---- operations ---------------------------------------------------------------------------------

// Whether each of these lanes has seen, by relaxed waits, that so many phases are over.
bool Engine::State::all_saw(const Mbarrier& m, Lanes who, std::uint64_t phases) const {
  bool all = !m.seen.empty();
  for_each_lane(who.lanes, [&](std::uint32_t lane) {
    const auto at = m.seen.find(groups.thread(who.warp, lane));
    all = all && at != m.seen.end() && at->second >= phases;
  });
  return all;
}

// Rule A: an operation knows all those of the phase before, or it might be one of them.
bool Engine::State::ordered(Mbarrier& m, const Operation& op) {
  if (!op.by_copy && all_saw(m, op.who, m.index)) return true;
  for (const Member& before : m.previous) {
    const auto thread = groups.unknown(op.group, before);
    if (!thread) continue;
    Finding f = about(FindingKind::recycling, Detail::previous_phase, m);
    f.first = participant(before, *thread);
    f.second = participant(op.who, op.place, op.role);
    findings.add(f);
    return false;
  }
  return true;
}

// Rule T: each expect_tx is before an arrival, so the phase cannot complete without its bytes.
void Engine::State::resolve_expectations(Mbarrier& m, const Operation& op) {
  resolve(m.expecting, op);
}

// Takes out what the operation is after.
void Engine::State::resolve(std::vector<Member>& members, const Operation& op) {
  const Group& group = groups[op.group];
  std::erase_if(members, [&](const Member& x) {
    if (x.warp == op.who.warp && (x.lanes & op.who.lanes)) return true;
    return !groups.unknown(group.clock, x);
  });
}

// That the thread came so far counts for barriers alone. PTX ISA, "Asynchronous Operations": the
// complete-tx of a copy is ordered with respect to what the copy itself does, and "does not
// transitively establish ordering with respect to prior instructions from the issuing thread"; so
// is cp.async.mbarrier.arrive with respect to copies by cp.async.
Clock Engine::State::come_so_far(Mbarrier& m, GroupId group) {
  Clock shared;
  groups.share(group, shared);
  m.join.order.join(shared);
  m.join.order.join(shared.order);
  groups.tick(group);
  return shared;
}

// The phase that the operation belongs to.
std::uint64_t Engine::State::operate(Mbarrier& m, const Operation& op) {
  const std::uint64_t phase = m.index;
  const Participant by = participant(op.who, op.place, op.role);
  ordered(m, op);
  if (op.arrivals > m.pending) {
    Finding f = about(FindingKind::count, Detail::too_many, m);
    f.second = by;
    f.first_count = m.pending;
    f.second_count = op.arrivals;
    findings.add(f);
    return phase;
  }
  if (m.current.empty() && m.node == Graph::start)
    m.node = add_node({BarrierRef::Kind::mbarrier, m.address}, m.index);
  add_edge(m.node, op.who, op.role, op.place);
  Member member{op.who.warp, op.who.lanes,   0, groups[op.group].now,
                op.role,     Origin::thread, 0, op.place};
  if (std::has_single_bit(op.who.lanes)) member.joint = op.who.lanes;
  const bool only_expects = op.arrivals == 0 && !op.by_copy;
  if (only_expects) {
    for (const Lanes lane : one_by_one(op.who)) {
      Member x = member;
      x.lanes = lane.lanes;
      keep(m.expecting, x);
    }
  } else {
    if (op.arrivals) resolve_expectations(m, op);
    resolve(m.incomplete, op);
    if (op.no_complete)
      for (const Lanes lane : one_by_one(op.who)) {
        Member x = member;
        x.lanes = lane.lanes;
        m.incomplete.push_back(x);
      }
    if (op.copies_done) {
      Copies& copies = groups.copies(op.group, Channel::async);
      m.join.raise(copies.component, copies.issue++);
    }
    if (op.by_copy) {
      member.origin = Origin::mbarrier;
      member.component = m.component;
      member.time = m.serial + 1;
      member.joint = 0;
      m.join.raise(m.component, m.serial + 1);
    }
    if (op.commits) {
      const Copies& operations = groups.copies(op.group, Channel::tensor);
      member.origin = Origin::mbarrier; // known by an entry that is not the thread's
      member.component = operations.component;
      member.time = operations.issue;
      member.joint = 0;
      groups.commit(op.group, m.join);
    } else if (op.by_copy && !op.releases) {
      come_so_far(m, op.group);
    } else if (op.relaxed) {
      m.tensor_join.join(come_so_far(m, op.group));
    } else {
      groups.release(op.group, m.join);
    }
    if (options.pipelined && !op.by_copy) {
      m.tensor_join.join(m.join);
      m.tensor_join.join(groups[op.group].reached);
    }
  }
  keep(m.current, member);
  m.bytes += op.bytes;
  m.pending -= op.arrivals;
  if (op.drop) m.expected -= op.arrivals;
  if (m.pending == 0 && m.bytes == 0) finish_phase(m, by);
  return phase;
}

void Engine::State::finish_phase(Mbarrier& m, const Participant& last) {
  for (const Member& w : m.waits) { // rule W2
    const auto thread = groups.unknown(m.join, w);
    if (!thread) continue;
    Finding f = about(FindingKind::lapped, Detail::missed_wait, m);
    f.first = participant(w, *thread);
    f.second = last;
    findings.add(f);
  }
  if (!m.expecting.empty()) { // rule T
    Finding f = about(FindingKind::recycling, Detail::bytes_after_arrival, m);
    f.first =
        participant(m.expecting.front(),
                    groups.first_thread({m.expecting.front().warp, m.expecting.front().lanes}));
    f.second = last;
    findings.add(f);
  }
  if (!m.incomplete.empty()) { // some order has it last
    const Member& x = m.incomplete.front();
    Finding f = about(FindingKind::count, Detail::may_complete, m);
    f.second = participant(x, groups.first_thread({x.warp, x.lanes}));
    findings.add(f);
  }
  if (m.expected == 0) {
    Finding f = about(FindingKind::count, Detail::no_arrivals_left, m);
    f.second = last;
    findings.add(f);
  }
  complete_node(m.node);
  m.completed_node = std::exchange(m.node, Graph::start);
  ++statistics.dynamic_barriers;
  m.before_previous.swap(m.previous);
  m.previous.swap(m.current);
  m.current.clear();
  m.expecting.clear();
  m.incomplete.clear();
  m.waits.clear();
  std::swap(m.completed, m.join);
  std::swap(m.tensor_seen, m.tensor_join);
  m.join.clear();
  m.tensor_join.clear();
  ++m.index;
  ++m.serial;
  m.pending = m.expected;
  std::erase_if(m.blocked, [&](const Mbarrier::Waiter& w) {
    if (!passes(m, w.what)) return false;
    return_wait(m, w.who, w.what);
    wake(w.who);
    return true;
  });
  groups.completed(live);
}

Step Engine::State::arrive_at(Lanes who, std::uint32_t address, const Operation& how,
                              const Arrival& a) {
  Step result = step();
  Mbarrier* m = find_mbarrier(address, participant(who, how.place, how.role));
  if (!m) return result;
  touch(who, address, Access::atomic, how.role, how.place);
  if (how.by_copy)
    touch(who, address, Access::atomic, how.role, how.place,
          {Origin::mbarrier, m->component, m->serial + 1});
  std::vector<Lanes> pieces;
  for (const GroupId g : groups.parts(who)) {
    const Lanes mine{who.warp, groups[g].lanes & who.lanes};
    const auto n = static_cast<std::uint64_t>(std::popcount(mine.lanes));
    if (n * a.count <= m->pending) {
      pieces.push_back(mine);
    } else { // the phase may complete between two of the lanes
      for (const Lanes lane : one_by_one(mine))
        pieces.push_back(lane);
    }
  }
  for (const Lanes piece : pieces) {
    const auto n = static_cast<std::uint32_t>(std::popcount(piece.lanes));
    Operation op = how;
    op.who = piece;
    op.group = groups.parts(piece).front();
    op.arrivals = n * a.count;
    op.bytes = std::int64_t{n} * a.expect_bytes;
    op.drop = a.drop;
    op.no_complete = a.no_complete;
    result.phase = operate(*m, op);
  }
  result.woken = woken;
  return result;
}

// ---- waits --------------------------------------------------------------------------------------

bool Engine::State::passes(const Mbarrier& m, const Wait& what) {
  return what.phase ? m.index > *what.phase : m.index % 2 != what.parity % 2;
}

Step Engine::State::wait(Lanes who, std::uint32_t address, const Wait& what) {
  Step result = step();
  Mbarrier* m = find_mbarrier(address, participant(who, what.place, Role::wait));
  if (!m) return result;
  touch(who, address, Access::atomic, Role::wait, what.place);
  groups.parts(who);
  const bool passed = passes(*m, what);
  result.phase = m->index - (passed ? 1 : 0);
  if (passed) {
    return_wait(*m, who, what);
  } else {
    m->blocked.push_back({who, what});
    blocked[who.warp] |= who.lanes;
    result.blocked = who.lanes;
  }
  return result;
}

// The wait observes the phase before the open one.
void Engine::State::return_wait(Mbarrier& m, Lanes who, const Wait& what) {
  Finding f = about(FindingKind::lapped, Detail::early_wait, m);
  f.second = participant(who, what.place, Role::wait);
  if (what.phase && *what.phase + 1 != m.index) { // a token of an older phase
    f.detail = Detail::missed_wait;
    findings.add(f);
  }
  for (const GroupId g : groups.parts(who)) {
    const LaneMask mine = groups[g].lanes & who.lanes;
    const bool saw = m.index > 0 && all_saw(m, {who.warp, mine}, m.index - 1);
    for (const Member& before : m.before_previous) { // rule W1
      const auto thread = saw ? std::nullopt : groups.unknown(g, before);
      if (!thread) continue;
      f.detail = Detail::early_wait;
      f.first = participant(before, *thread);
      findings.add(f);
      break;
    }
    keep(m.waits, {who.warp, mine, 0, groups[g].now, Role::wait, Origin::thread, 0, what.place});
    if (!what.relaxed) groups.acquire(g, m.completed);
    if (options.pipelined) groups[g].seen.join(m.tensor_seen);
  }
  if (what.relaxed)
    for_each_lane(who.lanes,
                  [&](std::uint32_t lane) { m.seen[groups.thread(who.warp, lane)] = m.index; });
  if (m.index > 0) add_edge(m.completed_node, who, Role::wait, what.place);
}

void Engine::State::finish_mbarriers() {
  for (const auto& [address, m] : mbarriers) {
    if (!m->live) continue;
    Finding f = about(FindingKind::leftover, Detail::none, *m);
    f.second = m->initialised;
    f.first_count = m->expected;
    f.second_count = m->expected - m->pending;
    if (m->pending == 0 && (m->bytes < 0 || !m->expecting.empty())) {
      f.kind = FindingKind::recycling; // rule T
      f.detail = Detail::bytes_after_arrival;
      if (!m->current.empty()) {
        const Member& last = m->current.back();
        f.second = participant(last, groups.first_thread({last.warp, last.lanes}));
      }
    } else if (!m->blocked.empty() || (m->bytes == 0 && m->pending == m->expected)) {
      continue;
    } else {
      f.warning = true;
      if (m->bytes != 0) f.detail = Detail::bytes_owed;
    }
    findings.add(f);
  }
}

// ---- the public face ----------------------------------------------------------------------------

void Engine::mbarrier_init(Lanes who, std::uint32_t address, std::uint32_t count, Place place) {
  state_->check_mbarrier(who, address);
  state_->init(who, address, count, place);
  state_->advance(who);
}

void Engine::mbarrier_inval(Lanes who, std::uint32_t address, Place place) {
  state_->check_mbarrier(who, address);
  state_->inval(who, address, place);
  state_->advance(who);
}

Step Engine::mbarrier_arrive(Lanes who, std::uint32_t address, const Arrival& how) {
  state_->check_mbarrier(who, address);
  State::Operation op;
  op.role = Role::arrive;
  op.place = how.place;
  op.relaxed = how.relaxed;
  return state_->arrive_at(who, address, op, how);
}

Step Engine::mbarrier_expect_tx(Lanes who, std::uint32_t address, std::uint32_t bytes,
                                Place place) {
  state_->check_mbarrier(who, address);
  State::Operation op;
  op.role = Role::expect_tx;
  op.place = place;
  return state_->arrive_at(who, address, op, {0, bytes, false, place});
}

Step Engine::mbarrier_wait(Lanes who, std::uint32_t address, const Wait& what) {
  state_->check_mbarrier(who, address);
  return state_->wait(who, address, what);
}

} // namespace heddle::sync
