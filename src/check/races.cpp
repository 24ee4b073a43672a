// Deciding one symbolic trace: is there a pair of conflicting accesses to a common byte?
#include "check/alternatives.hpp"
#include "check/families.hpp"
#include "check/pairs.hpp"
#include "check/witness/concrete.hpp"
#include "check/witness/explain.hpp"
#include "check/witness/lane_rows.hpp"
#include "check/witness/other_models.hpp"
#include "check/witness/race_run.hpp"
#include "check/witness/race_text.hpp"
#include "check/witness/suggest.hpp"
#include "check/witness/suggest_trials.hpp"
#include "core/clusters.hpp"
#include "support/time_limit.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace heddle::check {

namespace {

using protocol::PairClass;
using protocol::Trace;
using protocol::TraceAccess;
using Sought = Experience::Sought;

// More findings than this per trace repeat what the user knows already.
constexpr std::size_t max_findings_per_trace = 8;
// A disjunction of more pairs is asked in pieces.
constexpr std::size_t pairs_per_query = 48;
// Of the time for a query. Whether two meet that do no harm only decides about a warning: not worth
// a long search. Asked only where accesses may meet.
// Of 117 such meetings of equal values in public code all but one were found within 0.005 s, the
// other in 0.06, and a refutation says no more than no answer.
constexpr double harmless_share = 0.05, harmless_seconds = 0.08;
// Of the time for a query; the question with values follows where this one stays open.
constexpr double meet_share = 0.15;
// Of several pairs at once: where they stay open each is asked about for itself, which is mostly
// easier.
constexpr double several_share = 0.4;
// Of the time for a query: for values where two threads meet.
constexpr double met_share = 0.1;
// Where the solver does not decide, perhaps it does for positive sizes, and then mostly at once: of
// 145 such proofs in public code none took more than 0.03 s.
constexpr double hint_seconds = 0.04;
constexpr int max_hints = 2; // per trace
// Of one pair of places, as a helper that is inlined often has many: the others say no more.
constexpr unsigned max_undecided = 2;
// Of the time for a query: where an assumption that was found rules the pairs out, and whether it
// does.
constexpr double detail_share = 0.05;
// Of the time for a query: whether what rules out a pair rules out the others of its places.
constexpr double alike_share = 0.2;
// Of the time for a query: for a model whose run may show what that of the first did not.
constexpr double wish_share = 0.3;
// .. or for a smaller one, which is only easier to read.
constexpr double small_share = 0.1;
// Models tried before a race that the replay does not reach is called possible.
constexpr int max_models = 3;

// Places of the source, which of `x += 1` are those of its read and of its write; of the two the
// async proxy makes an error of the one and a warning of the other.
using Places = std::tuple<Loc, Loc, bool>;
Places places(const Pair& pair, bool of_proxies) {
  const auto [first, second] = std::minmax(pair.a->access->loc, pair.b->access->loc);
  return {first, second, of_proxies && begins_by_read(pair)};
}

class Decider {
public:
  Decider(const Environment& env, const Trace& trace)
      : env_(env), trace_(trace), runs_(env, trace) {}

  Decision run() {
    if (of_proxies() && !are_asked_for()) return {};
    env_.open_in_a_row = 0; // other pairs may be easier
    Families families(env_, trace_, decision_);
    std::vector<Pair> pairs; // that may meet
    // Of the async proxy first what is an error: many warnings are not to hide one.
    if (of_proxies()) search_all(families, pairs, [](const Pair& p) { return !begins_by_read(p); });
    search_all(families, pairs, [&](const Pair& p) { return !of_proxies() || begins_by_read(p); });
    std::erase_if(pairs, [&](const Pair& p) {
      return !p.harmless || seen_.contains(places_of(p)) || is_known(p, smt::Status::unsat);
    });
    if (!pairs.empty()) search(pairs, &Pair::harmless);
    return std::move(decision_);
  }

