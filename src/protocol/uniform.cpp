// Barrier divergence as an obligation (theory.md section 2, "Uniformity"): with E(t, b) the
// conjunction of everything around a barrier at iterations b, E(t1, b) and not E(t2, b) must be
// unsatisfiable. Threads that have exited are excused, and are a finding of their own.
#include "core/clusters.hpp"
#include "core/meetings.hpp"
#include "core/relation.hpp"
#include "protocol/common.hpp"
#include "protocol/split/mbarrier_memory.hpp"
#include "protocol/split/row_lanes.hpp"
#include "protocol/split/split.hpp"

#include <algorithm>

namespace heddle::protocol {

namespace {

// Of more places that are not understood it is not asked whether they are reached.
constexpr unsigned max_places = 32;

// A condition or loop around the place.
struct Step {
  Expr cond;
  const Loop* loop; // nullptr: a condition
  bool exact;
  Expr alive; // nullptr: not known
};

// Where lanes came together that the hardware chose.
struct Meeting {
  std::vector<Step> steps;
  Expr alive;
  bool holds(const Step& step) const {
    return std::ranges::any_of(
        steps, [&](const Step& s) { return s.cond == step.cond && s.loop == step.loop; });
  }
};

class Asker {
public:
  Asker(const Protocol& protocol, const Geometry& geometry, const SequenceTable& sequences,
        Loops& loops, const BlockCrosses* within_blocks, Questions& out)
      : protocol_(protocol), mbarriers_(protocol), kernel_(*protocol.kernel), geometry_(geometry),
        loops_(loops), pool_(loops.pool()), within_blocks_(within_blocks),
        out_(out), copies_{Copies(protocol, geometry, sequences, PairClass::same_warp),
                           Copies(protocol, geometry, sequences, PairClass::same_block),
                           Copies(protocol, geometry, sequences, PairClass::different_blocks)} {}

  void run() {
    ThreadCopy one(copies(PairClass::same_warp), 0, true),
        two(copies(PairClass::same_warp), 1, true);
    told_by_some_ =
        told_by_some_lanes(protocol_, [&](Expr cond) { return one(cond) != two(cond); });
    visit(protocol_.root);
  }

private:
  Copies& copies(PairClass pairs) { return copies_[static_cast<std::size_t>(pairs)]; }

  void visit(const NodePtr& node) {
    if (!node) return;
    if (told_by_some_.contains(node.get())) at_check(before_its_lanes_meet(*node));
    if (const auto* access = std::get_if<Access>(&node->node)) {
      at_checks(mbarriers_.of(*access));
    } else if (const auto* mbarrier = std::get_if<Mbarrier>(&node->node)) {
      at_checks(mbarriers_.of(*mbarrier));
    } else if (const auto* barrier = std::get_if<Barrier>(&node->node)) {
      at_barrier(*barrier);
    } else if (const auto* check = std::get_if<Check>(&node->node)) {
      at_check(*check);
    } else if (const auto* seq = std::get_if<Seq>(&node->node)) {
      for (const NodePtr& part : seq->parts)
        visit(part);
    } else if (const auto* branch = std::get_if<If>(&node->node)) {
      mbarriers_.may_have_passed(branch->else_part);
      inside({branch->cond, nullptr, true, branch->alive}, branch->then_part);
      inside({pool_.logical_not(branch->cond), nullptr, true, branch->alive}, branch->else_part);
    } else if (const auto* loop = std::get_if<Loop>(&node->node)) {
      const Guard runs = loops_.runs(*loop);
      inside({runs.cond, loop, runs.exact, loop->alive}, loop->body);
    }
  }

  void inside(const Step& step, const NodePtr& node) {
    if (!node) return;
    steps_.push_back(step);
    visit(node);
    steps_.pop_back();
  }

