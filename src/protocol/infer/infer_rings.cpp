// Stages of a ring, and the bit that turns over with each round:
//
//   if (++stage == S) { stage = 0; phase ^= 1; }        stage = (stage + 1) % S;
//
// As one counter that only goes up they have closed forms over any nest of loops: stage is
// counter % S and phase is counter / S % 2. Statements are recognised by what they do: run with
// every stage and phase, they must make the next one. A round may end late, at the next use:
//
//   for (..; ++stage) { if (stage == S) { stage = 0; phase ^= 1; } .. }
//
// Then the stage S is the stage 0 of the next round: whatever looks at the two must see no
// difference.
#include "core/visit.hpp"
#include "protocol/infer/infer_prepare.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

namespace heddle::protocol {

namespace {

using namespace core;

constexpr std::int64_t max_stages = 64;
constexpr std::size_t longest_step = 8; // statements

struct Ring {
  VarId stage = 0;
  std::optional<VarId> phase;
  std::int64_t stages = 0;
  bool late = false; // the stage may be S, too
};

bool is_simple(const Stmt& s) {
  const auto* branch = std::get_if<If>(&s.node);
  if (!branch) return std::holds_alternative<Assign>(s.node);
  return std::ranges::all_of(branch->then_block, is_simple) &&
         std::ranges::all_of(branch->else_block, is_simple);
}

bool changes(const Stmt& s, VarId var) {
  bool found = false;
  for_each_statement(s, [&](const Stmt& x) { found = found || assigned_variable(x) == var; });
  return found;
}

bool mentions(Expr e, VarId var) {
  return std::ranges::any_of(
      atoms(e), [&](Expr a) { return a->op == Op::symbol && static_cast<VarId>(a->value) == var; });
}

std::optional<std::int64_t> constant_assigned(const Stmt& s, VarId var) {
  const auto* assign = std::get_if<Assign>(&s.node);
  return assign && assign->var == var ? constant_value(assign->value) : std::nullopt;
}

class Rewriter {
public:
  // `sparing`: the counter counts iterations, none is left out.
  Rewriter(Pool& pool, const Ring& ring, bool sparing)
      : pool_(pool), ring_(ring), sparing_(sparing) {
    const Symbol stage = pool.symbol(pool.symbol_ref(ring.stage));
    counter_ = pool.new_symbol(
        {stage.name + " counted on", Type::i64(), heddle::Role::variable, 0, {}, {}, stage.loc});
    Expr count = pool.symbol_ref(counter_), stages = number(ring.stages);
    const auto typed = [&](Expr e, Type type) {
      return type.is_bool() ? pool_.eq(e, number(1)) : pool_.cast(e, type);
    };
    stage_ = typed(pool.rem(count, stages), stage.type);
    if (ring.phase)
      phase_ = typed(pool.rem(pool.div(count, stages), number(2)),
                     pool.symbol(pool.symbol_ref(*ring.phase)).type);
  }

  VarId counter() const { return counter_; }

  // False: some statement does something else to the stage or the phase.
  bool run(Block& block) {
    std::optional<std::int64_t> stage, phase; // as the statements before have set them
    for (std::size_t i = 0; i < block.size(); ++i) {
      const bool turns = changes(block[i], ring_.stage), flips = changes_phase(block[i]);
      const auto new_stage = constant_assigned(block[i], ring_.stage);
      const auto new_phase = ring_.phase ? constant_assigned(block[i], *ring_.phase) : std::nullopt;
      if (new_stage || new_phase) {
        if (new_stage ? *new_stage < 0 || *new_stage >= ring_.stages : (*new_phase & ~1) != 0)
          return false;
        (new_stage ? stage : phase) = new_stage ? new_stage : new_phase;
        (new_stage ? staged_ : phased_) = true;
        if (!set(block[i], stage, phase, new_stage.has_value())) return false;
        continue;
      }
      if ((turns || flips) && step(block, i)) {
        stage = phase = std::nullopt;
        staged_ = phased_ = true;
        continue;
      }
      if (std::holds_alternative<Assign>(block[i].node) && (turns || flips)) return false;
      if (!below(block[i])) return false;
      if (turns || flips) stage = phase = std::nullopt;
      staged_ = staged_ || turns;
      phased_ = phased_ || flips;
      if (!rewrite(block[i])) return false;
    }
    return true;
  }

private:
  Expr number(std::int64_t v) { return pool_.constant(v, Type::i64()); }
  bool changes_phase(const Stmt& s) const { return ring_.phase && changes(s, *ring_.phase); }

