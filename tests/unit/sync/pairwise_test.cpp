// Long random executions against the obvious way: a clock entry per thread, every access stored,
// every pair compared. (The interleavings of oracle_test.cpp are too short for groups that split
// and merge many times, and for entries that everybody knows.)
#include "unit/sync/oracle.hpp"
#include "unit/sync/script.hpp"

namespace heddle::sync {
namespace {

constexpr std::uint32_t warps = 3, lanes = 4, all = warps * lanes, plain_words = 16,
                        valued_words = 40, words = plain_words + valued_words;

struct Pairwise {
  struct Stored {
    std::uint32_t thread, address;
    Access kind;
    std::uint64_t value;
    std::vector<std::uint32_t> clock;
  };
  std::vector<std::vector<std::uint32_t>> clocks{all, std::vector<std::uint32_t>(all, 0)};
  std::vector<Stored> accesses;

  void access(std::uint32_t t, Access kind, std::uint32_t address, std::uint64_t value) {
    ++clocks[t][t];
    accesses.push_back({t, address, kind, value, clocks[t]});
  }
  void meet(const std::vector<std::uint32_t>& arrive, const std::vector<std::uint32_t>& wait) {
    std::vector<std::uint32_t> join(all, 0);
    for (const auto* some : {&arrive, &wait})
      for (const std::uint32_t t : *some)
        for (std::uint32_t i = 0; i < all; ++i)
          join[i] = std::max(join[i], clocks[t][i]);
    for (const std::uint32_t t : wait)
      clocks[t] = join;
  }
  // (thread, address) of both, and whether it is harmful.
  using Races = std::set<std::array<std::uint32_t, 4>>;
  Races races() const {
    Races out;
    for (std::size_t j = 0; j < accesses.size(); ++j)
      for (std::size_t i = 0; i < j; ++i) {
        const Stored &a = accesses[i], &b = accesses[j];
        if (a.thread == b.thread || a.address != b.address) continue;
        if (a.kind == b.kind && a.kind != Access::write) continue;
        if (b.clock[a.thread] >= a.clock[a.thread]) continue;
        const bool same = a.kind == Access::write && b.kind == Access::write && a.value == b.value;
        out.insert({std::min(a.thread, b.thread), std::max(a.thread, b.thread), a.address, !same});
      }
    return out;
  }
};

// Harmful ones, and all of them.
std::pair<Pairwise::Races, Pairwise::Races> summary(const Pairwise::Races& races) {
  std::pair<Pairwise::Races, Pairwise::Races> out;
  for (auto r : races) {
    if (r[3]) out.first.insert(r);
    r[3] = 0;
    out.second.insert(r);
  }
  return out;
}

struct Execution {
  explicit Execution(std::uint64_t seed) : random(seed), valued(seed % 2 ? 8 : valued_words) {}
  oracle::Random random;
  std::uint32_t valued; // words in use that are only written
  Engine engine{{all, lanes}, {.one_place_per_generation = false}};
  Pairwise plain;

  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); }
  static Lanes one(std::uint32_t t) { return {t / lanes, 1u << (t % lanes)}; }

  // Some words are only written, seldom and by few threads: what matters there are the values.
  void access() {
    const bool is_valued = below(3) == 0;
    const std::uint32_t t = is_valued ? 5 * below(3) : below(all);
    const std::uint32_t word = is_valued ? plain_words + below(valued) : below(plain_words);
    const auto kind = is_valued ? Access::write : static_cast<Access>(below(3));
    const std::uint64_t value = below(2);
    touch(engine, kind, one(t), 4 * word, 0, t * words + word, Value::known(value));
    plain.access(t, kind, word, value);
  }
  void warp_sync() {
    const std::uint32_t w = below(warps);
    const LaneMask mask = 1 + below((1u << lanes) - 1);
    std::vector<std::uint32_t> wait;
    for (std::uint32_t lane = 0; lane < lanes; ++lane)
      if (mask >> lane & 1) wait.push_back(w * lanes + lane);
    engine.warp_sync({w, mask}, mask, {});
    plain.meet({}, wait);
  }
  void generation(bool everybody) {
    std::vector<std::uint32_t> arrive, wait;
    std::vector<std::pair<Lanes, bool>> calls; // and whether they wait
    for (std::uint32_t t = 0; t < all; ++t) {
      if (!everybody && below(2)) continue;
      const bool waits = everybody || below(2);
      (waits ? wait : arrive).push_back(t);
      const Lanes who = one(t);
      const bool joins = !calls.empty() && calls.back().first.warp == who.warp &&
                         calls.back().second == waits && below(4) != 0;
      if (joins) {
        calls.back().first.lanes |= who.lanes;
      } else {
        calls.emplace_back(who, waits);
      }
    }
    const auto count = static_cast<std::uint32_t>(arrive.size() + wait.size());
    if (count == 0) return;
    const std::uint32_t id = below(4);
    std::ranges::shuffle(calls, random);
    for (const auto& [who, waits] : calls) {
      if (waits) {
        engine.sync(who, at(id, count, 0, false));
      } else {
        engine.arrive(who, at(id, count, 0, false));
      }
    }
    plain.meet(arrive, wait);
  }
};

TEST(Pairwise, LongExecutionsHaveTheSameRaces) {
  std::size_t harmful = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    Execution x(seed);
    for (int i = 0; i < 700; ++i) {
      const std::uint32_t what = x.below(100);
      if (what < 60) {
        x.access();
      } else if (what < 70) {
        x.warp_sync();
      } else {
        x.generation(what < 90);
      }
    }
    Pairwise::Races found;
    for (const Finding& f : x.engine.findings()) {
      if (f.kind != FindingKind::race && f.kind != FindingKind::same_value_write) continue;
      found.insert({std::min(f.first.thread, f.second.thread),
                    std::max(f.first.thread, f.second.thread), f.address / 4,
                    f.kind == FindingKind::race});
    }
    const Pairwise::Races truth = x.plain.races();
    ASSERT_EQ(summary(found), summary(truth)) << "seed " << seed;
    harmful += summary(truth).first.size();
  }
  EXPECT_GT(harmful, 1000u);
}

} // namespace
} // namespace heddle::sync