  void at_barrier(const Barrier& barrier) {
    if (barrier.scope == Scope::block && within_blocks_) return;
    // there it is not understood (src/barrier/extract): roles may come to it at places of their own
    if (barrier.scope == Scope::cluster && within_blocks_ &&
        !protocol::is_common(protocol_, barrier))
      return;
    const unsigned comes = core::threads_of_meeting(barrier);
    if (barrier.scope == Scope::thread && !comes)
      return void(meetings_.insert_or_assign(barrier.mask, Meeting{steps_, barrier.alive}));
    ++barriers_;
    const Meeting* meeting = meeting_of(barrier);
    for (const Step& step : steps_)
      if (step.loop && !step.loop->exact && !is_common(step) &&
          !(meeting && meeting->holds(step))) {
        out_.unknowns.emplace_back("some threads may leave the loop around " + barrier.text +
                                       " early: whether all reach the barrier is not known",
                                   barrier.loc);
        break;
      }
    using Kind = Relation::Kind;
    switch (barrier.scope) {
    case Scope::thread:
      return ask(barrier,
                 comes > core::lanes_of_warp ? PairClass::same_block : PairClass::same_warp,
                 {Kind::same_group, comes});
    case Scope::warp:
      if (meeting) return ask_lanes(barrier, *meeting);
      return ask(barrier, PairClass::same_warp,
                 {Kind::same_group, barrier.group_size ? barrier.group_size : core::lanes_of_warp});
    case Scope::block:
      return ask(barrier, PairClass::same_block,
                 {barrier.group_size ? Kind::same_group : Kind::same_block, barrier.group_size});
    case Scope::cluster:
    case Scope::grid:
      ask(barrier, PairClass::same_block, {Kind::same_block, 0});
      return ask(barrier, PairClass::different_blocks, {Kind::different_blocks, 0});
    }
  }

  void ask(const Barrier& barrier, PairClass pairs, Relation relation) {
    const bool apart = pairs == PairClass::different_blocks;
    if (apart ? geometry_.one_block() : geometry_.one_thread()) return;
    ThreadCopy one(copies(pairs), 0, true), two(copies(pairs), 1, true);
    std::vector<Expr> facts = geometry_.facts(relation);
    const std::vector<Expr> assumed = assumptions(copies(pairs), kernel_);
    facts.insert(facts.end(), assumed.begin(), assumed.end());
    if (apart && barrier.scope == Scope::cluster && barrier.group_size > 0)
      facts.push_back(geometry_.same_cluster(copies(pairs).thread(0), copies(pairs).thread(1),
                                             barrier.group_size));

    ask(barrier, pairs, one, two, std::move(facts), nullptr);
  }

  // Lanes that came together meet again: those who were there, perhaps each in an iteration of its
  // own, take one way from there.
  void ask_lanes(const Barrier& barrier, const Meeting& meeting) {
    if (geometry_.one_thread()) return;
    Copies& names = copies(PairClass::same_warp);
    ThreadCopy one(names, 0, true), two(names, 1, false);
    for (const Step& step : steps_)
      if (step.loop && !meeting.holds(step)) two.set(step.loop->binder, loops_.binder(*step.loop));
    std::vector<Expr> facts = geometry_.facts({Relation::Kind::same_group, core::lanes_of_warp});
    const std::vector<Expr> assumed = assumptions(names, kernel_);
    facts.insert(facts.end(), assumed.begin(), assumed.end());
    for (const Step& step : meeting.steps)
      facts.push_back(two(step.cond));
    if (meeting.alive) facts.push_back(two(meeting.alive));
    ask(barrier, PairClass::same_warp, one, two, std::move(facts), &meeting);
  }

