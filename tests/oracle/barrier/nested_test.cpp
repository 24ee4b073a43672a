// Random skeletons with an outer loop, decided for all numbers of outer and inner iterations at
// once, against the concrete engine on many words n_0 n_1 .. (theory.md section 4, step 8).
#include "concrete.hpp"
#include "generate.hpp"
#include "seeds.hpp"

namespace heddle::oracle {
namespace {

using namespace barrier;
using Word = std::vector<std::int64_t>;

std::string text(const Word& word) {
  std::string out = "word";
  for (const std::int64_t n : word)
    out += " " + std::to_string(n);
  return out;
}

struct Question {
  NestedPoint p, q;
  Pairing pairing = Pairing::warps;
  bool same = false; // asked of one outer iteration
  Order within;
  std::optional<std::int64_t> across, distance; // distance: of iterations of loops
  std::string name() const {
    const auto point = [](const NestedPoint& x) {
      static const char* places[] = {"before ", "", "after "};
      return places[static_cast<int>(x.place)] + std::to_string(x.point.role) + "." +
             std::to_string(x.point.section) + "." + std::to_string(x.point.index) +
             (x.point.copy ? " copy" : "");
    };
    return point(p) + " -> " + point(q) +
           (pairing == Pairing::lanes ? " lanes"
            : pairing == Pairing::own ? " own"
                                      : "") +
           (same       ? " same"
            : distance ? " at distance " + std::to_string(*distance)
            : across   ? " from " + std::to_string(*across)
                       : " never");
  }
};

constexpr std::int64_t most = 9; // of distances

class Judge {
public:
  Judge(const NestedSkeleton& skeleton, std::uint64_t seed) : skeleton_(skeleton), random_(seed) {}

  std::map<std::string, unsigned> counts;

  std::string examine() {
    const NestedAnalysis analysis(skeleton_);
    if (analysis.failure()) return examine_failure(*analysis.failure());
    ++counts[analysis.decided() ? "good" : "undecided"];
    if (analysis.decided() && !analysis.has_orders()) ++counts["good, warps left behind"];
    if (analysis.states() > 1) ++counts["several states"];
    if (analysis.has_orders()) ask(analysis);
    bool all_good = true;
    for (const Word& word : words()) {
      const std::string fault = examine_word(analysis, word, all_good);
      if (!fault.empty()) return text(word) + ": " + fault;
    }
    if (!analysis.decided() && all_good) ++counts["undecided, good as far as seen"];
    return {};
  }

private:
  std::vector<Word> words() {
    std::vector<Word> out{{}};
    for (std::int64_t n = 0; n < 6; ++n)
      out.push_back({n});
    for (std::int64_t n = 0; n < 9; ++n)
      out.push_back({n / 3, n % 3});
    for (int k = 0; k < 6; ++k) {
      Word word(3 + random_() % 3);
      for (std::int64_t& n : word)
        n = static_cast<std::int64_t>(random_() % 4);
      out.push_back(word);
    }
    out.push_back({static_cast<std::int64_t>(4 + random_() % 9), 1,
                   static_cast<std::int64_t>(random_() % 9)});
    return out;
  }

  std::string examine_failure(const NestedFailure& f) {
    ++counts["bad"];
    const auto all = programs(skeleton_, f.trips);
    if (generations(skeleton_.mbarriers, all, random_)) return text(f.trips) + " is good";
    std::vector<Step> steps = f.failure.schedule;
    for (Step& s : steps)
      s.section = numbered(skeleton_.roles[all[s.warp].role], s.outer,
                           static_cast<std::int64_t>(f.trips.size()), s.section);
    // a failure shows before the warps are at the end of the word
    return fails_at_the_end(skeleton_.mbarriers, all, steps)
               ? ""
               : text(f.trips) + ": the schedule does not fail";
  }