  // What was found until the time was over.
  Decision cut_short() {
    decision_.unknowns.push_back(env_.unknown(time_is_spent, env_.kernel.loc));
    return std::move(decision_);
  }

private:
  void search_all(Families& families, std::vector<Pair>& asked,
                  const std::function<bool(const Pair&)>& is_wanted) {
    RacePairs all(env_.pool(), env_.kernel, trace_,
                  {env_.ctx.options.strict_writes, env_.ctx.options.strict_reads},
                  [&](std::size_t i, std::size_t j) { return families.apart(i, j); });
    while (!is_full()) {
      std::vector<Pair> chunk = all.next(pairs_per_query);
      if (chunk.empty()) break;
      std::erase_if(chunk, [&](const Pair& p) { return !is_wanted(p); });
      if (chunk.empty()) continue;
      env_.statistics.count("pairs of accesses asked about", chunk.size());
      lost_ = 0;
      chunk_ = chunk;
      if (are_apart(chunk)) continue;
      search(chunk, &Pair::race);
      asked.insert(asked.end(), chunk.begin(), chunk.end());
    }
  }

  Places places_of(const Pair& pair) const { return places(pair, of_proxies()); }
  bool of_proxies() const { return trace_.order.proxy != protocol::Order::Proxy::none; }
  // A relation of proxies may be of accesses to shared memory alone, or to global memory alone.
  bool are_asked_for() const {
    return std::ranges::any_of(trace_.first, [&](const TraceAccess& a) {
      return is_meant(trace_.order.memory, env_.kernel.arrays.at(a.access->array));
    });
  }

  static std::vector<std::vector<Pair>> chunks(const std::vector<Pair>& pairs) {
    std::vector<std::vector<Pair>> found;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (i % pairs_per_query == 0) found.emplace_back();
      found.back().push_back(pairs[i]);
    }
    return found;
  }

  bool is_full() const {
    return env_.is_settled || decision_.findings.size() >= max_findings_per_trace;
  }

  // Where accesses never meet, as in most traces, their values are no question: without them it is
  // one query instead of two, and an easier one.
  bool are_apart(const std::vector<Pair>& chunk) {
    if (std::ranges::none_of(chunk, &Pair::compares_values)) return false;
    smt::Answer answer = ask(chunk, &Pair::meet, {}, meet_share);
    if (answer.status == smt::Status::sat) met_ = std::move(answer.model);
    if (answer.status == smt::Status::unknown) lost_ += answer.seconds;
    return answer.status == smt::Status::unsat;
  }

  // Where threads meet, other values are mostly there to be found for the same threads and sizes,
  // and easily so.
  std::optional<smt::Answer> where_they_meet(const std::vector<Pair>& pairs, Expr Pair::*question) {
    const std::optional<smt::Model> model = std::exchange(met_, std::nullopt);
    if (!model || question != &Pair::race) return std::nullopt;
    smt::Answer answer =
        ask(pairs, question, threads_and_sizes(env_.pool(), trace_, *model), met_share);
    return answer.status == smt::Status::sat ? std::optional(std::move(answer)) : std::nullopt;
  }

  // Finds pairs that satisfy `question`, one per pair of source places, until none is left.
  void search(std::vector<Pair> pairs, Expr Pair::*question) {
    std::erase_if(pairs, [&](const Pair& p) { return is_false(p.*question); });
    for (std::vector<Pair>& chunk : chunks(pairs))
      search_chunk(std::move(chunk), question);
  }

  void search_chunk(std::vector<Pair> pairs, Expr Pair::*question) {
    // where it stays open whether any of them meet, it mostly does so whether any race
    if (pairs.size() > 1 && question == &Pair::race && lost_ > 0)
      return split_chunk(pairs, question);
    while (!pairs.empty() && !is_full()) {
      const bool is_detail = is_ruled_out(pairs, question);
      std::optional<smt::Answer> near = where_they_meet(pairs, question);
      smt::Answer answer = near ? *std::move(near)
                                : ask(pairs, question, {},
                                      is_detail          ? detail_share
                                      : pairs.size() > 1 ? several_share
                                                         : 1);
      if (answer.status == smt::Status::unsat) return;
      if (answer.status == smt::Status::unknown) {
        if (question == &Pair::harmless || is_detail) return;
        if (pairs.size() > 1) {
          lost_ += answer.seconds;
          return split_chunk(pairs, question);
        }
        return give_up(pairs.front(), answer);
      }
      const auto hit = std::ranges::find_if(
          pairs, [&](const Pair& p) { return answer.model.eval(env_.pool(), p.*question) != 0; });
      if (hit == pairs.end()) return give_up(pairs.front(), answer);
      const Pair pair = *hit;
      found(pair, question, answer);
      std::erase_if(pairs, [&](const Pair& p) { return places_of(p) == places_of(pair); });
    }
  }