  void ask(const Barrier& barrier, PairClass pairs, ThreadCopy& one, ThreadCopy& two,
           std::vector<Expr> facts, const Meeting* meeting) {
    std::vector<Expr> reached; // E(t1), and t1 is there
    std::vector<Expr> missed;  // the ways in which t2 does not come
    const bool one_block = pairs != PairClass::different_blocks;
    reach(one, two, facts, reached, missed, meeting, one_block);
    if (std::ranges::any_of(reached, is_false) || std::ranges::any_of(facts, is_false)) return;
    Expr alive = barrier.alive ? one(barrier.alive) : pool_.boolean(true);
    Expr other_alive = barrier.alive ? two(barrier.alive) : pool_.boolean(true);
    reached.push_back(alive);
    const Expr exited =
        alive == other_alive ? pool_.boolean(false) : pool_.logical_not(other_alive);
    if (missed.empty() && is_false(exited)) return; // the same for all threads, by its text
    if (!meeting && !masked(barrier, pairs, reached)) return;

    const auto emit = [&](Obligation::Kind kind, const char* name, Expr how,
                          const std::string& text) {
      if (is_false(how)) return;
      std::vector<Expr> violation = reached;
      violation.push_back(how);
      finish(kind, name, barriers_, pairs, facts, pool_.all(violation), one, text, barrier.loc,
             barrier.call);
    };
    emit(Obligation::Kind::divergence, "divergence", pool_.any(missed), barrier.text);
    emit(Obligation::Kind::exited_threads, "exit", exited, barrier.text);
    if (pairs == PairClass::different_blocks && has_lifetimes())
      emit(Obligation::Kind::not_understood, "ended",
           pool_.logical_and(exited, two(core::is_keeper(kernel_))),
           "another block of the cluster, whose shared memory is accessed, may have ended before "
           "this barrier");
  }

  // What comes behind the end of a block's keeper is not in order for that: the barrier that makes
  // it so does not wait for who has ended.
  bool has_lifetimes() const { return std::ranges::any_of(kernel_.arrays, core::is_lifetime); }
  // E(t1) into `reached`; for each step at which t2 may first leave t1's path, how, into `missed`.
  void reach(ThreadCopy& one, ThreadCopy& two, std::vector<Expr>& facts, std::vector<Expr>& reached,
             std::vector<Expr>& missed, const Meeting* meeting, bool one_block) {
    std::vector<Expr> so_far; // of t2
    for (const Step& step : steps_) {
      Expr mine = one(step.cond), theirs = two(step.cond);
      reached.push_back(mine);
      if (meeting && meeting->holds(step)) continue; // t2 was there
      if (one_block && is_common(step)) continue;
      Expr leaves = mine == theirs ? pool_.boolean(false) : pool_.logical_not(theirs);
      if (step.loop && !step.exact) leaves = stops_before(*step.loop, one, two, facts, reached);
      if (!is_false(leaves)) {
        std::vector<Expr> way = so_far;
        way.push_back(leaves);
        if (step.alive) way.push_back(two(step.alive));
        missed.push_back(pool_.all(way));
      }
      if (mine != theirs) so_far.push_back(theirs);
    }
    std::erase_if(missed, is_false);
  }

  // A loop that is known to run equally often for all threads of the block.
  bool is_common(const Step& step) const {
    return step.loop && within_blocks_ && within_blocks_->common.contains(step.loop);
  }

  // The run condition quantifies over all earlier iterations: t2's loop ends at some iteration up
  // to this one, which t1 runs.
  Expr stops_before(const Loop& loop, ThreadCopy& one, ThreadCopy& two, std::vector<Expr>& facts,
                    std::vector<Expr>& reached) {
    Expr earlier = loops_.primed(loop);
    Expr cond = loops_.at(loop, loop.cond, earlier);
    Expr mine = one(cond), theirs = two(cond);
    if (mine == theirs) return pool_.boolean(false);
    facts.push_back(pool_.le(earlier, loops_.binder(loop)));
    reached.push_back(mine);
    return pool_.logical_not(theirs);
  }

  // The barrier's mask is of lanes that came together in this iteration of the loops around both.
  const Meeting* meeting_of(const Barrier& barrier) const {
    if (barrier.scope != Scope::warp || !barrier.mask) return nullptr;
    const auto found = meetings_.find(barrier.mask);
    if (found == meetings_.end()) return nullptr;
    const auto inside = [&](const Step& s) {
      return !s.loop || std::ranges::count(steps_, s.loop, &Step::loop) > 0;
    };
    return std::ranges::all_of(found->second.steps, inside) ? &found->second : nullptr;
  }