  NestedPoint random_point(std::uint32_t role, NestPart place) {
    const NestedRole& r = skeleton_.roles[role];
    const auto& list = place == NestPart::before  ? r.before
                       : place == NestPart::block ? r.block
                                                  : r.after;
    NestedPoint p{place, {role, 0, 0, false}};
    p.point.section = static_cast<std::uint32_t>(random_() % list.size());
    const auto& operations = list[p.point.section].operations;
    p.point.index = static_cast<std::uint32_t>(random_() % (operations.size() + 1));
    if (p.point.index < operations.size() &&
        operations[p.point.index].kind == Operation::Kind::phase_copy)
      p.point.copy = random_() % 2;
    for (std::uint32_t i = 0; i < operations.size(); ++i) // not to be rare
      if (operations[i].kind == Operation::Kind::phase_copy && random_() % 3 == 0)
        p.point = {role, p.point.section, i, true};
    return p;
  }

  const Section& section(const NestedPoint& p) const {
    return skeleton_.roles[p.point.role].block[p.point.section];
  }
  bool count_together(const Question& x) {
    const Section &a = section(x.p), &b = section(x.q);
    return a.is_loop && b.is_loop && a.offset == b.offset && random_() % 3 != 0;
  }

  void ask(const NestedAnalysis& analysis) {
    for (int k = 0; k < 10; ++k) {
      const auto a = static_cast<std::uint32_t>(random_() % skeleton_.roles.size());
      const auto b = static_cast<std::uint32_t>(random_() % skeleton_.roles.size());
      NestPart first = NestPart::block, second = NestPart::block;
      if (random_() % 8 == 0) first = NestPart::before;
      if (random_() % 8 == 0) second = NestPart::after;
      if (skeleton_.roles[a].block.empty() || skeleton_.roles[b].block.empty()) continue;
      Question x;
      x.p = random_point(a, first);
      x.q = random_point(b, second);
      if (a == b && (skeleton_.roles[a].warps.size() == 1 || random_() % 2))
        x.pairing = Pairing::lanes;
      if (a == b && (x.p.point.copy || x.q.point.copy) && random_() % 2) x.pairing = Pairing::own;
      x.same = first == second && random_() % 2;
      if (x.same)
        x.within = analysis.within(x.p, x.q, x.pairing);
      else if (x.p.place == NestPart::block && x.q.place == NestPart::block && count_together(x))
        x.distance = analysis.running_distance(x.p, x.q, x.pairing, most);
      else
        x.across = analysis.across(x.p, x.q, x.pairing);
      exact_ = analysis.states() == 1;
      questions_.push_back(std::move(x));
    }
  }

  std::string examine_word(const NestedAnalysis& analysis, const Word& word, bool& all_good) {
    const auto all = programs(skeleton_, word);
    const auto groups = generations(skeleton_.mbarriers, all, random_);
    ++counts["words"];
    all_good = all_good && groups;
    if (!analysis.decided()) return {};
    if (!groups) return "the engine says bad";
    const Reachability reach(all, *groups);
    for (const Question& x : questions_)
      if (std::string fault = compare(all, reach, x, word); !fault.empty()) return fault;
    return {};
  }

  std::string compare(const std::vector<WarpProgram>& all, const Reachability& reach,
                      const Question& x, const Word& word) {
    const auto& first_warps = skeleton_.roles[x.p.point.role].warps;
    const auto& second_warps = skeleton_.roles[x.q.point.role].warps;
    const std::size_t copy = random_() % first_warps.size();
    const std::uint32_t a = first_warps[copy];
    std::uint32_t b = second_warps[random_() % second_warps.size()];
    if (x.pairing != Pairing::warps)
      b = a;
    else if (a == b)
      b = first_warps[(copy + 1) % first_warps.size()];
    const auto length = static_cast<std::int64_t>(word.size());
    const std::int64_t p_from = x.p.place == NestPart::before ? -1 : 0;
    const std::int64_t p_to = x.p.place == NestPart::before ? 0 : length;
    for (std::int64_t t = p_from; t < p_to; ++t) {
      const std::int64_t q_from = x.same ? t : x.q.place == NestPart::after ? length : t + 1;
      const std::int64_t q_to = x.same ? t + 1 : x.q.place == NestPart::after ? length + 1 : length;
      for (std::int64_t u = q_from; u < q_to; ++u)
        if (auto fault = compare_at(all, reach, x, word, {a, t, b, u}); !fault.empty())
          return fault;
    }
    return {};
  }

