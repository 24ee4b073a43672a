#include "unit/sync/interleavings.hpp"

#include <algorithm>
#include <array>
#include <sstream>
#include <unordered_set>

namespace heddle::sync::oracle {
namespace {

bool accesses(Kind k) { return k == Kind::read || k == Kind::write || k == Kind::atomic; }

// One thread or pseudo-thread.
struct Actor {
  int thread = 0;
  std::vector<Op> ops;
  bool forked = false;                 // starts when its thread forks it
  std::vector<std::vector<int>> forks; // per op: actors that it starts
  std::vector<std::vector<int>> needs; // per op: actors that must have ended before
};

constexpr int max_actors = 10, max_named = 4, max_mbarriers = 3;

struct Named {
  std::uint8_t generation, registered, required, all;
  std::uint16_t present, blocked;
  bool operator==(const Named&) const = default;
};
struct Mb {
  std::uint8_t index, pending, expected;
  std::int8_t bytes;
  bool operator==(const Mb&) const = default;
};
struct State {
  std::array<std::int8_t, max_actors> pc; // -1: not forked yet
  std::array<Named, max_named> named;
  std::array<std::uint16_t, 4> warp_present; // lanes waiting in a barrier of their warp
  std::array<Mb, max_mbarriers> mbarriers;
  bool operator==(const State&) const = default;
};
struct Hash {
  std::size_t operator()(const State& s) const {
    std::size_t h = 1469598103934665603u;
    const auto mix = [&](auto v) { h = (h ^ static_cast<std::size_t>(v)) * 1099511628211u; };
    for (const auto pc : s.pc)
      mix(pc);
    for (const Named& n : s.named) {
      mix(n.generation);
      mix(n.registered);
      mix(n.present * 65536 + n.blocked);
    }
    for (const auto w : s.warp_present)
      mix(w);
    for (const Mb& m : s.mbarriers)
      mix(m.index + 256 * m.pending + 65536 * m.expected + 16777216 * m.bytes);
    return h;
  }
};

class Explorer {
public:
  explicit Explorer(const Program& program) : program_(program) { build(); }

  Verdict run(std::size_t max_states) {
    State start{};
    start.pc.fill(0);
    for (std::size_t i = 0; i < actors_.size(); ++i)
      start.pc[i] = actors_[i].forked ? -1 : 0;
    for (std::size_t i = 0; i < program_.mbarriers.size(); ++i)
      start.mbarriers[i].pending = start.mbarriers[i].expected =
          static_cast<std::uint8_t>(program_.mbarriers[i]);
    visit(start);
    while (!todo_.empty() && verdict_.wrong.empty()) {
      if (seen_.size() > max_states) {
        verdict_.decided = false;
        break;
      }
      const State s = todo_.back();
      todo_.pop_back();
      meet(s);
      expand(s);
    }
    return verdict_;
  }

private:
  // Makes pseudo-threads of the copies.
  void build() {
    const auto n = static_cast<int>(program_.threads.size());
    for (int t = 0; t < n; ++t) {
      Actor a;
      a.thread = t;
      a.ops = program_.threads[static_cast<std::size_t>(t)];
      actors_.push_back(a);
    }
    for (int t = 0; t < n; ++t) {
      std::vector<std::pair<int, int>> copies; // actor, group
      int group = 0;
      const std::vector<Op> ops = actors_[static_cast<std::size_t>(t)].ops;
      std::vector<std::vector<int>> forks(ops.size()), needs(ops.size());
      for (std::size_t i = 0; i < ops.size(); ++i) {
        const Op& op = ops[i];
        std::vector<Op> body;
        Op write = op;
        write.kind = Kind::write;
        Op end = op;
        std::vector<int> wait_first;
        if (op.kind == Kind::bulk) {
          end.kind = Kind::bulk;
          body = {write, end};
        } else if (op.kind == Kind::copy) {
          body = {write};
        } else if (op.kind == Kind::copy_arrive) {
          end.kind = Kind::mb_arrive;
          end.bytes = 0;
          body = {end};
          for (const auto& [actor, g] : copies)
            wait_first.push_back(actor);
        } else if (op.kind == Kind::commit) {
          ++group;
        } else if (op.kind == Kind::copy_wait) {
          for (const auto& [actor, g] : copies)
            if (g < group - op.value) needs[i].push_back(actor);
        }
        if (body.empty()) continue;
        Actor a;
        a.thread = t;
        a.ops = body;
        a.forked = true;
        a.forks.resize(body.size());
        a.needs.resize(body.size());
        a.needs[0] = wait_first;
        const auto id = static_cast<int>(actors_.size());
        if (op.kind == Kind::copy) copies.emplace_back(id, group);
        forks[i].push_back(id);
        actors_.push_back(a);
      }
      actors_[static_cast<std::size_t>(t)].forks = forks;
      actors_[static_cast<std::size_t>(t)].needs = needs;
    }
  }

