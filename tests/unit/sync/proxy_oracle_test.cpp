// The engine's proxy findings against all interleavings of random programs on a machine that delays
// what no proxy fence makes it deliver.
#include "sync/engine.hpp"
#include "unit/sync/oracle.hpp"
#include "unit/sync/proxies.hpp"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <iostream>

namespace heddle::sync::proxies {
namespace {

using oracle::chance;
using oracle::pick;
using oracle::Random;

// ---- programs -----------------------------------------------------------------------------------

class Generator {
public:
  Generator(Random& r, int warp_size) : r_(r) {
    p_.warp_size = warp_size;
    warps_ = warp_size > 1 ? pick(r, 1, 2) : pick(r, 2, 3);
    p_.threads.resize(static_cast<std::size_t>(warps_ * warp_size));
  }

  Program run() {
    for (int n = pick(r_, 4, 8); n > 0; --n) {
      if (chance(r_, 45))
        access();
      else
        order();
      if (chance(r_, 35)) give(pick(r_, 0, warps_ - 1), {Kind::fence});
    }
    if (chance(r_, 40)) drop();
    return std::move(p_);
  }

private:
  // To all lanes of a warp, each with a place of its own, or to the first alone.
  void give(int warp, Op op, bool alone = false) {
    const int lanes = alone ? 1 : p_.warp_size;
    const int turn = chance(r_, 80) ? 0 : 1; // the place of the next lane
    for (int lane = 0; lane < lanes; ++lane) {
      Op mine = op;
      mine.place = op.place * p_.warp_size + (lane + turn) % p_.warp_size;
      p_.threads[static_cast<std::size_t>(warp * p_.warp_size + lane)].push_back(mine);
    }
  }
  void access() {
    const int warp = pick(r_, 0, warps_ - 1);
    const bool alone = chance(r_, 40);
    Op op{Kind::write, pick(r_, 0, 1), 0};
    const int what = pick(r_, 0, 99);
    if (what >= 38) op.kind = Kind::read;
    if (what >= 50) op.kind = Kind::copy_in;
    if (what >= 56) op.kind = Kind::bulk_read;
    if (what >= 82) return load(warp, op, alone);
    give(warp, op, alone);
  }
  // A bulk load, and who waits for it.
  void load(int warp, Op op, bool alone) {
    op.kind = Kind::bulk_write;
    op.id = static_cast<int>(p_.expected.size());
    if (op.id == 3) return;
    p_.expected.push_back(alone ? 1 : p_.warp_size);
    give(warp, op, alone);
    for (int w = 0; w < warps_; ++w)
      if (chance(r_, 70)) give(w, {Kind::wait, 0, op.id});
  }
  void order() {
    if (p_.warp_size > 1 && chance(r_, 40)) return give(pick(r_, 0, warps_ - 1), {Kind::warp_sync});
    if (chance(r_, 65) || p_.expected.size() == 3) {
      for (int w = 0; w < warps_; ++w)
        give(w, {Kind::sync});
      return;
    }
    const int id = static_cast<int>(p_.expected.size()), from = pick(r_, 0, warps_ - 1);
    p_.expected.push_back(p_.warp_size);
    give(from, {Kind::arrive, 0, id});
    for (int w = 0; w < warps_; ++w)
      if (chance(r_, 60)) give(w, {Kind::wait, 0, id});
  }
  void drop() {
    auto& ops =
        p_.threads[static_cast<std::size_t>(pick(r_, 0, static_cast<int>(p_.threads.size()) - 1))];
    if (!ops.empty()) ops.erase(ops.begin() + pick(r_, 0, static_cast<int>(ops.size()) - 1));
  }

  Random& r_;
  Program p_;
  int warps_ = 0;
};

// ---- the engine ---------------------------------------------------------------------------------

struct Answer {
  bool judged = true; // neither races nor errors of synchronization
  std::set<std::pair<int, Wrong>> wrong;
  std::string text;
};

class Driver {
public:
  Driver(const Program& p, Random& r)
      : p_(p), r_(r), size_(static_cast<std::size_t>(p.warp_size)),
        engine_(
            {static_cast<std::uint32_t>(p.threads.size()), static_cast<std::uint32_t>(p.warp_size)},
            {.one_place_per_generation = false, .proxies = true}),
        pc_(p.threads.size(), 0), blocked_(p.threads.size(), false) {}