  bool below(Stmt& s) {
    const bool conditional = conditional_, loops = loops_;
    bool fine = true;
    if (auto* branch = std::get_if<If>(&s.node)) {
      conditional_ = loops;
      fine = run(branch->then_block) && run(branch->else_block);
    }
    if (auto* labeled = std::get_if<Labeled>(&s.node)) fine = run(labeled->body);
    if (auto* loop = std::get_if<Loop>(&s.node)) {
      conditional_ = false;
      loops_ = true;
      fine = run(loop->head) && run(loop->body) && run(loop->step);
    }
    conditional_ = conditional;
    loops_ = loops;
    if (!fine || is_block(s)) return fine;
    const auto changed = assigned_variable(s);
    return changed != ring_.stage && (!ring_.phase || changed != ring_.phase);
  }

  // False: of a round that has not ended, one of the two may be left over.
  bool set(Stmt& s, std::optional<std::int64_t> stage, std::optional<std::int64_t> phase,
           bool of_stage) {
    Expr stages = number(ring_.stages), count = pool_.symbol_ref(counter_);
    Expr value = nullptr;
    // what was never set may be any value, as 0
    if (!loops_ && !(of_stage ? phased_ : staged_)) (of_stage ? phase : stage) = 0;
    if (!ring_.phase || (stage && phase)) {
      value = number(stage.value_or(0) + phase.value_or(0) * ring_.stages);
    } else if (ring_.late) {
      return false;
    } else if (of_stage) {
      Expr bit = pool_.rem(pool_.div(count, stages), number(2));
      value = pool_.add(pool_.mul(bit, stages), number(*stage));
    } else {
      value = pool_.add(number(*phase * ring_.stages), pool_.rem(count, stages));
    }
    s.node = Assign{counter_, value};
    return true;
  }

  struct Now {
    std::int64_t stage = 0, phase = 0;
    bool operator==(const Now&) const = default;
  };

  Expr with(Expr e, const Now& now) {
    return pool_.substitute(e, [&](Expr leaf) -> Expr {
      if (leaf->op != Op::symbol) return nullptr;
      const std::int64_t* value = nullptr;
      if (static_cast<VarId>(leaf->value) == ring_.stage) value = &now.stage;
      if (ring_.phase && static_cast<VarId>(leaf->value) == *ring_.phase) value = &now.phase;
      if (!value) return nullptr;
      return leaf->type.is_bool() ? pool_.boolean(*value != 0) : pool_.constant(*value, leaf->type);
    });
  }

  // What simple statements make of stage and phase; false: that is not known.
  bool execute(const Stmt& s, Now& now) {
    if (const auto* assign = std::get_if<Assign>(&s.node)) {
      const bool phase = ring_.phase && assign->var == *ring_.phase;
      if (!phase && assign->var != ring_.stage) return true;
      const auto value = constant_value(with(assign->value, now));
      if (value) (phase ? now.phase : now.stage) = *value;
      return value.has_value();
    }
    const auto& branch = std::get<If>(s.node);
    if (!changes(s, ring_.stage) && !changes_phase(s)) return true;
    const auto taken = constant_value(with(branch.cond, now));
    return taken && std::ranges::all_of(*taken ? branch.then_block : branch.else_block,
                                        [&](const Stmt& x) { return execute(x, now); });
  }

  // With a stage S told as the one that it stands for.
  Now plain(const Now& now) const {
    if (!ring_.late || now.stage != ring_.stages) return now;
    return {0, ring_.phase ? 1 - now.phase : now.phase};
  }