  // A barrier of some lanes only concerns those. False when it is not known which they are.
  bool masked(const Barrier& barrier, PairClass pairs, std::vector<Expr>& reached) {
    if (barrier.scope != Scope::warp || !barrier.mask) return true;
    const auto mask = constant_value(barrier.mask);
    if (!mask) {
      out_.unknowns.emplace_back("the mask of " + barrier.text +
                                     " is not a constant: whether its threads come together is "
                                     "not known",
                                 barrier.loc);
      return false;
    }
    for (const ThreadSymbols& t : copies(pairs).threads())
      reached.push_back(geometry_.in_mask(t, static_cast<std::uint32_t>(*mask)));
    return true;
  }

  Check before_its_lanes_meet(const Node& node) const {
    Check check;
    check.cond = pool_.boolean(false);
    const auto at = [&](const auto& n) {
      check.loc = n.loc;
      check.call = n.call;
    };
    if (const auto* access = std::get_if<Access>(&node.node)) at(*access);
    if (const auto* mbarrier = std::get_if<Mbarrier>(&node.node)) at(*mbarrier);
    if (const auto* named = std::get_if<NamedBarrier>(&node.node)) at(*named);
    if (const auto* fence = std::get_if<Fence>(&node.node)) check.loc = fence->loc;
    check.kind = Check::Kind::not_understood;
    check.text = "by some lanes of a warp, others of which may still load or store their words of "
                 "matrix rows: __syncwarp() in front of it";
    return check;
  }

  void at_checks(const std::vector<Check>& checks) {
    for (const Check& check : checks)
      at_check(check);
  }

  void at_check(const Check& check) {
    if (check.kind == Check::Kind::not_understood && ++places_ > max_places) {
      out_.unknowns.emplace_back(check.text, check.loc);
      return;
    }
    ++checks_;
    Copies& names = copies(PairClass::same_block);
    ThreadCopy copy(names, 0, true);
    if (is_relational(check.cond)) return at_relation(check, copy);
    std::vector<Expr> violation;
    for (const Step& step : steps_)
      violation.push_back(copy(step.cond));
    violation.push_back(pool_.logical_not(copy(check.cond)));
    Expr all = pool_.all(violation);
    if (is_false(all)) return;
    std::vector<Expr> facts = geometry_.facts({Relation::Kind::one_thread, 0});
    const std::vector<Expr> assumed = assumptions(names, kernel_);
    facts.insert(facts.end(), assumed.begin(), assumed.end());
    const auto [kind, name] = question(check.kind);
    const std::size_t before = out_.obligations.size();
    finish(kind, name, checks_, PairClass::same_block, std::move(facts), all, copy, check.text,
           check.loc, check.call);
    if (!check.copy || out_.obligations.size() == before) return;
    out_.obligations.back().copy = check.copy;
    out_.obligations.back().copy->offset = copy(check.copy->offset);
  }

  static std::pair<Obligation::Kind, const char*> question(Check::Kind kind) {
    switch (kind) {
    case Check::Kind::assertion:
      return {Obligation::Kind::assertion, "assert"};
    case Check::Kind::not_understood:
      return {Obligation::Kind::not_understood, "reach"};
    case Check::Kind::own_copy:
      return {Obligation::Kind::own_copy, "copy"};
    case Check::Kind::overflow:
      break;
    }
    return {Obligation::Kind::overflow, "overflow"};
  }

  bool is_other(Expr e) const {
    return e->op == Op::apply && pool_.function(e).flavour == Flavour::pure &&
           pool_.function(e).name == core::other_thread;
  }
  bool is_relational(Expr cond) const {
    return std::ranges::any_of(atoms(cond), [&](Expr e) { return is_other(e); });
  }