  Answer run() {
    prepare();
    while (true) {
      std::vector<std::size_t> ready;
      for (std::size_t t = 0; t < p_.threads.size(); ++t)
        if (!blocked_[t] && pc_[t] < p_.threads[t].size()) ready.push_back(t);
      if (ready.empty()) break;
      step(ready[r_() % ready.size()]);
    }
    Answer a;
    a.judged = engine_.well_synchronized() && std::ranges::count(blocked_, true) == 0;
    for (const Finding& f : engine_.findings()) {
      a.text += "  " + std::to_string(static_cast<int>(f.kind)) + "/" +
                std::to_string(static_cast<int>(f.detail)) + " t" + std::to_string(f.first.thread) +
                " t" + std::to_string(f.second.thread) + " at " + std::to_string(f.address) + "\n";
      a.judged = a.judged && f.kind == FindingKind::proxy;
      // a place is a word; findings of one group that are next to each other are joined
      for (std::uint32_t x = f.address; x < f.address + f.size; x += 4)
        a.wrong.emplace(static_cast<int>(x / 4), f.detail == Detail::fenced_late ? Wrong::late
                                                 : f.detail == Detail::overwritten
                                                     ? Wrong::overwritten
                                                     : Wrong::unfenced);
    }
    return a;
  }

private:
  static std::uint32_t object(int id) { return 256 + 8 * static_cast<std::uint32_t>(id); }
  Lanes lanes(std::size_t t, LaneMask mask) const {
    return {static_cast<std::uint32_t>(t / size_), mask << (t % size_)};
  }
  void prepare() {
    for (std::size_t m = 0; m < p_.expected.size(); ++m)
      engine_.mbarrier_init({0, 1}, object(static_cast<int>(m)),
                            static_cast<std::uint32_t>(p_.expected[m]), {9999});
    engine_.fence({0, 1}, Fence::mbarrier_init);
    for (std::size_t t = 0; t < p_.threads.size(); ++t)
      engine_.sync(lanes(t, 1), {15, std::nullopt, false, {9999}});
  }

  void step(std::size_t t) {
    const Op op = p_.threads[t][pc_[t]];
    LaneMask mask = 1;
    for (std::size_t u = t + 1; u < (t / size_ + 1) * size_; ++u) {
      if (blocked_[u] || pc_[u] >= p_.threads[u].size()) continue;
      const Op& other = p_.threads[u][pc_[u]];
      if (other.kind == op.kind && other.id == op.id && chance(r_, 80)) mask |= 1u << (u - t);
    }
    const Lanes who = lanes(t, mask);
    // a place of its own for each operation, so that none are grouped
    const Place place{static_cast<std::uint32_t>(t * 64 + pc_[t])};
    each(who, [&](std::size_t u) {
      addresses_[u % size_] = 4 * static_cast<std::uint32_t>(p_.threads[u][pc_[u]].place);
      ++pc_[u];
    });
    const Step s = make(op, who, place);
    for (const Lanes w : s.woken)
      each(w, [&](std::size_t u) { blocked_[u] = false; });
    if (s.blocked) each(who, [&](std::size_t u) { blocked_[u] = true; });
  }
  void each(Lanes who, const std::function<void(std::size_t)>& f) const {
    for (std::size_t lane = 0; lane < size_; ++lane)
      if (who.lanes >> lane & 1) f(who.warp * size_ + lane);
  }

  Step make(const Op& op, Lanes who, Place place) {
    AccessEvent event{who, Access::write, addresses_, 4, 1, {}, place};
    switch (op.kind) {
    case Kind::read:
      event.kind = Access::read;
      engine_.access(event);
      return {};
    case Kind::write:
      engine_.access(event);
      return {};
    case Kind::copy_in:
      engine_.copy(event, Channel::async);
      return finish(who, Channel::async);
    case Kind::fence:
      engine_.fence(who, Fence::async);
      return {};
    case Kind::sync:
      return engine_.sync(who, {0, std::nullopt, false, place});
    case Kind::warp_sync:
      return engine_.warp_sync(who, (LaneMask{1} << size_) - 1, place);
    case Kind::arrive:
      return engine_.mbarrier_arrive(who, object(op.id), {.place = place});
    case Kind::wait:
      return engine_.mbarrier_wait(who, object(op.id), {std::nullopt, 0, place});
    case Kind::bulk_read:
      event.kind = Access::read;
      engine_.copy(event, Channel::bulk);
      return finish(who, Channel::bulk);
    case Kind::bulk_write:
      engine_.mbarrier_expect_tx(who, object(op.id), 4, place);
      engine_.copy_bulk(event, object(op.id), 4);
      return engine_.mbarrier_arrive(who, object(op.id), {.place = place});
    }
    return {};
  }
  Step finish(Lanes who, Channel channel) {
    engine_.copy_commit(who, channel);
    engine_.copy_wait(who, channel, 0);
    return {};
  }

