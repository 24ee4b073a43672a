// Proxy fences in random skeletons, for every trip count, against the graph of one run: which
// fences are behind an access in program order, and before another by happens-before.
#include "barrier/fences.hpp"
#include "concrete.hpp"
#include "core/proxy_fences.hpp"
#include "generate.hpp"
#include "seeds.hpp"

#include <algorithm>

namespace heddle::oracle {
namespace {

using namespace barrier;

class Judge {
public:
  Judge(const Skeleton& skeleton, std::uint64_t seed)
      : plain_(skeleton), fenced_(skeleton), random_(seed) {}

  std::string examine() {
    insert_fences();
    const Analysis analysis(fenced_);
    if (!analysis.decided() || !analysis.bad().empty()) return {};
    ++counts["good"];
    const Windows windows(analysis);
    for (int k = 0; k < 6; ++k)
      if (auto fault = ask(windows); !fault.empty()) return fault;
    return {};
  }

  std::map<std::string, unsigned> counts;

private:
  std::uint32_t below(std::size_t n) { return static_cast<std::uint32_t>(random_() % n); }

  void insert_fences() {
    for (int k = 0; k < 4; ++k) {
      barrier::Role& role = fenced_.roles[below(fenced_.roles.size())];
      if (role.sections.empty()) continue;
      Section& section = role.sections[below(role.sections.size())];
      Operation op;
      op.kind = Operation::Kind::fence;
      op.place = below(3); // what it covers
      op.barriers = {barrier_ids};
      if (section.is_loop) {
        op.from = below(3);
        op.until = below(2);
        if (below(3) == 0) op.barriers.push_back(not_executed);
      }
      section.operations.insert(section.operations.begin() + below(section.operations.size() + 1),
                                op);
    }
  }

  const std::vector<Operation>& operations(std::uint32_t role, std::uint32_t section) const {
    return fenced_.roles[role].sections[section].operations;
  }
  Point random_point(std::uint32_t role, bool copies) {
    Point p{role, below(fenced_.roles[role].sections.size()), 0, false};
    const auto& all = operations(role, p.section);
    p.index = below(all.size() + 1);
    if (copies)
      for (std::uint32_t x = 0; x < all.size(); ++x)
        if (all[x].kind == Operation::Kind::phase_copy && below(2) == 0)
          return {role, p.section, x, true};
    return p;
  }

  // Where the point is without the fences.
  std::uint32_t plain(const Point& p) const {
    const auto& all = operations(p.role, p.section);
    return p.index -
           static_cast<std::uint32_t>(std::ranges::count(all.begin(), all.begin() + p.index,
                                                         Operation::Kind::fence, &Operation::kind));
  }

  std::string ask(const Windows& windows) {
    const std::uint32_t r = below(plain_.roles.size()), s = below(plain_.roles.size());
    if (plain_.roles[r].sections.empty() || plain_.roles[s].sections.empty()) return {};
    const Point p = random_point(r, false), q = random_point(s, true);
    Pairing pairing = Pairing::warps;
    if (r == s && (plain_.roles[r].warps.size() == 1 || below(2))) pairing = Pairing::lanes;
    Pool pool;
    Relating relating(pool);
    Expr n = fresh(pool, "N");
    Extracted e;
    e.skeleton = fenced_;
    for (const barrier::Role& role : fenced_.roles) {
      RoleAccesses& accesses = e.roles.emplace_back();
      for (const Section& section : role.sections)
        accesses.trips.push_back(section.is_loop ? pool.add(n, number(pool, section.offset))
                                                 : nullptr);
    }
    for (const std::uint32_t fenced :
         {core::fences_shared, core::fences_global, core::fences_shared | core::fences_global})
      e.places.emplace_back().fenced = fenced;
    places_ = e.places;
    space_ = below(2) ? core::Space::shared : core::Space::global;
    const Unfenced facts = ask_fences(pool, e, windows, relating, p, q, pairing, space_);
    for (std::int64_t value = 0; value < 9; ++value)
      if (auto fault = compare(pool, relating, facts, n, value, p, q, pairing); !fault.empty())
        return fault;
    return {};
  }

  // Is this a place at which the copy that is asked about is issued?
  static bool issued(const WarpProgram& w, std::uint32_t item, const Point& q, std::uint32_t index,
                     std::int64_t j) {
    if (!q.copy) return true;
    return item < w.items.size() && w.items[item].section == q.section &&
           w.items[item].iteration == j && w.items[item].index == index;
  }

  // Fences that a warp of the role executes: section, iteration, index.
  using Executed = std::tuple<std::uint32_t, std::int64_t, std::uint32_t>;
  std::vector<Executed> fences(std::uint32_t role, const WarpProgram& w) const {
    std::vector<Executed> found;
    const auto& sections = fenced_.roles[role].sections;
    for (std::uint32_t s = 0; s < sections.size(); ++s)
      for (std::uint32_t x = 0; x < sections[s].operations.size(); ++x) {
        const Operation& op = sections[s].operations[x];
        if (op.kind != Operation::Kind::fence) continue;
        if (!core::covers(places_[op.place].fenced, space_)) continue;
        for (std::int64_t i = 0; i < w.trips[s]; ++i) {
          const bool guarded = sections[s].is_loop && (i < op.from || i >= w.trips[s] - op.until);
          const auto at = static_cast<std::size_t>(i) % op.barriers.size();
          if (!guarded && op.barriers[at] != not_executed) found.emplace_back(s, i, x);
        }
      }
    return found;
  }