  // An assertion about two threads of a block that both come here, in the same iterations.
  void at_relation(const Check& check, ThreadCopy& one) {
    if (geometry_.one_thread()) return;
    Copies& names = copies(PairClass::same_block);
    ThreadCopy two(names, 1, true);
    std::vector<std::pair<Expr, Expr>> others; // a name, and what the other thread has for it
    Expr named = pool_.substitute(check.cond, [&](Expr x) -> Expr {
      if (!is_other(x)) return nullptr;
      Symbol name{"other", x->type, Role::fresh, 0, {}, {}, check.loc};
      others.emplace_back(pool_.symbol_ref(pool_.new_symbol(std::move(name))), two(x->args[0]));
      return others.back().first;
    });
    Expr cond = one(named);
    for (const auto& [name, value] : others)
      cond = pool_.substitute(cond, [&](Expr x) { return x == name ? value : nullptr; });
    std::vector<Expr> violation;
    for (const Step& step : steps_)
      violation.insert(violation.end(), {one(step.cond), two(step.cond)});
    violation.push_back(pool_.logical_not(cond));
    std::vector<Expr> facts = geometry_.facts({Relation::Kind::same_block, 0});
    const std::vector<Expr> assumed = assumptions(names, kernel_);
    facts.insert(facts.end(), assumed.begin(), assumed.end());
    const std::size_t before = out_.obligations.size();
    finish(Obligation::Kind::assertion, "relation", checks_, PairClass::same_block,
           std::move(facts), pool_.all(violation), one, check.text, check.loc, check.call);
    if (out_.obligations.size() != before) out_.obligations.back().relational = true;
  }

  void finish(Obligation::Kind kind, const char* name, unsigned number, PairClass pairs,
              std::vector<Expr> facts, Expr violation, ThreadCopy& one, const std::string& text,
              Loc loc, CallId call) {
    if (is_false(violation)) return;
    Obligation o;
    o.kind = kind;
    o.name = kernel_.name + "." + name + "." + std::to_string(number) + "." + to_string(pairs);
    o.pairs = pairs;
    o.threads = copies(pairs).threads();
    o.facts = std::move(facts);
    o.violation = violation;
    o.text = text;
    o.loc = loc;
    o.call = call;
    std::vector<Expr> reached;
    for (const Step& step : steps_) {
      o.exact = o.exact && step.exact;
      reached.push_back(one(step.cond));
    }
    o.reached = pool_.all(reached);
    std::vector<Expr> used = o.facts;
    used.push_back(violation);
    for (Expr fact : sequence_facts(copies(pairs), used)) {
      o.facts.push_back(fact);
      used.push_back(fact);
    }
    for (Expr fact : content_facts(copies(pairs), protocol_, used)) {
      o.facts.push_back(fact);
      used.push_back(fact);
    }
    o.uniform = uniform_atoms(copies(pairs), used);
    for (const Step& step : steps_) {
      if (!step.loop) continue;
      o.iterations.emplace_back(step.loop->loc, one(loops_.binder(*step.loop)));
      for (const auto& [variable, value] : step.loop->display)
        o.loops.emplace_back(variable, one(value));
    }
    out_.obligations.push_back(std::move(o));
  }

  const Protocol& protocol_;
  MbarrierMemory mbarriers_;
  std::set<const Node*> told_by_some_; // of rows of other lanes
  const core::Kernel& kernel_;
  const Geometry& geometry_;
  Loops& loops_;
  Pool& pool_;
  const BlockCrosses* within_blocks_;
  Questions& out_;
  std::array<Copies, 3> copies_;
  std::vector<Step> steps_;
  std::unordered_map<Expr, Meeting> meetings_; // by mask
  unsigned barriers_ = 0, checks_ = 0, places_ = 0;
};

} // namespace

void ask_obligations(const Protocol& protocol, const Geometry& geometry,
                     const SequenceTable& sequences, Loops& loops,
                     const BlockCrosses* within_blocks, Questions& out) {
  Asker(protocol, geometry, sequences, loops, within_blocks, out).run();
}

} // namespace heddle::protocol