  bool ended(const State& s, int actor) const {
    const auto i = static_cast<std::size_t>(actor);
    return s.pc[i] == static_cast<int>(actors_[i].ops.size());
  }
  bool waiting(const State& s, int thread) const {
    for (const Named& n : s.named)
      if (n.blocked >> thread & 1) return true;
    return std::ranges::any_of(s.warp_present, [&](auto w) { return (w >> thread & 1) != 0; });
  }
  // Whether the actor stands at an operation and could make it now.
  const Op* next(const State& s, std::size_t actor) const {
    const Actor& a = actors_[actor];
    const int pc = s.pc[actor];
    if (pc < 0 || pc == static_cast<int>(a.ops.size())) return nullptr;
    if (!a.forked && waiting(s, static_cast<int>(actor))) return nullptr;
    for (const int need : a.needs[static_cast<std::size_t>(pc)])
      if (!ended(s, need)) return nullptr;
    const Op& op = a.ops[static_cast<std::size_t>(pc)];
    const auto b = static_cast<std::size_t>(op.id);
    if (op.kind == Kind::mb_wait && s.mbarriers[b].index % 2 == op.value) return nullptr;
    if (op.kind == Kind::mb_wait_for) {
      const int phase = token(actor, pc);
      if (phase >= 0 && s.mbarriers[b].index % 2 == phase % 2) return nullptr;
    }
    return &op;
  }
  // The phase that the last arrival before this operation got (the same in all interleavings, or
  // the program is wrong anyway); -1: none.
  int token(std::size_t actor, int pc) const {
    const Actor& a = actors_[actor];
    for (int i = pc - 1; i >= 0; --i) {
      const Op& op = a.ops[static_cast<std::size_t>(i)];
      if ((op.kind != Kind::mb_arrive && op.kind != Kind::mb_drop) ||
          op.id != a.ops[static_cast<std::size_t>(pc)].id)
        continue;
      const auto it = stamps_.find({static_cast<int>(actor), i});
      return it == stamps_.end() ? -1 : it->second;
    }
    return -1;
  }

  void visit(const State& s) {
    if (seen_.insert(s).second) todo_.push_back(s);
  }
  void wrong(const std::string& why) {
    if (verdict_.wrong.empty()) verdict_.wrong = why;
  }
  // Every operation has one generation.
  void stamp(std::size_t actor, int pc, int generation) {
    const auto [it, fresh] = stamps_.try_emplace({static_cast<int>(actor), pc}, generation);
    if (!fresh && it->second != generation)
      wrong("operation " + std::to_string(pc) + " of actor " + std::to_string(actor) +
            " belongs to two generations");
  }

  void meet(const State& s) {
    std::vector<std::pair<const Op*, int>> now;
    for (std::size_t i = 0; i < actors_.size(); ++i) {
      const Op* op = next(s, i);
      if (op && accesses(op->kind)) now.emplace_back(op, actors_[i].thread);
    }
    for (std::size_t i = 0; i < now.size(); ++i)
      for (std::size_t j = i + 1; j < now.size(); ++j)
        meet(*now[i].first, *now[j].first, now[i].second, now[j].second);
  }
  void meet(const Op& a, const Op& b, int ta, int tb) {
    if (a.kind == Kind::read && b.kind == Kind::read) return;
    if (a.kind == Kind::atomic && b.kind == Kind::atomic && a.size == b.size) return;
    const int from = std::max(a.address, b.address);
    const int to = std::min(a.address + a.size, b.address + b.size);
    if (from >= to) return;
    const Meeting m{std::min(ta, tb), std::max(ta, tb), from};
    verdict_.any.insert(m);
    bool equal = a.kind == Kind::write && b.kind == Kind::write;
    for (int i = from; i < to && equal; ++i)
      equal = byte(a, i) == byte(b, i) && byte(a, i) >= 0;
    if (!equal) verdict_.harmful.insert(m);
  }
  // value -1 is unknown
  static int byte(const Op& w, int address) {
    if (w.value < 0) return -1;
    const int i = address - w.address;
    return i < 4 ? w.value >> (8 * i) & 0xFF : 0;
  }

  void expand(const State& s) {
    bool moved = false, all_ended = true;
    for (std::size_t i = 0; i < actors_.size(); ++i) {
      if (s.pc[i] >= 0 && !ended(s, static_cast<int>(i))) all_ended = false;
      if (const Op* op = next(s, i)) {
        moved = true;
        step(s, i, *op);
        if (!verdict_.wrong.empty()) return;
      }
    }
    if (moved) return;
    if (!all_ended) return wrong("deadlock");
    for (const Named& n : s.named)
      if (n.registered) wrong("leftover");
  }

