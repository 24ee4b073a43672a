// The engine's races with matrix products against all interleavings of random programs, on a
// machine in which a product goes on reading for as long as it may.
//
// PTX ISA, "Asynchronous Warpgroup Level Matrix Instructions": a product of a warpgroup may read
// its operands from when a warp issues it until its group is complete; wgmma.wait_group returns
// when the groups that it is for are complete. A group is one of all four warps: it is complete no
// sooner than all of them have committed it. So a write is unordered with a product when it can
// happen between the issue by some warp and the completion, which here is as late as can be: when
// somebody waits for it. That warps wait for each other so orders nothing else ("wgmma.wait_group"
// is no barrier): a write that came before an issue must also be known to who issues.
#include "sync/engine.hpp"
#include "unit/sync/oracle.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <iostream>
#include <set>
#include <sstream>
#include <unordered_set>

namespace heddle::sync {
namespace {

using oracle::chance;
using oracle::pick;
using oracle::Random;

constexpr int group_size = 4; // warps of one lane, the first of the program

struct Op {
  enum class Kind : std::uint8_t { product, commit, join, write, sync, arrive, wait } kind;
  int value = 0; // a place, groups that may stay under way, an mbarrier
};
struct Program {
  std::vector<int> expected; // arrivals, by mbarrier
  std::vector<std::vector<Op>> threads;
};

std::string print(const Program& p) {
  static constexpr const char* names[] = {"product", "commit", "join", "write",
                                          "sync",    "arrive", "wait"};
  std::ostringstream out;
  for (std::size_t t = 0; t < p.threads.size(); ++t) {
    out << "thread " << t << ":";
    for (const Op& op : p.threads[t])
      out << " " << names[static_cast<int>(op.kind)] << " " << op.value << ";";
    out << "\n";
  }
  return out.str();
}

Program generate(Random& r) {
  using Kind = Op::Kind;
  Program p;
  p.threads.resize(static_cast<std::size_t>(group_size + (chance(r, 20) ? 2 : 1)));
  const int all = static_cast<int>(p.threads.size());
  const auto give = [&](int t, Op op) { p.threads[static_cast<std::size_t>(t)].push_back(op); };
  const auto to_group = [&](Op op) {
    for (int t = 0; t < group_size; ++t)
      give(t, op);
  };
  for (int n = pick(r, 3, 7); n > 0; --n) {
    const int what = pick(r, 0, 99);
    if (what < 25) {
      to_group({Kind::product, pick(r, 0, 1)});
      if (chance(r, 70)) to_group({Kind::commit});
    } else if (what < 50) {
      to_group({Kind::commit});
      to_group({Kind::join, pick(r, 0, 1)});
    } else if (what < 70) {
      give(pick(r, 0, all - 1), {Kind::write, pick(r, 0, 1)});
    } else if (what < 78) {
      for (int t = 0; t < all; ++t)
        give(t, {Kind::sync});
    } else if (p.expected.size() < 3) {
      const int m = static_cast<int>(p.expected.size()), to = pick(r, 0, all - 1);
      const int arrivals = chance(r, 70) ? 1 : 2, first = pick(r, 0, all - arrivals);
      p.expected.push_back(arrivals);
      for (int k = 0; k < arrivals; ++k)
        give(first + k, {Kind::arrive, m});
      give(to, {Kind::wait, m});
      if (chance(r, 40)) give((to + 1) % all, {Kind::wait, m});
    }
  }
  return p;
}

// ---- the machine --------------------------------------------------------------------------------

class Machine {
public:
  Machine(const Program& p, std::size_t most) : p_(p), most_(most) {}
  bool run() { // false: too many states, or one in which nobody can go on
    State s;
    s.at.assign(p_.threads.size(), 0);
    s.waits.assign(p_.threads.size(), 0);
    s.arrivals.assign(p_.expected.size(), 0);
    s.committed.assign(group_size, 0);
    s.known.assign(p_.threads.size(), 0);
    s.handed.assign(p_.expected.size(), 0);
    visit(s);
    return finishes_ && seen_.size() <= most_;
  }
  std::set<int> raced;

private:
  struct State {
    std::vector<std::uint8_t> at, waits, arrivals, committed;
    // Last writes, a bit for each thread and place; those that threads and mbarriers know of.
    std::uint16_t writes = 0;
    std::vector<std::uint16_t> known, handed;
    std::uint8_t complete = 0;                             // groups
    std::set<std::pair<std::uint8_t, std::uint8_t>> reads; // group and place
    std::string key() const {
      std::string k(at.begin(), at.end());
      for (const auto* v : {&waits, &arrivals, &committed})
        k.append(v->begin(), v->end());
      k.push_back(static_cast<char>(complete));
      for (const auto* v : {&known, &handed})
        for (const std::uint16_t bits : *v)
          k.append({static_cast<char>(bits), static_cast<char>(bits >> 8)});
      k.append({static_cast<char>(writes), static_cast<char>(writes >> 8)});
      for (const auto& [group, place] : reads)
        k.append({static_cast<char>(group), static_cast<char>(place)});
      return k;
    }
  };

