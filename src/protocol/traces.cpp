#include "protocol/traces.hpp"

#include "core/aliases.hpp"
#include "core/meetings.hpp"
#include "core/visit.hpp"
#include "protocol/chains/chains.hpp"
#include "protocol/split/split.hpp"

#include <algorithm>
#include <optional>

namespace heddle::protocol {

namespace {

constexpr std::uint32_t all_lanes = 0xffffffff;

// Do barriers of a warp order the two?
bool is_of_warp(PairClass pairs) {
  return pairs == PairClass::same_warp || pairs == PairClass::lane_rows;
}

// Does one lane that is not known do a part of what its warp does together? What it races with in
// another warp it does whichever it is.
bool chooses_lane(const core::Kernel& kernel) {
  bool found = false;
  core::for_each_statement(kernel.body, [&](const core::Stmt& s) {
    const auto* havoc = std::get_if<core::Havoc>(&s.node);
    found = found || (havoc && havoc->choice == core::Havoc::Choice::lane);
  });
  return found;
}

// Sequences that only grow or only shrink.
Growth::Sequences directions(const Protocol& protocol) {
  Growth::Sequences result;
  for (const Sequence& s : protocol.sequences) {
    const Interval init = interval(*protocol.pool, s.init);
    if (init.low && *init.low >= 0)
      result[s.fn] = s.step == Sequence::Step::multiply ? Direction::rising : Direction::falling;
  }
  return result;
}

class Asker {
public:
  Asker(const Protocol& protocol, Ctx& ctx, const BlockCrosses* within_blocks)
      : protocol_(protocol), kernel_(*protocol.kernel), pool_(*protocol.pool), ctx_(ctx),
        within_blocks_(within_blocks), geometry_(kernel_, pool_),
        sequences_(sequence_table(protocol)), loops_(pool_, directions(protocol)) {}

  Questions run() {
    using Kind = Relation::Kind;
    const auto lock_step = ctx_.options.warp_sync;
    const unsigned warp = lock_step && !within_blocks_ ? *lock_step : core::lanes_of_warp;
    const bool warps_matter =
        warp > 1 && (lock_step || within_blocks_ || has_warp_barrier(protocol_.root));
    const bool warps_apart =
        warps_matter || (warp > 1 && (ctx_.options.warps_apart || chooses_lane(kernel_)));
    preconditions();
    if (within_blocks_ && !within_blocks_->same_thread.crosses.empty())
      ask_class(PairClass::same_thread, {Kind::one_thread, 0});
    if (!geometry_.one_thread()) {
      if (!kernel_.lane_rows.empty()) ask_class(PairClass::lane_rows, {Kind::one_thread, 0});
      if (warps_matter) ask_class(PairClass::same_warp, {Kind::same_group, warp});
      if (!warps_apart)
        ask_class(PairClass::same_block, {Kind::same_block, 0});
      else if (geometry_.max_threads() > warp)
        ask_class(PairClass::same_block, {Kind::different_groups, warp});
      // of one pair the finding is told that needs more
      if (warps_apart && !warps_matter) ask_class(PairClass::same_warp, {Kind::same_group, warp});
    }
    if (!geometry_.one_block()) ask_class(PairClass::different_blocks, {Kind::different_blocks, 0});
    ask_obligations(protocol_, geometry_, sequences_, loops_, within_blocks_, out_);
    return std::move(out_);
  }

private:
  void preconditions() {
    Copies copies(protocol_, geometry_, sequences_, PairClass::same_block);
    out_.preconditions = geometry_.launch_facts();
    for (Expr e : assumptions(copies, kernel_))
      out_.preconditions.push_back(e);
    for (Expr e : contract_preconditions(kernel_))
      out_.preconditions.push_back(e);
    for (const core::Assumption& a : kernel_.assumptions) // folded dimensions keep their bounds
      for (Expr atom : atoms(a.cond))
        if (atom->op == Op::symbol && atom->type.is_int()) bounds(atom);
  }

  // Bounds taken from contradictory assumptions are empty: say so.
  void bounds(Expr symbol) {
    const Symbol& s = pool_.symbol(symbol);
    if (s.low && s.high && *s.low > *s.high) out_.preconditions.push_back(pool_.boolean(false));
  }

  void ask_class(PairClass pairs, Relation relation) {
    Copies copies(protocol_, geometry_, sequences_, pairs);
    Chains chains(protocol_, copies, pairs);
    ClassContext context{protocol_, loops_, copies, pairs, geometry_.facts(relation), {}};
    if (!within_blocks_ && !chains.empty()) context.chains = &chains;
    for (Expr e : assumptions(copies, kernel_))
      context.facts.push_back(e);
    std::optional<Copies> others; // the lanes that have a row are others than the thread
    if (pairs == PairClass::lane_rows) {
      const Expr number = geometry_.linear(copies.thread(0));
      context.lane = pool_.rem(number, pool_.constant(core::lanes_of_warp, number->type));
      others.emplace(protocol_, geometry_, sequences_, PairClass::same_warp);
    }
    Copies& compared = others ? *others : copies;
    Cutting cutting;
    cutting.lock_step = is_of_warp(pairs) && ctx_.options.warp_sync && !within_blocks_;
    cutting.cuts = [&](const Barrier& b) { return cuts(b, pairs, copies); };
    cutting.may_differ = [&](Expr c) {
      ThreadCopy one(compared, 0, true), two(compared, 1, true);
      return one(c) != two(c);
    };
    const Crosses crosses = within_blocks_ && pairs != PairClass::different_blocks
                                ? by_named_barriers(pairs, cutting)
                                : align(protocol_.root, loops_, cutting);
    if (ctx_.options.dump == "crosses") dump(pairs, crosses);
    split(context, crosses, out_);
  }