  // By what rules out what was found in the kernel: then these are of the same cause.
  bool is_ruled_out(const std::vector<Pair>& pairs, Expr Pair::*question) {
    if (!env_.is_detail()) return false;
    std::vector<Expr> used = trace_.facts;
    for (const Pair& pair : pairs)
      used.push_back(pair.*question);
    return std::ranges::any_of(
        known_conditions(env_, trace_.uniform, used), [&](const std::vector<Expr>& facts) {
          return ask(pairs, question, facts, detail_share, true).status == smt::Status::unsat;
        });
  }

  // Where each is answered for itself nothing was lost by asking about them together; until then
  // the time is not held against questions that others ask meanwhile.
  void split_chunk(const std::vector<Pair>& pairs, Expr Pair::*question) {
    const double lost = std::exchange(lost_, 0);
    env_.open_seconds -= lost;
    const std::size_t open = decision_.unknowns.size();
    for (const Pair& pair : pairs)
      if (!seen_.contains(places_of(pair)) && undecided_[places_of(pair)] < max_undecided &&
          (question != &Pair::race || !is_apart(pair)))
        search_chunk({pair}, question);
    if (decision_.unknowns.size() != open) env_.open_seconds += lost;
  }

  // Of one of several that stayed open: mostly its values are no question either.
  bool is_apart(const Pair& pair) {
    if (!pair.compares_values) return false;
    smt::Answer answer = ask({pair}, &Pair::meet, {});
    if (answer.status == smt::Status::sat) met_ = std::move(answer.model);
    meet_alone_[pair.meet] = answer.status;
    return answer.status == smt::Status::unsat;
  }

  // Was that the answer to whether it meets, asked of it alone?
  bool is_known(const Pair& pair, smt::Status status) const {
    const auto it = meet_alone_.find(pair.meet);
    return it != meet_alone_.end() && it->second == status;
  }

  smt::Answer ask(const std::vector<Pair>& pairs, Expr Pair::*question,
                  const std::vector<Expr>& extra, double share = 1, bool any_model = false,
                  unsigned variant = 0) {
    std::vector<Expr> cases;
    for (const Pair& pair : pairs)
      cases.push_back(pair.*question);
    smt::Query query{trace_.name, trace_.facts, trace_.uniform};
    query.assertions.insert(query.assertions.end(), extra.begin(), extra.end());
    for (Expr e : one_of(env_.pool(), cases, query.assertions))
      query.assertions.push_back(e);
    smt::Limits limits = env_.limits();
    if (question == &Pair::harmless)
      limits.seconds =
          std::min(limits.seconds, std::max(harmless_seconds, harmless_share * limits.seconds));
    limits.seconds *= share;
    limits.any_model = any_model;
    limits.variant = variant;
    smt::Answer answer = env_.solve(query, limits);
    decision_.solver_calls += answer.solver_calls;
    return answer;
  }

  void give_up(const Pair& pair, const smt::Answer& answer) {
    if (is_decided_without_values(pair)) return;
    ++undecided_[places_of(pair)];
    const std::string reason = answer.reason.empty() ? "no answer" : answer.reason;
    const Loc at = pair.a->access->loc, other = pair.b->access->loc;
    const std::string with =
        at == other ? "itself in another thread" : env_.ctx.files.describe(other);
    decision_.unknowns.push_back(env_.unknown("the solver did not decide whether this races with " +
                                                  with + ": " + reason + with_positive_sizes(pair),
                                              at));
  }