  bool makes_next(const Block& block, std::size_t from, std::size_t to) {
    for (std::int64_t c = 0; c < ring_.stages + (ring_.late ? 1 : 0); ++c)
      for (std::int64_t b = 0; b < (ring_.phase ? 2 : 1); ++b) {
        Now now{c, b};
        const Now before = plain(now);
        const bool last = before.stage == ring_.stages - 1;
        const Now next{last ? 0 : before.stage + 1,
                       ring_.phase && last ? 1 - before.phase : before.phase};
        for (std::size_t i = from; i < to; ++i)
          if (!execute(block[i], now)) return false;
        if (!(plain(now) == next)) return false;
      }
    return true;
  }

  // Is the value the same for a round that has not ended and for the next one?
  bool sees_no_late_end(Expr e) {
    if (!ring_.late || !mentioned(e)) return true;
    for (std::int64_t b = 0; b < (ring_.phase ? 2 : 1); ++b) {
      const Now late{ring_.stages, b};
      if (with(e, late) != with(e, plain(late))) return false;
    }
    return true;
  }

  // Only what changes the stage and the phase, and what does not look at them.
  bool may_be_part(const Stmt& s) {
    if (!is_simple(s)) return false;
    bool fine = true;
    const bool part = changes(s, ring_.stage) || changes_phase(s);
    for_each_statement(s, [&](const Stmt& x) {
      const auto* assign = std::get_if<Assign>(&x.node);
      const bool mine =
          assign && (assign->var == ring_.stage || (ring_.phase && assign->var == *ring_.phase));
      if (assign && mine != part) fine = false;
      if (assign && !mine) fine = fine && !mentioned(assign->value);
      if (const auto* branch = std::get_if<If>(&x.node); branch && !part)
        fine = fine && !mentioned(branch->cond);
    });
    return fine;
  }
  bool mentioned(Expr e) const {
    return mentions(e, ring_.stage) || (ring_.phase && mentions(e, *ring_.phase));
  }

  static bool is_block(const Stmt& s) {
    return std::holds_alternative<If>(s.node) || std::holds_alternative<Labeled>(s.node) ||
           std::holds_alternative<Loop>(s.node);
  }

  // The fewest statements from i on that make the next stage become one.
  bool step(Block& block, std::size_t i) {
    if (conditional_ && sparing_) return false;
    for (std::size_t end = i + 1; end <= std::min(block.size(), i + longest_step); ++end) {
      if (!may_be_part(block[end - 1])) return false;
      if (!makes_next(block, i, end)) continue;
      Expr next = pool_.add(pool_.symbol_ref(counter_), number(1));
      const auto part = [&](const Stmt& s) { return changes(s, ring_.stage) || changes_phase(s); };
      block[i].node = Assign{counter_, next};
      const auto first = block.begin() + static_cast<std::ptrdiff_t>(i) + 1;
      const auto last = block.begin() + static_cast<std::ptrdiff_t>(end);
      block.erase(std::remove_if(first, last, part), last);
      return true;
    }
    return false;
  }

  bool rewrite(Stmt& s);