  struct Where {
    std::uint32_t a;
    std::int64_t t;
    std::uint32_t b;
    std::int64_t u;
  };
  std::string compare_at(const std::vector<WarpProgram>& all, const Reachability& reach,
                         const Question& x, const Word& word, const Where& at) {
    const auto length = static_cast<std::int64_t>(word.size());
    const Point &p = x.p.point, &q = x.q.point;
    const std::uint32_t s = numbered(skeleton_.roles[p.role], at.t, length, p.section);
    const std::uint32_t r = numbered(skeleton_.roles[q.role], at.u, length, q.section);
    const std::int64_t first = all[at.a].trips[s], second = all[at.b].trips[r];
    const bool later = x.across && at.u - at.t >= *x.across;
    std::int64_t between = 0; // iterations from the first one of t to the first one of u
    if (x.distance)
      for (std::int64_t k = at.t; k < at.u; ++k)
        between +=
            std::max<std::int64_t>(0, word[static_cast<std::size_t>(k)] + section(x.p).offset);
    for (std::int64_t i = 0; i < first; ++i)
      for (std::int64_t j = 0; j < second; ++j) {
        const std::uint32_t from = all[at.a].before(s, i, p.index);
        const std::uint32_t until = all[at.b].before(r, j, q.index);
        if (!issued(all[at.a], from, s, i, p) || !issued(all[at.b], until, r, j, q)) continue;
        const bool own = x.pairing == Pairing::own;
        if (own && p == q && at.t == at.u && i == j) continue; // one copy
        const bool is = reach.before({at.a, from, p.copy}, {at.b, until, q.copy}, own);
        if (own) ++counts["pairs of one thread"];
        const bool in_loop = at.t >= 0 && at.t < length;
        const std::int64_t n = in_loop ? word[static_cast<std::size_t>(at.t)] : 0;
        const bool said = x.same ? holds(x.within, n, i, j, first, second)
                                 : later || (x.distance && between + j - i >= *x.distance);
        ++counts["pairs"];
        if (said && x.distance) ++counts["pairs ordered by their distance"];
        if (said && x.distance && p.copy) ++counts["pairs with copies, ordered by their distance"];
        if (said && !is)
          return "t = " + std::to_string(at.t) + ", i = " + std::to_string(i) +
                 ", u = " + std::to_string(at.u) + ", j = " + std::to_string(j) +
                 " is not ordered: " + x.name();
        if (!is || said) continue;
        if (x.same && exact_ && !p.copy)
          return "t = " + std::to_string(at.t) + ", i = " + std::to_string(i) +
                 ", j = " + std::to_string(j) + " is ordered: " + x.name();
        if (x.distance) {
          ++counts["pairs at a distance, ordered though not said"];
          continue;
        }
        ++counts[x.same ? "pairs of one outer iteration, ordered though not said"
                        : "pairs across, ordered though not said"];
      }
    return {};
  }

  static bool issued(const WarpProgram& p, std::uint32_t item, std::uint32_t section,
                     std::int64_t iteration, const Point& point) {
    if (!point.copy) return true;
    return item < p.items.size() && p.items[item].section == section &&
           p.items[item].iteration == iteration && p.items[item].index == point.index;
  }

  const NestedSkeleton& skeleton_;
  std::mt19937_64 random_;
  std::vector<Question> questions_;
  bool exact_ = false;
};

void judge_all(std::uint64_t cases, bool phases) {
  auto [judged, counts] =
      judge_seeds<Judge>(cases, [&](std::uint64_t seed) { return generate_nested(seed, phases); });
  if (judged < 500) return; // too few to speak of shares
  EXPECT_GT(counts["good"], judged / 10);
  EXPECT_GT(counts["bad"], judged / 5);
  EXPECT_LT(counts["undecided"], judged / 10);
}

TEST(NestedOracle, NamedBarriers) { judge_all(800, false); }
TEST(NestedOracle, Mbarriers) { judge_all(250, true); }

} // namespace
} // namespace heddle::oracle