  // The two never meet, or a run shows that they do, and does not store equal values there.
  bool is_decided_without_values(const Pair& pair) {
    if (!pair.compares_values || of_proxies() || is_known(pair, smt::Status::unknown)) return false;
    smt::Answer answer = ask({pair}, &Pair::meet, {});
    if (answer.status == smt::Status::unsat) return true;
    if (answer.status != smt::Status::sat) return false;
    decision_.solver_calls += prefer_positive_sizes(env_, question_of(pair, &Pair::meet), answer);
    auto [finding, judged] = judge(pair, &Pair::meet, answer.model);
    if (!judged.is_conflict) return false;
    seen_.insert(places_of(pair));
    explain(env_, trace_, pair, &Pair::meet, answer.model, finding);
    decision_.findings.push_back(std::move(finding));
    return true;
  }

  smt::Query question_of(const Pair& pair, Expr Pair::*question) const {
    smt::Query query{trace_.name, trace_.facts, trace_.uniform};
    query.assertions.push_back(pair.*question);
    return query;
  }

  // Sizes that may be zero or negative make signed divisions and products hard.
  std::string with_positive_sizes(const Pair& pair) {
    const Assumption positive = positive_sizes(env_, trace_.uniform);
    if (positive.facts.empty() || ++hints_ > max_hints) return "";
    smt::Query query{trace_.name + ".hint", trace_.facts, trace_.uniform};
    query.assertions.insert(query.assertions.end(), positive.facts.begin(), positive.facts.end());
    query.assertions.push_back(pair.meet);
    smt::Limits limits = env_.limits();
    limits.seconds = std::min(limits.seconds, hint_seconds);
    limits.any_model = true;
    const smt::Answer answer = smt::solve(env_.pool(), query, limits);
    env_.statistics.answer(answer);
    decision_.solver_calls += answer.solver_calls;
    if (answer.status != smt::Status::unsat) return "";
    return "; they never meet with --assume '" + positive.text + "'";
  }

  void found(const Pair& pair, Expr Pair::*question, smt::Answer answer) {
    seen_.insert(places_of(pair));
    const bool is_harmless = question == &Pair::harmless;
    if (!is_harmless && !of_proxies() && env_.settle()) {
      decision_.findings.emplace_back();
      return;
    }
    if (!is_harmless && !of_proxies()) prefer_small(pair, answer);
    if (!is_harmless && !of_proxies())
      decision_.solver_calls += prefer_positive_sizes(env_, question_of(pair, &Pair::race), answer);
    const std::string& array = env_.kernel.arrays.at(pair.a->access->array).name;
    const std::optional<int> round = env_.experience->long_runs(array);
    if (round) prefer_short(pair, question, *round, answer);
    std::vector<Expr> blocked;
    std::optional<Finding> first;
    smt::Model model; // of the first
    const int models = env_.is_in_vain(Sought::model, array) ? 1 : max_models;
    const ThreadClock clock;
    const double start = clock.now();
    const auto note = [&](bool is_found) {
      if (!blocked.empty())
        env_.experience->note(Sought::model, array, is_found, clock.now() - start);
    };
    for (int attempt = 0; attempt < models; ++attempt) {
      auto [finding, judged] = judge(pair, question, answer.model);
      if (finding.status == FindingStatus::confirmed) {
        note(true);
        if (attempt > 0) env_.experience->note_round(array, attempt - 1);
        return keep_confirmed(pair, question, answer.model, std::move(finding));
      }
      if (judged.obstacle == RaceRun::Obstacle::steps) env_.experience->note_long(array);
      if (!first) {
        first = std::move(finding);
        model = answer.model;
      }
      if (is_harmless || attempt + 1 == models || runs_.stays_possible(pair)) break;
      blocked.push_back(env_.pool().logical_not(
          env_.pool().all(threads_and_sizes(env_.pool(), trace_, answer.model))));
      answer = another(pair, question, blocked, judged.obstacle, attempt);
      if (answer.status != smt::Status::sat) break;
    }
    note(false);
    // a warning that no run shows, as where the two race anyway, says little
    if (of_proxies() && first->severity == FindingSeverity::warning) return;
    if (!of_proxies()) explain_in_time(pair, question, model, *first);
    if (first->severity == FindingSeverity::error) env_.is_refuted = env_.has_error = true;
    decision_.findings.push_back(std::move(*first));
  }