  Crosses by_named_barriers(PairClass pairs, const Cutting& cutting) {
    if (pairs == PairClass::same_thread) return within_blocks_->same_thread;
    if (pairs == PairClass::same_block) return within_blocks_->different_warps;
    Crosses result = within_blocks_->same_warp;
    for (const BlockCrosses::Lanes& lanes : within_blocks_->lanes) {
      Crosses aligned = align(lanes.part, loops_, cutting);
      for (Cross& cross : aligned.crosses) {
        const auto both = [&](Expr a, Expr b) {
          return a && b ? pool_.logical_and(a, b) : a ? a : b;
        };
        cross.first_cond = both(cross.first_cond, lanes.cross.first_cond);
        cross.second_cond = both(cross.second_cond, lanes.cross.second_cond);
        cross.relation = lanes.cross.relation;
        result.crosses.push_back(std::move(cross));
      }
      result.unknowns.insert(result.unknowns.end(), aligned.unknowns.begin(),
                             aligned.unknowns.end());
    }
    return result;
  }

  // theory.md section 2, "Scopes".
  Expr cuts(const Barrier& b, PairClass pairs, const Copies& copies) {
    switch (b.scope) {
    case Scope::thread:
      return pool_.boolean(false);
    case Scope::warp:
      return is_of_warp(pairs) ? cuts_lanes(b, copies) : pool_.boolean(false);
    case Scope::block:
      return pool_.boolean(pairs != PairClass::different_blocks && b.group_size == 0);
    case Scope::cluster:
      if (pairs != PairClass::different_blocks) return pool_.boolean(true);
      return geometry_.same_cluster(copies.thread(0), copies.thread(1), b.group_size);
    case Scope::grid:
      return pool_.boolean(true);
    }
    return pool_.boolean(false);
  }

  // Are both threads of one warp among the lanes that this barrier joins? A mask that is not
  // constant counts as joining nobody; which lanes have a thread's row is not told apart.
  Expr cuts_lanes(const Barrier& b, const Copies& copies) {
    Expr joined = pool_.boolean(true);
    if (copies.pairs() == PairClass::lane_rows) return pool_.boolean(joins_whole_warp(b));
    if (b.group_size != 0 && b.group_size % core::lanes_of_warp != 0)
      joined = pool_.eq(geometry_.group(copies.thread(0), b.group_size),
                        geometry_.group(copies.thread(1), b.group_size));
    if (!b.mask) return joined;
    const auto mask = constant_value(b.mask);
    if (!mask || b.group_size != 0) return pool_.boolean(false);
    const auto lanes = static_cast<std::uint32_t>(*mask);
    if (lanes == all_lanes) return joined;
    return pool_.logical_and(geometry_.in_mask(copies.thread(0), lanes),
                             geometry_.in_mask(copies.thread(1), lanes));
  }

  void dump(PairClass pairs, const Crosses& crosses) {
    for (std::size_t i = 0; i < crosses.crosses.size(); ++i)
      out_.crosses_dump += kernel_.name + "." + to_string(pairs) + "." + std::to_string(i + 1) +
                           "\n" + to_string(pool_, kernel_.arrays, crosses.crosses[i]);
  }

  const Protocol& protocol_;
  const core::Kernel& kernel_;
  Pool& pool_;
  Ctx& ctx_;
  const BlockCrosses* within_blocks_;
  Geometry geometry_;
  SequenceTable sequences_;
  Loops loops_;
  Questions out_;
};

} // namespace

bool joins_whole_warp(const Barrier& b) {
  const auto lanes = b.mask ? constant_value(b.mask) : std::optional<std::int64_t>(all_lanes);
  return b.scope == Scope::warp && b.group_size % core::lanes_of_warp == 0 && lanes &&
         static_cast<std::uint32_t>(*lanes) == all_lanes;
}

bool has_warp_barrier(const NodePtr& node) {
  if (!node) return false;
  if (const auto* barrier = std::get_if<Barrier>(&node->node)) return barrier->scope == Scope::warp;
  if (const auto* seq = std::get_if<Seq>(&node->node))
    return std::ranges::any_of(seq->parts, has_warp_barrier);
  if (const auto* branch = std::get_if<If>(&node->node))
    return has_warp_barrier(branch->then_part) || has_warp_barrier(branch->else_part);
  if (const auto* loop = std::get_if<Loop>(&node->node)) return has_warp_barrier(loop->body);
  return false;
}

namespace {

bool only_reads(const Access& a) {
  return a.kind == AccessKind::read || (a.kind == AccessKind::atomic && a.op == "load");
}

} // namespace

bool conflicting(const core::Kernel& kernel, const Access& a, const Access& b, PairClass pairs) {
  if (!core::may_overlap(kernel, a.array, b.array)) return false;
  if (only_reads(a) && only_reads(b)) return false;
  // the same lanes have the rows of one thread, and those of all threads are pairs of others
  if (pairs == PairClass::lane_rows && (a.lane_bytes == 0) == (b.lane_bytes == 0)) return false;
  if (a.kind != AccessKind::atomic || b.kind != AccessKind::atomic) return true;
  if (a.size != b.size) return true;   // of one size they are aligned: the same bytes or none
  if (a.async != b.async) return true; // PTX ISA, "Morally Strong Operations": by the same proxy
  const Scope needed = pairs == PairClass::different_blocks ? Scope::grid
                       : pairs == PairClass::same_block     ? Scope::block
                                                            : Scope::warp;
  return a.scope < needed || b.scope < needed;
}

Questions ask(const Protocol& protocol, Ctx& ctx, const BlockCrosses* within_blocks) {
  return Asker(protocol, ctx, within_blocks).run();
}

} // namespace heddle::protocol