  const Program& p_;
  Random& r_;
  std::size_t size_;
  Engine engine_;
  std::vector<std::size_t> pc_;
  std::vector<bool> blocked_;
  std::array<std::uint32_t, 32> addresses_{};
};

// ---- both ---------------------------------------------------------------------------------------

// An interleaving may have a fence early by chance: what is not fenced in one and fenced late in
// another is not fenced.
// Of lanes that act together the engine names a representative.
std::set<std::pair<int, Wrong>> worst(const std::set<std::pair<int, Wrong>>& all, int warp_size) {
  std::set<std::pair<int, Wrong>> wrong;
  for (const auto& [place, what] : all)
    wrong.emplace(place / warp_size, what);
  std::erase_if(wrong, [&](const auto& w) {
    return w.second == Wrong::late && wrong.contains({w.first, Wrong::unfenced});
  });
  return wrong;
}

std::string differ(const Program& p, std::uint64_t order, Answer& engine, Outcome& machine) {
  constexpr std::size_t max_states = 30'000;
  Random r(order);
  engine = Driver(p, r).run();
  if (!engine.judged) return {};
  machine = explore(p, max_states);
  if (machine.states > max_states) return {};
  if (!machine.finishes) return "the machine gets stuck";
  return worst(machine.wrong, p.warp_size) == worst(engine.wrong, p.warp_size) ? ""
                                                                               : "other findings";
}

std::string text(const std::set<std::pair<int, Wrong>>& wrong) {
  std::string out;
  for (const auto& [place, what] : wrong)
    out += " x" + std::to_string(place) + ":" + std::to_string(static_cast<int>(what));
  return out;
}

// Removes operations as long as they still differ.
Program shrink(Program p, std::uint64_t order) {
  for (bool again = true; again;) {
    again = false;
    for (std::size_t t = 0; t < p.threads.size(); ++t)
      for (std::size_t i = 0; i < p.threads[t].size(); ++i) {
        Program smaller = p;
        smaller.threads[t].erase(smaller.threads[t].begin() + static_cast<std::ptrdiff_t>(i));
        Answer a;
        Outcome o;
        if (differ(smaller, order, a, o).empty()) continue;
        p = std::move(smaller);
        again = true;
        --i;
      }
  }
  return p;
}

void compare(std::uint64_t seed, int programs, int warp_size) {
  Random random(seed);
  int judged = 0, wrong = 0, kinds[3] = {};
  for (int i = 0; i < programs; ++i) {
    const Program p = Generator(random, warp_size).run();
    const std::uint64_t order = random();
    Answer a;
    Outcome o;
    const std::string why = differ(p, order, a, o);
    judged += a.judged;
    wrong += a.judged && !a.wrong.empty();
    if (a.judged)
      for (const auto& [place, what] : a.wrong)
        ++kinds[static_cast<int>(what)];
    if (why.empty()) continue;
    const Program least = shrink(p, order);
    differ(least, order, a, o);
    ADD_FAILURE() << "seed " << seed << ", program " << i << ": " << why << "; shrunk:\n"
                  << print(least) << "engine:" << text(a.wrong) << "\n"
                  << a.text << "machine:" << text(o.wrong) << "\n";
    return;
  }
  std::cout << "seed " << seed << ": " << programs << " programs, " << judged << " judged, "
            << wrong << " of them wrong; places unfenced " << kinds[0] << ", late " << kinds[1]
            << ", overwritten " << kinds[2] << "\n";
  EXPECT_GT(judged * 5, programs);
  EXPECT_GT(wrong * 12, judged);
  for (const int n : kinds)
    EXPECT_GT(n * 300, programs);
}

TEST(ProxyOracle, Threads) { compare(21, 6'000, 1); }
TEST(ProxyOracle, Lanes) { compare(22, 6'000, 2); }

} // namespace
} // namespace heddle::sync::proxies