  void keep_confirmed(const Pair& pair, Expr Pair::*question, const smt::Model& model,
                      Finding finding) {
    const bool is_odd = question == &Pair::harmless && !are_positive(env_, trace_.uniform, model);
    if (!of_proxies() && (question == &Pair::race || is_odd))
      explain_in_time(pair, question, model, finding);
    else if (!of_proxies())
      within_time(
          [&] {
            explain_quickly(env_, trace_, pair, model, finding);
            if (!alike_beyond(finding.suggestion, pair).empty()) finding.suggestion.clear();
          },
          [] {});
    if (finding.severity == FindingSeverity::error && finding.suggestion.empty())
      env_.has_bug = true;
    if (finding.severity == FindingSeverity::error) env_.has_error = true;
    decision_.findings.push_back(std::move(finding));
  }

  // A finding is one, explained or not.
  void explain_in_time(const Pair& pair, Expr Pair::*question, const smt::Model& model,
                       Finding& finding) {
    within_time(
        [&] {
          explain(env_, trace_, pair, question, model, finding);
          if (question == &Pair::harmless) return;
          const std::vector<Pair> alike = alike_beyond(finding.suggestion, pair);
          if (alike.empty()) return;
          finding.suggestion.clear();
          explain(env_, trace_, together(pair, alike), question, model, finding);
        },
        [] {});
  }

  // Those of its places, for which its finding stands as well, where what rules out the pair alone
  // is not known to rule out these.
  std::vector<Pair> alike_beyond(const std::string& suggestion, const Pair& pair) {
    std::vector<Pair> alike;
    if (suggestion.empty()) return alike;
    std::ranges::copy_if(chunk_, std::back_inserter(alike), [&](const Pair& p) {
      return p.meet != pair.meet && places_of(p) == places_of(pair);
    });
    const auto rules_out = [&](Expr Pair::*question) {
      std::vector<Expr> used = trace_.facts;
      for (const Pair& p : alike)
        used.push_back(p.*question);
      const std::vector<Expr> facts = said_by(env_, suggestion, used);
      return ask(alike, question, facts, alike_share, true).status == smt::Status::unsat;
    };
    if (!alike.empty() &&
        (rules_out(&Pair::meet) || (pair.compares_values && rules_out(&Pair::race))))
      alike.clear();
    return alike;
  }

  Pair together(const Pair& pair, const std::vector<Pair>& others) {
    Pair all = pair;
    for (Expr Pair::*question : {&Pair::meet, &Pair::race}) {
      std::vector<Expr> of_each{pair.*question};
      for (const Pair& p : others)
        of_each.push_back(p.*question);
      all.*question = env_.pool().any(of_each);
    }
    return all;
  }

  // Another model, of a launch whose run does without the obstacle if there is one.
  smt::Answer another(const Pair& pair, Expr Pair::*question, const std::vector<Expr>& blocked,
                      RaceRun::Obstacle obstacle, int round) {
    if (auto answer = without(obstacle, pair, question, blocked, round)) return *answer;
    return ask({pair}, question, blocked, wish_share, false, static_cast<unsigned>(round) + 1);
  }

  std::optional<smt::Answer> without(RaceRun::Obstacle obstacle, const Pair& pair,
                                     Expr Pair::*question, const std::vector<Expr>& blocked,
                                     int round) {
    for (const std::vector<Expr>& wish :
         wishes(env_.pool(), trace_, pair.*question, obstacle, round)) {
      std::vector<Expr> extra = blocked;
      extra.insert(extra.end(), wish.begin(), wish.end());
      smt::Answer answer = ask({pair}, question, extra, wish_share);
      if (answer.status == smt::Status::sat) return answer;
    }
    return std::nullopt;
  }

  // Small witnesses are easy to read, and their runs are short. Where blocks tell each other by
  // atomics what they have done, as that they are the last, a run is to have all of them.
  void prefer_small(const Pair& pair, smt::Answer& answer) {
    const bool all_run = env_.has_atomics && trace_.pairs == PairClass::different_blocks;
    for (const std::vector<Expr>& wish :
         small_launches(env_.pool(), trace_, env_.kernel, answer.model, all_run)) {
      smt::Answer other = ask({pair}, &Pair::race, wish, small_share);
      if (other.status != smt::Status::sat) continue;
      answer = std::move(other);
      return;
    }
  }