  void step(State s, std::size_t actor, const Op& op) {
    const int pc = s.pc[actor]++;
    for (const int f : actors_[actor].forks[static_cast<std::size_t>(pc)])
      s.pc[static_cast<std::size_t>(f)] = 0;
    const auto t = static_cast<int>(actor);
    switch (op.kind) {
    case Kind::arrive:
    case Kind::sync:
      named(s, t, pc, op);
      break;
    case Kind::warp_sync:
      s.warp_present[static_cast<std::size_t>(t / program_.warp_size)] |=
          static_cast<std::uint16_t>(1 << t);
      break;
    case Kind::mb_arrive:
    case Kind::mb_drop:
    case Kind::mb_expect:
      operate(s, actor, pc, op);
      break;
    case Kind::bulk:
      if (actors_[actor].forked) operate(s, actor, pc, op);
      break;
    case Kind::mb_wait:
    case Kind::mb_wait_for: {
      if (op.kind == Kind::mb_wait_for && token(actor, pc) < 0) break;
      const int observed = s.mbarriers[static_cast<std::size_t>(op.id)].index - 1;
      stamp(actor, pc, observed);
      if (op.kind == Kind::mb_wait_for && token(actor, pc) != observed)
        wrong("observes another phase than its token's");
      break;
    }
    default:
      break;
    }
    settle(s);
    if (verdict_.wrong.empty()) visit(s);
  }

  void named(State& s, int t, int pc, const Op& op) {
    Named& n = s.named[static_cast<std::size_t>(op.id)];
    const auto threads = static_cast<std::uint8_t>(program_.threads.size());
    const auto required = op.count ? static_cast<std::uint8_t>(op.count) : threads;
    stamp(static_cast<std::size_t>(t), pc, n.generation);
    if (n.registered == 0) {
      n.required = required;
      n.all = op.count == 0;
    } else if (n.required != required) {
      return wrong("different counts");
    }
    if (op.count) n.all = 0;
    ++n.registered;
    n.present |= static_cast<std::uint16_t>(1 << t);
    if (op.kind == Kind::sync) n.blocked |= static_cast<std::uint16_t>(1 << t);
  }

  // Completes what can be completed.
  void settle(State& s) const {
    std::uint16_t live = 0;
    for (std::size_t t = 0; t < program_.threads.size(); ++t)
      if (!ended(s, static_cast<int>(t))) live |= static_cast<std::uint16_t>(1 << t);
    for (Named& n : s.named) {
      if (!n.registered) continue;
      const bool complete = n.all ? live && !(live & ~n.present) : n.registered == n.required;
      if (!complete) continue;
      ++n.generation;
      n.registered = n.required = n.all = 0;
      n.present = n.blocked = 0;
    }
    for (std::size_t w = 0; w < s.warp_present.size(); ++w) {
      const int mask = ((1 << program_.warp_size) - 1)
                       << (static_cast<int>(w) * program_.warp_size);
      if (s.warp_present[w] && !(mask & live & ~s.warp_present[w])) s.warp_present[w] = 0;
    }
  }

  void operate(State& s, std::size_t actor, int pc, const Op& op) {
    Mb& m = s.mbarriers[static_cast<std::size_t>(op.id)];
    const bool arrives = op.kind == Kind::mb_arrive || op.kind == Kind::mb_drop;
    stamp(actor, pc, m.index);
    if (arrives && m.pending == 0) return wrong("arrival while none is pending");
    if (op.kind == Kind::mb_arrive || op.kind == Kind::mb_expect)
      m.bytes = static_cast<std::int8_t>(m.bytes + op.bytes);
    if (op.kind == Kind::bulk) m.bytes = static_cast<std::int8_t>(m.bytes - op.bytes);
    if (arrives) --m.pending;
    if (op.kind == Kind::mb_drop) --m.expected;
    if (m.pending || m.bytes) return;
    if (m.expected == 0) return wrong("no arrivals left");
    ++m.index;
    m.pending = m.expected;
  }

  const Program& program_;
  std::vector<Actor> actors_;
  std::unordered_set<State, Hash> seen_;
  std::vector<State> todo_;
  std::map<std::pair<int, int>, int> stamps_;
  Verdict verdict_;
};

} // namespace

Verdict explore(const Program& program, std::size_t max_states) {
  return Explorer(program).run(max_states);
}

std::string print(const Program& program) {
  static constexpr std::array names{"read",        "write",     "atomic",  "arrive",    "sync",
                                    "warp_sync",   "mb_arrive", "mb_drop", "mb_expect", "mb_wait",
                                    "mb_wait_for", "bulk",      "copy",    "commit",    "copy_wait",
                                    "copy_arrive", "exit"};
  std::ostringstream out;
  out << "warp size " << program.warp_size << "; mbarriers";
  for (const int c : program.mbarriers)
    out << ' ' << c;
  out << '\n';
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    out << "  t" << t << ":";
    for (const Op& op : program.threads[t]) {
      out << ' ' << names[static_cast<std::size_t>(op.kind)] << "(id " << op.id << " count "
          << op.count << " value " << op.value << " bytes " << op.bytes << " at " << op.address
          << "+" << op.size << ")";
    }
    out << '\n';
  }
  return out.str();
}

} // namespace heddle::sync::oracle