  Pool& pool_;
  const Ring& ring_;
  bool sparing_;
  VarId counter_ = 0;
  Expr stage_ = nullptr, phase_ = nullptr;
  bool staged_ = false, phased_ = false;     // the stage, the phase was set before
  bool loops_ = false, conditional_ = false; // in a loop; there, under a condition
};

// False: what looks at a round that has not ended.
bool Rewriter::rewrite(Stmt& s) {
  Pool::Memo memo;
  bool fine = true;
  const auto put = [&](Expr& e) {
    fine = fine && sees_no_late_end(e);
    e = pool_.substitute(
        e,
        [&](Expr leaf) -> Expr {
          if (leaf->op != Op::symbol) return nullptr;
          const auto var = static_cast<VarId>(leaf->value);
          if (var == ring_.stage) return stage_;
          return ring_.phase && var == *ring_.phase ? phase_ : nullptr;
        },
        memo);
  };
  for_each_expression(s, put);
  if (auto* loop = std::get_if<Loop>(&s.node)) put(loop->cond);
  return fine;
}

// Variables that are set to constants and changed otherwise, too, by assignments alone.
std::vector<VarId> candidates(Pool& pool, const Block& body) {
  std::map<VarId, std::array<bool, 3>> seen; // constants, other values, not known
  for_each_statement(body, [&](const Stmt& s) {
    const auto var = assigned_variable(s);
    if (!var) return;
    const bool assigned = std::holds_alternative<Assign>(s.node);
    seen[*var][!assigned ? 2 : constant_assigned(s, *var) ? 0 : 1] = true;
  });
  std::vector<VarId> out;
  for (const auto& [var, kinds] : seen) {
    const Type type = pool.symbol(pool.symbol_ref(var)).type;
    if (!kinds[2] && kinds[0] && (type.is_int() || type.is_bool())) out.push_back(var);
  }
  return out;
}

void collect_constants(Expr e, std::set<std::int64_t>& out) {
  if (const auto value = constant_value(e))
    for (std::int64_t c : {*value, *value + 1})
      if (c >= 2 && c <= max_stages) out.insert(c);
  for (Expr a : e->args)
    collect_constants(a, out);
}

// What the number of stages may be: constants of what changes the stage. A toggle has two.
std::set<std::int64_t> stage_counts(const Block& body, VarId stage) {
  std::set<std::int64_t> out{2};
  for_each_statement(body, [&](const Stmt& s) {
    if (const auto* branch = std::get_if<If>(&s.node); branch && changes(s, stage))
      collect_constants(branch->cond, out);
    const auto* assign = std::get_if<Assign>(&s.node);
    if (assign && assign->var == stage) collect_constants(assign->value, out);
  });
  return out;
}

constexpr std::size_t max_candidates = 24;

// Does an if whose condition looks at the stage change the phase, or is it set to what looks at it?
bool turns_with(const Block& body, VarId stage, VarId phase) {
  bool found = false;
  for_each_statement(body, [&](const Stmt& s) {
    const auto* branch = std::get_if<If>(&s.node);
    const auto* assign = std::get_if<Assign>(&s.node);
    found = found || (branch && mentions(branch->cond, stage) && changes(s, phase)) ||
            (assign && assign->var == phase && mentions(assign->value, stage));
  });
  return found;
}

// The counter that stands for the stage now, and for the phase if there is one.
std::optional<VarId> count(Pool& pool, Block& body, VarId stage, std::optional<VarId> phase) {
  for (const bool late : {false, true})
    for (const bool sparing : {true, false})
      for (const std::int64_t stages : stage_counts(body, stage)) {
        const Ring ring{stage, phase, stages, late};
        Rewriter rewriter(pool, ring, sparing);
        Block copy = body;
        if (!rewriter.run(copy)) continue;
        body = std::move(copy);
        return rewriter.counter();
      }
  return std::nullopt;
}

} // namespace

void count_rings(Pool& pool, Block& body, std::vector<VarId>& vars) {
  std::vector<VarId> open = candidates(pool, body);
  if (open.size() > max_candidates) return;
  const auto is_open = [&](VarId v) { return std::ranges::count(open, v) > 0; };
  const std::vector<VarId> all = open;
  const auto replace = [&](VarId stage, std::optional<VarId> phase) {
    const auto counter = count(pool, body, stage, phase);
    if (!counter) return;
    vars.push_back(*counter);
    std::erase_if(open, [&](VarId v) { return v == stage || v == phase; });
  };
  for (VarId stage : all)
    for (VarId phase : all)
      if (stage != phase && is_open(stage) && is_open(phase) && turns_with(body, stage, phase))
        replace(stage, phase);
  for (VarId stage : all)
    if (is_open(stage)) replace(stage, std::nullopt);
}

} // namespace heddle::protocol
