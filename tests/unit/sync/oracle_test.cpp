// The engine's one schedule against all interleavings of random programs.
#include "unit/sync/oracle.hpp"

#include <gtest/gtest.h>
#include <iostream>

namespace heddle::sync::oracle {
namespace {

// What is compared of a race: threads and byte; or less where the engine names a representative.
enum class Compare { threads_and_byte, byte, threads, existence };

std::set<Meeting> blur(const std::set<Meeting>& all, Compare how) {
  std::set<Meeting> out;
  for (Meeting m : all) {
    if (how == Compare::byte || how == Compare::existence) m.a = m.b = 0;
    if (how == Compare::threads || how == Compare::existence) m.byte = 0;
    out.insert(m);
  }
  return out;
}

struct Tally {
  int programs = 0, undecided = 0, good = 0, racy = 0, refused_by_rule_t = 0;
};

// Empty: they agree.
std::string differ(const Verdict& truth, const Answer& engine, Compare how, Tally* tally) {
  const bool good = truth.wrong.empty();
  if (good != engine.well_synchronized) {
    if (good && engine.only_rule_t) { // rule T is sufficient only
      if (tally) ++tally->refused_by_rule_t;
      return {};
    }
    return good ? "refused, but well-synchronized" : "accepted, but " + truth.wrong;
  }
  if (!good) return {};
  if (blur(truth.harmful, how) != blur(engine.harmful, how)) return "other races";
  if (blur(truth.any, how) != blur(engine.any, how)) return "other unordered pairs";
  return {};
}

Tally compare(std::uint64_t seed, int programs, const Taste& taste, Drive drive, Compare how,
              int schedules = 1) {
  constexpr std::size_t max_states = 60'000;
  Random random(seed);
  Tally tally;
  for (int i = 0; i < programs; ++i) {
    const Program p = generate(random, taste);
    ++tally.programs;
    const Verdict truth = explore(p, max_states);
    if (!truth.decided) {
      ++tally.undecided;
      continue;
    }
    tally.good += truth.wrong.empty();
    tally.racy += !truth.any.empty() && truth.wrong.empty();
    for (int k = 0; k < schedules; ++k) {
      const std::uint64_t order = random();
      Random r(order);
      const std::string why = differ(truth, ask(p, drive, r), how, &tally);
      if (why.empty()) continue;
      const Program least = shrink(p, [&](const Program& q) {
        const Verdict v = explore(q, max_states);
        Random again(order);
        return v.decided && !differ(v, ask(q, drive, again), how, nullptr).empty();
      });
      Random again(order);
      const Answer a = ask(least, drive, again);
      const Verdict v = explore(least, max_states);
      ADD_FAILURE() << "seed " << seed << ", program " << i << ": " << why << "; shrunk ("
                    << differ(v, a, how, nullptr) << "):\n"
                    << print(least) << a.text;
      return tally;
    }
  }
  std::cout << "seed " << seed << ": " << tally.programs << " programs, " << tally.good
            << " well-synchronized, " << tally.racy << " of them racy, " << tally.refused_by_rule_t
            << " runs refused by rule T, " << tally.undecided << " too large\n";
  EXPECT_LT(tally.undecided * 20, tally.programs);
  EXPECT_GT(tally.good * 10, tally.programs);
  EXPECT_GT(tally.racy * 50, tally.programs);
  return tally;
}

TEST(Oracle, NamedBarriers) { compare(1, 20'000, {}, Drive::single, Compare::threads_and_byte); }

TEST(Oracle, NamedBarriersAndMixedSizes) {
  compare(2, 5'000, {.mixed_sizes = true}, Drive::single, Compare::threads);
}

TEST(Oracle, LanesOneByOne) {
  compare(3, 10'000, {.warp_size = 2}, Drive::single, Compare::threads_and_byte);
}

TEST(Oracle, LanesTogether) {
  compare(4, 10'000, {.warp_size = 2}, Drive::together, Compare::byte);
  compare(5, 3'000, {.warp_size = 4}, Drive::together, Compare::byte);
}

TEST(Oracle, AlignedWarps) { compare(6, 10'000, {}, Drive::as_warps, Compare::threads_and_byte); }

TEST(Oracle, Mbarriers) {
  compare(7, 10'000, {.mbarriers = true}, Drive::single, Compare::threads_and_byte, 2);
}

TEST(Oracle, MbarriersAndCopies) {
  compare(8, 8'000, {.mbarriers = true, .copies = true}, Drive::single, Compare::byte, 2);
}

TEST(Oracle, GroupsOfCopies) {
  compare(9, 5'000, {.copies = true}, Drive::single, Compare::threads_and_byte);
  compare(10, 800, {.copies = true, .warp_size = 2}, Drive::together, Compare::byte);
}

TEST(Oracle, MbarriersOfLanesTogether) {
  compare(11, 2'000, {.mbarriers = true, .copies = true, .warp_size = 2}, Drive::together,
          Compare::byte);
}

// ---- all small programs -------------------------------------------------------------------------

// Every way to give `threads` threads at most `length` of the operations altogether.
void enumerate(int threads, int length, const std::vector<Op>& operations, Program& p,
               const std::function<void()>& visit) {
  const auto extend = [&](const auto& self, std::size_t thread, int left) -> void {
    if (thread == p.threads.size()) return visit();
    self(self, thread + 1, left); // this one is done
    if (left == 0) return;
    for (const Op& op : operations) {
      p.threads[thread].insert(p.threads[thread].end() - 1, op);
      self(self, thread, left - 1);
      p.threads[thread].erase(p.threads[thread].end() - 2);
    }
  };
  p.threads.assign(static_cast<std::size_t>(threads), {{.kind = Kind::exit}});
  extend(extend, 0, length);
}

void compare_all(int threads, int length, const std::vector<Op>& operations, Program p,
                 Compare how = Compare::threads_and_byte) {
  int programs = 0, good = 0;
  Random random(1);
  enumerate(threads, length, operations, p, [&] {
    if (testing::Test::HasFailure()) return;
    const Verdict truth = explore(p, 100'000);
    const Answer a = ask(p, Drive::single, random);
    const std::string why = differ(truth, a, how, nullptr);
    if (!why.empty()) ADD_FAILURE() << why << ":\n" << print(p) << a.text;
    ++programs;
    good += truth.wrong.empty();
  });
  std::cout << programs << " programs, " << good << " well-synchronized\n";
  EXPECT_GT(good, 10);
}

TEST(Enumeration, NamedBarriers) {
  std::vector<Op> operations;
  for (const int id : {0, 1})
    for (const Kind kind : {Kind::arrive, Kind::sync})
      operations.push_back({.kind = kind, .id = id, .count = 2});
  Program p;
  p.named = 2;
  compare_all(2, 6, operations, p);
  operations.resize(2);
  for (Op& op : operations)
    op.count = 3;
  compare_all(3, 8, operations, p);
}

TEST(Enumeration, Mbarriers) {
  const std::vector<Op> operations{{.kind = Kind::mb_arrive},
                                   {.kind = Kind::mb_wait, .value = 0},
                                   {.kind = Kind::mb_wait, .value = 1}};
  for (const int expected : {1, 2, 3}) {
    Program p;
    p.mbarriers = {expected};
    compare_all(2, 7, operations, p);
    compare_all(3, 5, operations, p);
  }
}

TEST(Enumeration, MbarriersWithBytes) {
  const std::vector<Op> operations{{.kind = Kind::mb_arrive},
                                   {.kind = Kind::mb_arrive, .bytes = 1},
                                   {.kind = Kind::mb_expect, .bytes = 1},
                                   {.kind = Kind::bulk, .bytes = 1},
                                   {.kind = Kind::mb_wait, .value = 0}};
  for (const int expected : {1, 2}) {
    Program p;
    p.mbarriers = {expected};
    compare_all(2, 5, operations, p, Compare::byte);
  }
}

} // namespace
} // namespace heddle::sync::oracle