  static std::uint16_t bit(std::size_t thread, int place) {
    return static_cast<std::uint16_t>(1U << (thread * 2 + static_cast<std::size_t>(place)));
  }
  static int wanted(const State& s, std::size_t t, const Op& op) {
    return std::max(0, s.committed[t] - op.value);
  }
  bool may(const State& s, std::size_t t) const {
    const Op& op = p_.threads[t][s.at[t]];
    const auto m = static_cast<std::size_t>(op.value);
    if (op.kind == Op::Kind::wait) return s.arrivals[m] == p_.expected[m];
    return op.kind != Op::Kind::join || *std::ranges::min_element(s.committed) >= wanted(s, t, op);
  }
  void visit(const State& s) {
    if (seen_.size() > most_ || !seen_.insert(s.key()).second) return;
    bool moved = false, left = false;
    for (std::size_t t = 0; t < p_.threads.size(); ++t) {
      if (s.at[t] == p_.threads[t].size()) continue;
      left = true;
      if (s.waits[t] || !may(s, t)) continue;
      moved = true;
      State next = s;
      step(next, t);
      visit(next);
    }
    if (left && !moved) finishes_ = false;
  }
  void step(State& s, std::size_t t) {
    const Op& op = p_.threads[t][s.at[t]++];
    switch (op.kind) {
    case Op::Kind::product:
      for (std::size_t u = 0; u < p_.threads.size(); ++u)
        if (s.writes & ~s.known[t] & bit(u, op.value)) raced.insert(op.value);
      s.reads.emplace(s.committed[t], static_cast<std::uint8_t>(op.value));
      break;
    case Op::Kind::commit:
      ++s.committed[t];
      break;
    case Op::Kind::join:
      s.complete = std::max(s.complete, static_cast<std::uint8_t>(wanted(s, t, op)));
      std::erase_if(s.reads, [&](const auto& read) { return read.first < s.complete; });
      break;
    case Op::Kind::write:
      if (std::ranges::any_of(s.reads, [&](const auto& r) { return r.second == op.value; }))
        raced.insert(op.value);
      for (auto* views : {&s.known, &s.handed})
        for (std::uint16_t& view : *views)
          view = static_cast<std::uint16_t>(view & ~bit(t, op.value));
      s.writes |= bit(t, op.value);
      s.known[t] |= bit(t, op.value);
      break;
    case Op::Kind::arrive:
      ++s.arrivals[static_cast<std::size_t>(op.value)];
      s.handed[static_cast<std::size_t>(op.value)] |= s.known[t];
      break;
    case Op::Kind::wait:
      s.known[t] |= s.handed[static_cast<std::size_t>(op.value)];
      break;
    case Op::Kind::sync:
      s.waits[t] = 1;
      for (std::size_t u = 0; u < p_.threads.size(); ++u)
        if (!s.waits[u]) return;
      std::ranges::fill(s.waits, std::uint8_t{0});
      for (const std::uint16_t view : std::vector(s.known))
        for (std::uint16_t& other : s.known)
          other |= view;
      break;
    }
  }

