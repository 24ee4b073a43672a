// Random skeletons, decided for all n at once, against the concrete engine at many n: the same
// verdicts, the same happens-before (theory.md section 4). HEDDLE_BARRIER_SEED and
// HEDDLE_BARRIER_CASES choose other skeletons; a fault is printed with its seed.
#include "concrete.hpp"
#include "generate.hpp"
#include "seeds.hpp"

#include <algorithm>
#include <numeric>

namespace heddle::oracle {
namespace {

using namespace barrier;

struct Question {
  Point p, q;
  Pairing pairing = Pairing::warps;
  Order order;
};

std::string text(const Question& question) {
  const auto point = [](const Point& p) {
    return std::to_string(p.role) + "." + std::to_string(p.section) + "." +
           std::to_string(p.index) + (p.copy ? " copy" : "");
  };
  return point(question.p) + " -> " + point(question.q) +
         (question.pairing == Pairing::lanes ? " lanes"
          : question.pairing == Pairing::own ? " own"
                                             : "");
}

// Windows that fit n and j, counted anew.
std::size_t fitting(const Order& order, std::int64_t n, std::int64_t j, std::int64_t first,
                    std::int64_t second) {
  const auto value = [&](const Linear& l) {
    const std::int64_t base = l.base == Linear::Base::trips_first    ? first
                              : l.base == Linear::Base::trips_second ? second
                              : l.base == Linear::Base::second       ? j
                                                                     : 0;
    return base + l.constant;
  };
  return static_cast<std::size_t>(std::ranges::count_if(order.windows, [&](const Window& w) {
    const bool of_n =
        w.n_period == 0 ? n == w.n_first : n >= w.n_first && (n - w.n_first) % w.n_period == 0;
    return of_n && value(w.low) <= j && j <= value(w.high) &&
           (j - w.low.constant) % w.j_period == 0;
  }));
}

class Judge {
public:
  Judge(const Skeleton& skeleton, std::uint64_t seed) : skeleton_(skeleton), random_(seed) {}

  std::map<std::string, unsigned> counts;

  // What is wrong, or nothing.
  std::string examine() {
    const Analysis analysis(skeleton_);
    if (!analysis.decided()) {
      ++counts["undecided"];
      if (!analysis.bad().empty()) ++counts["undecided, bad at some n"];
      for (std::int64_t n = 0; n < std::min<std::int64_t>(analysis.first(), 12); ++n)
        if (auto fault = examine_at(analysis, n); !fault.empty()) return fault;
      return {};
    }
    ++counts[analysis.bad().empty() ? "good" : "bad"];
    if (analysis.period() > 1) ++counts["period > 1"];
    ask(analysis);
    const std::int64_t beyond = analysis.first() + analysis.period();
    std::vector<std::int64_t> ns(13);
    std::iota(ns.begin(), ns.end(), 0);
    ns.push_back(beyond + static_cast<std::int64_t>(random_() % 5));
    ns.push_back(beyond + analysis.period() + static_cast<std::int64_t>(random_() % 7));
    for (const std::int64_t n : ns)
      if (auto fault = examine_at(analysis, n); !fault.empty()) return fault;
    return {};
  }

private:
  Point random_point(std::uint32_t role) {
    const auto& sections = skeleton_.roles[role].sections;
    Point p;
    p.role = role;
    p.section = static_cast<std::uint32_t>(random_() % sections.size());
    const auto& operations = sections[p.section].operations;
    p.index = static_cast<std::uint32_t>(random_() % (operations.size() + 1));
    if (p.index < operations.size() && operations[p.index].kind == Operation::Kind::phase_copy)
      p.copy = random_() % 2;
    for (std::uint32_t x = 0; x < operations.size(); ++x) // not to be rare
      if (operations[x].kind == Operation::Kind::phase_copy && random_() % 3 == 0)
        return {role, p.section, x, true};
    return p;
  }

  void ask(const Analysis& analysis) {
    const Windows windows(analysis);
    for (int k = 0; k < 8; ++k) {
      Question x;
      const auto a = static_cast<std::uint32_t>(random_() % skeleton_.roles.size());
      const auto b = static_cast<std::uint32_t>(random_() % skeleton_.roles.size());
      if (skeleton_.roles[a].sections.empty() || skeleton_.roles[b].sections.empty()) continue;
      x.p = random_point(a);
      x.q = random_point(b);
      if (a == b && (skeleton_.roles[a].warps.size() == 1 || random_() % 2))
        x.pairing = Pairing::lanes;
      if (a == b && (x.p.copy || x.q.copy) && random_() % 2) x.pairing = Pairing::own;
      x.order = windows.before(x.p, x.q, x.pairing);
      static const char* kinds[] = {"never", "always", "distance", "windows"};
      if (analysis.bad().empty()) ++counts[kinds[static_cast<int>(x.order.kind)]];
      questions_.push_back(std::move(x));
    }
  }

