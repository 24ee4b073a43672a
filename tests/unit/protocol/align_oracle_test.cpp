// Random protocols against brute force: execution of all threads, pairing of accesses in equal
// phases, comparison of executed barriers (theory.md section 2).
#include "oracle_random.hpp"

namespace heddle::protocol::oracle {
namespace {

struct Tally {
  int cases = 0, exact = 0, meetings = 0, divergent = 0, unaligned = 0;
};

template <typename T> std::size_t beyond(const std::set<T>& a, const std::set<T>& b) {
  std::size_t n = 0;
  for (const T& x : a)
    n += !b.contains(x);
  return n;
}

std::set<Meeting> aligned(const std::set<Meeting>& all, const Truth& truth) {
  std::set<Meeting> result;
  for (const Meeting& m : all)
    if (!truth.unaligned.contains({std::get<0>(m.first), std::get<0>(m.second)})) result.insert(m);
  return result;
}

std::string show(const std::set<Meeting>& a, const std::set<Meeting>& b) {
  const auto one = [](const Instance& i) {
    std::string s = "a" + std::to_string(std::get<1>(i)->offset->value / 4) + "@t" +
                    std::to_string(std::get<0>(i).thread) + "b" +
                    std::to_string(std::get<0>(i).block) + "(";
    for (std::int64_t v : std::get<2>(i))
      s += std::to_string(v) + " ";
    return s + ")";
  };
  for (const Meeting& m : a)
    if (!b.contains(m)) return one(m.first) + " x " + one(m.second);
  return "";
}

std::string dump(const RandomProtocol& p, const Questions& q) {
  std::string s = p.text();
  for (const Trace& t : q.traces)
    s += to_string(*p.protocol().pool, t);
  for (const Obligation& o : q.obligations)
    s += to_string(*p.protocol().pool, o);
  return s;
}

void add(Symbolic& into, const Symbolic& more) {
  into.exact.insert(more.exact.begin(), more.exact.end());
  into.all.insert(more.all.begin(), more.all.end());
  into.divergent.insert(more.divergent.begin(), more.divergent.end());
  into.exited.insert(more.exited.begin(), more.exited.end());
  into.exact_divergent.insert(more.exact_divergent.begin(), more.exact_divergent.end());
  into.exact_exited.insert(more.exact_exited.begin(), more.exact_exited.end());
}

void compare(std::uint64_t seed, Flavours flavours, Tally& tally) {
  RandomProtocol random(seed, flavours);
  Ctx ctx;
  const Questions questions = ask(random.protocol(), ctx);
  ASSERT_TRUE(questions.unknowns.empty());
  std::vector<PairClass> classes{PairClass::same_block};
  if (flavours.grid) classes.push_back(PairClass::different_blocks);
  for (int i = 0; i < 3; ++i) {
    const std::int64_t threads =
        2 + static_cast<std::int64_t>((seed + static_cast<unsigned>(i)) % 3);
    Setting setting = random.setting(threads, flavours.grid ? 2 : 1);
    for (PairClass pairs : classes) {
      const Truth truth = by_execution(setting, pairs);
      if (!truth.finished) continue;
      Symbolic found = by_enumeration(setting, questions, pairs, truth.last_iteration);
      if (pairs == PairClass::same_block) // its pairs are all of one warp
        add(found, by_enumeration(setting, questions, PairClass::same_warp, truth.last_iteration));
      ++tally.cases;
      tally.exact += found.exact == found.all;
      tally.meetings += static_cast<int>(truth.meetings.size());
      tally.divergent += static_cast<int>(truth.divergent.size());
      tally.unaligned += !truth.unaligned.empty();
      const std::string where = "seed " + std::to_string(seed) + " setting " + std::to_string(i);
      const auto all = aligned(found.all, truth), exact = aligned(found.exact, truth);
      ASSERT_EQ(beyond(truth.meetings, all), 0u)
          << where << ": missed " << show(truth.meetings, all) << "\n"
          << dump(random, questions);
      ASSERT_EQ(beyond(exact, truth.meetings), 0u)
          << where << ": spurious " << show(exact, truth.meetings) << "\n"
          << dump(random, questions);
      ASSERT_EQ(beyond(truth.divergent, found.divergent), 0u) << where << dump(random, questions);
      ASSERT_EQ(beyond(truth.exited, found.exited), 0u) << where << dump(random, questions);
      ASSERT_EQ(beyond(found.exact_divergent, truth.divergent), 0u)
          << where << dump(random, questions);
      ASSERT_EQ(beyond(found.exact_exited, truth.exited), 0u) << where << dump(random, questions);
    }
  }
}

void many(const char* name, std::uint64_t first_seed, int protocols, Flavours flavours) {
  Tally tally;
  for (int i = 0; i < protocols && !::testing::Test::HasFatalFailure(); ++i)
    compare(first_seed + static_cast<std::uint64_t>(i), flavours, tally);
  std::printf("%s: seeds from %llu, %d cases (%d exact), %d meetings, %d misses of a barrier, "
              "%d with pairs not aligned\n",
              name, static_cast<unsigned long long>(first_seed), tally.cases, tally.exact,
              tally.meetings, tally.divergent, tally.unaligned);
}

TEST(AlignOracle, UniformConditions) { many("uniform", 1000, 1000, {}); }

TEST(AlignOracle, ThreadDependentConditions) {
  many("thread-dependent", 20000, 800, {.thread_dependent = true});
}

TEST(AlignOracle, TilesAndMasks) {
  many("tiles", 30000, 700, {.tiles = true, .thread_dependent = true});
}

TEST(AlignOracle, BlocksOfAGrid) {
  many("grid", 40000, 300, {.grid = true, .thread_dependent = true});
}

TEST(AlignOracle, DataDependentConditions) {
  many("unknowns", 50000, 500, {.thread_dependent = true, .unknowns = true});
}

TEST(AlignOracle, DoublingAndHalvingLoops) { many("sequences", 60000, 300, {.sequences = true}); }

TEST(AlignOracle, ExitedThreads) {
  many("exits", 70000, 300, {.thread_dependent = true, .exits = true});
}

} // namespace
} // namespace heddle::protocol::oracle