  const Program& p_;
  std::size_t most_;
  bool finishes_ = true;
  std::unordered_set<std::string> seen_;
};

// ---- the engine ---------------------------------------------------------------------------------

class Driver {
public:
  Driver(const Program& p, Random& r)
      : p_(p), r_(r), engine_({static_cast<std::uint32_t>(p.threads.size()), 1},
                              {.one_place_per_generation = false}),
        at_(p.threads.size(), 0), blocked_(p.threads.size(), false) {}

  bool run() { // false: an error of synchronization
    for (std::size_t m = 0; m < p_.expected.size(); ++m)
      engine_.mbarrier_init({0, 1}, object(static_cast<int>(m)),
                            static_cast<std::uint32_t>(p_.expected[m]), {999});
    for (std::size_t t = 0; t < p_.threads.size(); ++t)
      engine_.sync(lane(t), {15, std::nullopt, false, {999}});
    while (true) {
      std::vector<std::size_t> ready;
      for (std::size_t t = 0; t < p_.threads.size(); ++t)
        if (!blocked_[t] && at_[t] < p_.threads[t].size()) ready.push_back(t);
      if (ready.empty()) break;
      step(ready[r_() % ready.size()]);
    }
    return engine_.well_synchronized() && std::ranges::count(blocked_, true) == 0;
  }
  std::set<int> raced() const {
    std::set<int> places;
    for (const Finding& f : engine_.findings())
      if (f.first.role == Role::matrix_read || f.second.role == Role::matrix_read)
        for (std::uint32_t x = f.address; x < f.address + f.size; x += 4)
          places.insert(static_cast<int>(x / 4));
    return places;
  }

private:
  static std::uint32_t object(int id) { return 256 + 8 * static_cast<std::uint32_t>(id); }
  static Lanes lane(std::size_t t) { return {static_cast<std::uint32_t>(t), 1}; }
  void step(std::size_t t) {
    const Op op = p_.threads[t][at_[t]++];
    const Step s = make(op, lane(t), {static_cast<std::uint32_t>(t * 64 + at_[t])});
    for (const Lanes w : s.woken)
      blocked_[w.warp] = false;
    if (s.blocked) blocked_[t] = true;
  }
  Step make(const Op& op, Lanes who, Place place) {
    address_ = {4 * static_cast<std::uint32_t>(op.value)};
    AccessEvent event{who, Access::write, address_, 4, 1, {}, place};
    switch (op.kind) {
    case Op::Kind::product:
      event.kind = Access::read;
      engine_.matrix(event);
      return {};
    case Op::Kind::commit:
      return engine_.matrix_commit(who);
    case Op::Kind::join:
      return engine_.matrix_wait(who, static_cast<std::uint32_t>(op.value), place);
    case Op::Kind::write:
      engine_.access(event);
      return {};
    case Op::Kind::sync:
      return engine_.sync(who, {0, std::nullopt, false, place});
    case Op::Kind::arrive:
      return engine_.mbarrier_arrive(who, object(op.value), {.place = place});
    case Op::Kind::wait:
      break;
    }
    return engine_.mbarrier_wait(who, object(op.value), {std::nullopt, 0, place});
  }

  const Program& p_;
  Random& r_;
  Engine engine_;
  std::vector<std::size_t> at_;
  std::vector<bool> blocked_;
  std::array<std::uint32_t, 1> address_{};
};

TEST(MatrixOracle, Races) {
  constexpr int programs = 10'000;
  Random random(41);
  int judged = 0, wrong = 0;
  for (int i = 0; i < programs; ++i) {
    const Program p = generate(random);
    Driver driver(p, random);
    if (!driver.run()) continue;
    Machine machine(p, 60'000);
    if (!machine.run()) continue;
    ++judged;
    wrong += !machine.raced.empty();
    ASSERT_EQ(driver.raced(), machine.raced) << "program " << i << "\n" << print(p);
  }
  std::cout << programs << " programs, " << judged << " judged, " << wrong << " of them wrong\n";
  EXPECT_GT(judged * 3, programs);
  EXPECT_GT(wrong * 6, judged);
}

} // namespace
} // namespace heddle::sync