  // By a warp of a role of neither, on the way between them.
  bool is_fenced_by_third(const std::vector<WarpProgram>& all, const Reachability& reach,
                          const Reachability::Access& first, const Reachability::Access& second,
                          const Point& p, const Point& q) const {
    for (std::uint32_t role = 0; role < plain_.roles.size(); ++role) {
      if (role == p.role || role == q.role) continue;
      for (const std::uint32_t warp : plain_.roles[role].warps)
        for (const auto& [s, i, x] : fences(role, all[warp])) {
          const Reachability::Access fence{warp, all[warp].before(s, i, plain({role, s, x, false})),
                                           false};
          if (reach.before(first, fence) && reach.before(fence, second)) return true;
        }
    }
    return false;
  }

  std::string compare(Pool& pool, const Relating& relating, const Unfenced& facts, Expr n,
                      std::int64_t value, const Point& p, const Point& q, Pairing pairing) {
    const auto all = programs(plain_, value);
    const auto groups = generations(plain_.mbarriers, all, random_);
    if (!groups) return "not well-synchronized";
    const Reachability reach(all, *groups);
    const auto& firsts = plain_.roles[p.role].warps;
    const auto& seconds = plain_.roles[q.role].warps;
    const std::uint32_t a = firsts[0];
    std::uint32_t b = seconds[0];
    if (pairing == Pairing::warps && a == b) b = firsts[1];
    if (pairing == Pairing::warps && a == b) return {};
    const std::uint32_t p_index = plain(p), q_index = plain(q);
    const auto place_of = [&](std::uint32_t role, std::uint32_t warp, const Executed& f) {
      const auto& [s, i, x] = f;
      return all[warp].before(s, i, plain({role, s, x, false}));
    };
    const auto first_fences = fences(p.role, all[a]), second_fences = fences(q.role, all[b]);
    for (std::int64_t i = 0; i < all[a].trips[p.section]; ++i)
      for (std::int64_t j = 0; j < all[b].trips[q.section]; ++j) {
        const std::uint32_t from = all[a].before(p.section, i, p_index);
        const std::uint32_t until = all[b].before(q.section, j, q_index);
        if (!issued(all[b], until, q, q_index, j)) continue;
        const Reachability::Access first{a, from, false}, second{b, until, q.copy};
        const bool ordered = reach.before(first, second);
        const bool own = std::ranges::any_of(first_fences, [&](const Executed& f) {
          return f >= Executed{p.section, i, p.index} &&
                 reach.before({a, place_of(p.role, a, f), false}, second);
        });
        const bool late = std::ranges::any_of(second_fences, [&](const Executed& f) {
          return f < Executed{q.section, j, q.index} &&
                 reach.before(first, {b, place_of(q.role, b, f), false});
        });
        const bool third = is_fenced_by_third(all, reach, first, second, p, q);
        Pool::Memo known{{relating.n(), number(pool, value)},
                         {n, number(pool, value)},
                         {relating.i(), number(pool, i)},
                         {relating.j(), number(pool, j)},
                         {relating.first_trips(), number(pool, all[a].trips[p.section])},
                         {relating.second_trips(), number(pool, all[b].trips[q.section])}};
        const auto in = [&](Expr x) {
          return pool.substitute(
              x, [](Expr) -> Expr { return nullptr; }, known);
        };
        for (const auto& [symbol, trips] : facts.trips)
          known[symbol] = in(trips);
        ++counts["pairs"];
        if (ordered && !own) ++counts[late ? "late" : "unfenced"];
        if (ordered && own) ++counts["fenced"];
        const bool never = is_true(in(facts.never)), is_late = is_true(in(facts.late));
        if (ordered && !own && !late && third) ++counts[is_late ? "third" : "third, not found"];
        const bool told = never != is_late && (!late || is_late) && (!is_late || late || third);
        if (ordered && !own ? told : !never && !is_late) continue;
        return "n = " + std::to_string(value) + ", p = " + std::to_string(p.role) + "/" +
               std::to_string(p.section) + "/" + std::to_string(p.index) + "@" + std::to_string(i) +
               ", q = " + std::to_string(q.role) + "/" + std::to_string(q.section) + "/" +
               std::to_string(q.index) + "@" + std::to_string(j) + (q.copy ? " copy" : "") +
               ": ordered " + std::to_string(ordered) + ", fenced " + std::to_string(own) +
               ", late " + std::to_string(late) + "\n" + to_string(fenced_);
      }
    return {};
  }

  const Skeleton& plain_;
  Skeleton fenced_;
  std::mt19937_64 random_;
  std::vector<barrier::Place> places_;      // of fences
  core::Space space_ = core::Space::shared; // of the accesses that are asked about
};

TEST(BarrierOracle, Fences) {
  auto [judged, counts] = judge_seeds<Judge>(
      1'000, [](std::uint64_t seed) { return generate_skeleton(seed, seed % 2 == 0); });
  if (judged < 500) return;
  for (const char* what : {"unfenced", "late", "fenced"})
    EXPECT_GT(counts[what], judged);
  EXPECT_GT(counts["third"], 10 * counts["third, not found"]);
}

} // namespace
} // namespace heddle::oracle