  void prefer_short(const Pair& pair, Expr Pair::*question, int round, smt::Answer& answer) {
    if (auto other = without(RaceRun::Obstacle::steps, pair, question, {}, round))
      answer = std::move(*other);
  }

  struct Judged {
    Finding finding;
    RaceRun::Judged run;
  };

  Judged judge(const Pair& pair, Expr Pair::*question, const smt::Model& model) {
    std::vector<Expr> used = trace_.facts;
    used.push_back(pair.*question);
    const Witness witness(env_, model, used);
    Finding finding;
    const bool is_harmless = question == &Pair::harmless;
    finding.kind = !is_harmless    ? FindingKind::race
                   : pair.is_guess ? FindingKind::racy_guess
                                   : FindingKind::same_value_write;
    finding.severity = is_harmless ? FindingSeverity::warning : FindingSeverity::error;
    if (of_proxies()) note_proxies(env_, trace_, pair, finding);
    finding.scope = scope_of(trace_.pairs);
    finding.accesses = {witness.report(trace_.threads[0], *pair.a),
                        witness.report(trace_.threads[1], *pair.b)};
    if (finding.accesses[0].block != finding.accesses[1].block) finding.scope = FindingScope::grid;
    finding.witness = witness.values();
    if (core::is_lifetime(env_.kernel.arrays.at(pair.a->access->array)))
      finding.order = missing_cluster_barrier(finding);
    else if (!of_proxies())
      finding.order = missing_order(env_, trace_, finding, model);
    if (trace_.lane) tell_lane_of_row(trace_, pair, witness, finding);
    const ThreadClock clock;
    const double start = clock.now();
    const RaceRun::Judged judged = runs_.confirm(pair, witness, finding);
    env_.spend(clock.now() - start);
    if (finding.kind == FindingKind::race && pair.order && !pair.order->hint.empty()) {
      finding.kind = FindingKind::unordered_flag;
      finding.order = pair.order->hint;
    }
    if (judged.elsewhere) tell_iterations(pair, question, model, *judged.elsewhere, finding);
    return {std::move(finding), judged};
  }

  // Those in which the same threads come to these cells; nothing, where the solver finds none.
  void tell_iterations(const Pair& pair, Expr Pair::*question, const smt::Model& model,
                       const std::array<std::int64_t, 2>& cells, Finding& finding) {
    Pool& pool = env_.pool();
    std::vector<Expr> there = threads_and_sizes(pool, trace_, model);
    const std::array accesses{pair.a, pair.b};
    for (std::size_t i = 0; i < 2; ++i) {
      const Expr offset = accesses[i]->offset;
      there.push_back(pool.eq(offset, pool.constant(cells[i], offset->type)));
      finding.accesses[i].loops.clear();
    }
    const smt::Answer answer = ask({pair}, question, there, small_share, true);
    if (answer.status != smt::Status::sat) return;
    const Witness witness(env_, answer.model, trace_.facts);
    for (std::size_t i = 0; i < 2; ++i) {
      const AccessReport report = witness.report(trace_.threads[i], *accesses[i]);
      finding.accesses[i].loops = report.loops;
      finding.accesses[i].iterations = report.iterations;
    }
  }

  const Environment& env_;
  const Trace& trace_;
  const RaceRun runs_;
  Decision decision_;
  int hints_ = 0;
  double lost_ = 0;               // seconds on the pairs asked about, without an answer
  std::vector<Pair> chunk_;       // that is asked about
  std::optional<smt::Model> met_; // of threads that meet, of the pairs asked about
  std::set<Places> seen_;
  std::map<Expr, smt::Status> meet_alone_; // by Pair::meet, what was asked of one by itself
  std::map<Places, unsigned> undecided_;   // pairs of these places
};

} // namespace

Decision decide(const Environment& env, const Trace& trace) {
  Decider decider(env, trace);
  return within_time([&] { return decider.run(); }, [&] { return decider.cut_short(); });
}

} // namespace heddle::check