  std::string examine_at(const Analysis& analysis, std::int64_t n) {
    const auto all = programs(skeleton_, n);
    const auto groups = generations(skeleton_.mbarriers, all, random_);
    const auto failure = analysis.failure(n);
    if (groups.has_value() == failure.has_value())
      return "n = " + std::to_string(n) + ": the engine says " + (groups ? "good" : "bad");
    std::size_t items = 0;
    for (const WarpProgram& p : all)
      items += p.items.size();
    if (of_whole_warps(all) && n <= 4 && items <= 16)
      if (const auto good = good_in_all_interleavings(all, 3000)) {
        ++counts["all interleavings"];
        if (*good != groups.has_value())
          return "n = " + std::to_string(n) + ": all interleavings say " + (*good ? "good" : "bad");
      }
    if (failure) {
      ++counts["failures"];
      return fails_at_the_end(skeleton_.mbarriers, all, failure->schedule)
                 ? ""
                 : "n = " + std::to_string(n) + ": the schedule does not fail";
    }
    const Reachability reach(all, *groups);
    for (const Question& x : questions_)
      if (auto fault = compare(all, reach, x, n); !fault.empty()) return fault;
    return {};
  }

  std::string compare(const std::vector<WarpProgram>& all, const Reachability& reach,
                      const Question& x, std::int64_t n) {
    const auto& first_warps = skeleton_.roles[x.p.role].warps;
    const auto& second_warps = skeleton_.roles[x.q.role].warps;
    const std::size_t copy = random_() % first_warps.size();
    const std::uint32_t a = first_warps[copy];
    std::uint32_t b = second_warps[random_() % second_warps.size()];
    if (x.pairing != Pairing::warps)
      b = a;
    else if (a == b)
      b = first_warps[(copy + 1) % first_warps.size()];
    const std::int64_t first = all[a].trips[x.p.section], second = all[b].trips[x.q.section];
    for (std::int64_t j = 0; j < second; ++j) {
      if (x.order.kind == Order::Kind::windows && fitting(x.order, n, j, first, second) != 1)
        return "n = " + std::to_string(n) + ", j = " + std::to_string(j) + ": " +
               std::to_string(fitting(x.order, n, j, first, second)) + " windows: " + text(x);
      const std::uint32_t until = all[b].before(x.q.section, j, x.q.index);
      for (std::int64_t i = 0; i < first; ++i) {
        const std::uint32_t from = all[a].before(x.p.section, i, x.p.index);
        if (!executed(all[a], from, x.p, i) || !executed(all[b], until, x.q, j)) continue;
        const bool own = x.pairing == Pairing::own;
        if (own && x.p == x.q && i == j) continue; // one copy
        const bool is = reach.before({a, from, x.p.copy}, {b, until, x.q.copy}, own);
        const bool said = holds(x.order, n, i, j, first, second);
        ++counts[x.p.copy || x.q.copy ? "pairs with copies" : "pairs"];
        if (own) ++counts["pairs of one thread"];
        if (x.p.copy && is && !said) {
          ++counts["pairs with copies, ordered though not said"];
          continue;
        }
        if (is != said)
          return "n = " + std::to_string(n) + ", i = " + std::to_string(i) +
                 ", j = " + std::to_string(j) + (is ? " is" : " is not") + " ordered: " + text(x);
      }
    }
    return {};
  }

  // What interleavings of warps, instead of lanes, tell about.
  static bool of_whole_warps(const std::vector<WarpProgram>& all) {
    return std::ranges::all_of(all, [](const WarpProgram& p) {
      return std::ranges::all_of(p.items, [](const WarpProgram::Item& item) {
        return item.barrier < named_barriers && item.op->aligned;
      });
    });
  }

  static bool executed(const WarpProgram& p, std::uint32_t item, const Point& point,
                       std::int64_t iteration) {
    if (!point.copy) return true;
    return item < p.items.size() && p.items[item].section == point.section &&
           p.items[item].iteration == iteration && p.items[item].index == point.index;
  }

  const Skeleton& skeleton_;
  std::mt19937_64 random_;
  std::vector<Question> questions_;
};

void judge_all(std::uint64_t cases, bool phases) {
  auto [judged, counts] = judge_seeds<Judge>(
      cases, [&](std::uint64_t seed) { return generate_skeleton(seed, phases); });
  if (judged < 500) return; // too few to speak of shares
  EXPECT_GT(counts["good"], judged / 5);
  EXPECT_GT(counts["bad"], judged / 5);
  EXPECT_LT(counts["undecided"], judged / 20);
  EXPECT_LE(counts["pairs with copies, ordered though not said"],
            counts["pairs with copies"] / 1000);
  if (phases) EXPECT_GT(counts["pairs of one thread"], judged);
}

TEST(BarrierOracle, NamedBarriers) { judge_all(8'000, false); }
TEST(BarrierOracle, Mbarriers) { judge_all(4'000, true); }

} // namespace
} // namespace heddle::oracle
