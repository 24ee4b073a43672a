#include "protocol/infer/infer_prepare.hpp"

#include "core/meetings.hpp"
#include "core/visit.hpp"

#include <algorithm>

namespace heddle::protocol {

namespace {

using namespace core;

bool is_break(const Block& block, LabelId label) {
  const auto* jump = block.size() == 1 ? std::get_if<Break>(&block[0].node) : nullptr;
  return jump && jump->label == label;
}

template <class... Ts> bool is_one_of(const Stmt& s) {
  return (std::holds_alternative<Ts>(s.node) || ...);
}

class Shaper {
public:
  explicit Shaper(Pool& pool) : pool_(pool) {}
  bool too_deep = false;

  Block shape(const Block& block, unsigned depth) {
    Block out;
    if (depth > max_nesting) {
      too_deep = true;
      return out;
    }
    for (const Stmt& s : block) {
      out.push_back(shape(s, depth));
      if (is_one_of<Break, Continue, Exit>(s)) break; // what follows is never reached
    }
    return out;
  }

private:
  Stmt shape(const Stmt& s, unsigned depth) {
    if (const auto* branch = std::get_if<If>(&s.node))
      return {If{branch->cond, shape(branch->then_block, depth + 1),
                 shape(branch->else_block, depth + 1)},
              s.loc, s.call};
    if (const auto* labeled = std::get_if<Labeled>(&s.node))
      return {Labeled{labeled->label, shape(labeled->body, depth + 1)}, s.loc, s.call};
    if (const auto* loop = std::get_if<Loop>(&s.node)) {
      Loop copy{loop->label, shape(loop->head, depth + 1), loop->cond, shape(loop->body, depth + 1),
                shape(loop->step, depth + 1)};
      if (!simple(copy.head)) lower_head(copy, s);
      while (raise_break(copy)) {
      }
      return {std::move(copy), s.loc, s.call};
    }
    return s;
  }

  // Only computes the condition: no loops, barriers or jumps out of it.
  static bool simple(const Block& block) {
    return std::ranges::all_of(block, [](const Stmt& s) {
      if (const auto* branch = std::get_if<If>(&s.node))
        return simple(branch->then_block) && simple(branch->else_block);
      return is_one_of<Assign, Havoc, Read, Atomic>(s);
    });
  }

  // while (head; c) body -> while (true) { head; if (!c) break; body }
  void lower_head(Loop& loop, const Stmt& at) {
    Block body = std::move(loop.head);
    body.push_back({If{pool_.logical_not(loop.cond), {{Break{loop.label}, at.loc, at.call}}, {}},
                    at.loc, at.call});
    body.insert(body.end(), std::make_move_iterator(loop.body.begin()),
                std::make_move_iterator(loop.body.end()));
    loop.head.clear();
    loop.body = std::move(body);
    loop.cond = pool_.boolean(true);
  }

  // while (true) { s; if (c) break; .. } -> while (s; !c) { .. }, also with a condition when there
  // is no s.
  bool raise_break(Loop& loop) {
    std::size_t at = 0;
    while (at < loop.body.size() && is_true(loop.cond) &&
           is_one_of<Assign, Havoc, Read>(loop.body[at]))
      ++at;
    auto* branch = at < loop.body.size() ? std::get_if<If>(&loop.body[at].node) : nullptr;
    if (!branch) return false;
    const bool leaves = is_break(branch->then_block, loop.label);
    if (!leaves && !is_break(branch->else_block, loop.label)) return false;
    Expr stays = leaves ? pool_.logical_not(branch->cond) : branch->cond;
    Block rest = std::move(leaves ? branch->else_block : branch->then_block);
    const auto begin = std::make_move_iterator(loop.body.begin());
    const auto middle = begin + static_cast<std::ptrdiff_t>(at);
    loop.head.insert(loop.head.end(), begin, middle);
    rest.insert(rest.end(), middle + 1, std::make_move_iterator(loop.body.end()));
    loop.body = std::move(rest);
    loop.cond = pool_.logical_and(loop.cond, stays);
    return true;
  }

  Pool& pool_;
};

void add(StmtInfo& into, const StmtInfo& part) {
  into.barrier |= part.barrier;
  into.exits |= part.exits;
  into.loops |= part.loops;
  into.local_cells |= part.local_cells;
  into.weight += part.weight;
  into.modified.insert(part.modified.begin(), part.modified.end());
  into.writes.insert(part.writes.begin(), part.writes.end());
  into.plain_writes.insert(part.plain_writes.begin(), part.plain_writes.end());
  into.jumps.insert(part.jumps.begin(), part.jumps.end());
}

// The tail of a block in which `part` follows `into`.
void follow(StmtInfo& into, const StmtInfo& part) {
  if (part.surely_barrier) into.tail_writes.clear();
  into.tail_writes.insert(part.tail_writes.begin(), part.tail_writes.end());
  into.surely_barrier |= part.surely_barrier;
}

// Where jumps may pass over barriers, or iterations end early, nothing is sure.
void doubt_tail(StmtInfo& info) {
  info.surely_barrier = false;
  info.tail_writes = info.writes;
}

class Collector {
public:
  Collector(const Kernel& kernel, Prepared& out) : kernel_(kernel), out_(out) {}

  StmtInfo block(const Block& block) {
    StmtInfo all;
    for (const Stmt& s : block) {
      const StmtInfo part = stmt(s);
      add(all, part);
      follow(all, part);
    }
    if (!all.jumps.empty()) doubt_tail(all);
    if (auto it = out_.locals.find(&block); it != out_.locals.end())
      for (std::size_t v : it->second)
        all.modified.erase(v);
    return all;
  }

private:
  StmtInfo stmt(const Stmt& s) {
    StmtInfo info = std::visit([&](const auto& node) { return of(node); }, s.node);
    if (is_one_of<If, Loop, Labeled>(s)) out_.info.insert_or_assign(&s, info);
    return info;
  }

  static StmtInfo jump(LabelId label) {
    StmtInfo info;
    info.jumps.insert(label);
    return info;
  }

  StmtInfo sets(VarId var) {
    StmtInfo info;
    info.modified.insert(out_.index.at(var));
    return info;
  }
  void touches(StmtInfo& info, ArrayId array) const {
    const Array& a = kernel_.arrays[array];
    info.local_cells = a.space == Space::local && a.element_type.is_int();
  }

  StmtInfo of(const Assign& s) { return sets(s.var); }
  StmtInfo of(const Havoc& s) { return sets(s.var); }
  StmtInfo of(const Read& s) {
    StmtInfo info = sets(s.var);
    touches(info, s.array);
    return info;
  }
  StmtInfo of(const Write& s) {
    StmtInfo info;
    info.writes = info.plain_writes = info.tail_writes = {s.array};
    touches(info, s.array);
    return info;
  }
  StmtInfo of(const Atomic& s) {
    StmtInfo info = s.var ? sets(*s.var) : StmtInfo{};
    info.writes = info.tail_writes = {s.array};
    if (!is_addition(kernel_, s)) out_.counters[s.array] = false;
    return info;
  }
  StmtInfo of(const Barrier& s) {
    StmtInfo info;
    out_.masks |= s.mask != nullptr;
    info.barrier = true;
    info.surely_barrier = !core::threads_of_meeting(s);
    return info;
  }
  StmtInfo of(const NamedBarrier&) {
    StmtInfo info;
    info.barrier = out_.named = true;
    return info;
  }
  StmtInfo of(const Mbarrier& s) {
    StmtInfo info;
    info.barrier = out_.named = true;
    info.writes = info.plain_writes = info.tail_writes = {s.array};
    touches(info, s.array);
    return info;
  }
  StmtInfo of(const If& s) {
    StmtInfo info = block(s.then_block);
    const StmtInfo other = block(s.else_block);
    add(info, other);
    info.tail_writes.insert(other.tail_writes.begin(), other.tail_writes.end());
    info.surely_barrier &= other.surely_barrier;
    return info;
  }
  // The tail is that of one round from a head to the next: the body, the step and the head.
  StmtInfo of(const Loop& s) {
    StmtInfo info;
    const StmtInfo head = block(s.head);
    for (const StmtInfo& part : {block(s.body), block(s.step), head}) {
      add(info, part);
      follow(info, part);
    }
    if (!info.jumps.empty()) doubt_tail(info);
    info.jumps.erase(s.label);
    info.surely_barrier = false; // there may be no round
    info.loops = true;
    return info;
  }
  StmtInfo of(const Labeled& s) {
    StmtInfo info = block(s.body);
    info.jumps.erase(s.label);
    return info;
  }
  StmtInfo of(const Break& s) { return jump(s.label); }
  StmtInfo of(const Continue& s) { return jump(s.label); }
  StmtInfo of(const Exit&) {
    StmtInfo info;
    info.exits = true;
    return info;
  }
  StmtInfo of(const Fence&) { return {}; }
  StmtInfo of(const Assume&) { return {}; }
  StmtInfo of(const Assert&) { return {}; }
  StmtInfo of(const Unsupported&) { return {}; }
  StmtInfo of(const AsyncCopy&) { return {}; }
  StmtInfo of(const CopyGroup&) { return {}; }

  const Kernel& kernel_;
  Prepared& out_;
};

// For each variable the innermost block that has all its occurrences.
class Homes {
public:
  Homes(const Pool& pool, Prepared& out)
      : pool_(pool), out_(out), home_(out.vars.size(), nowhere),
        set_first_(out.vars.size(), nowhere) {}

  void run() {
    walk(out_.body, nowhere);
    for (std::size_t v = 0; v < home_.size(); ++v)
      if (home_[v] != nowhere && set_first_[v] == home_[v])
        out_.locals[blocks_[home_[v]].block].push_back(v);
  }

private:
  static constexpr std::size_t nowhere = SIZE_MAX;
  struct Place {
    const Block* block;
    std::size_t parent, depth;
  };

  void walk(const Block& block, std::size_t parent) {
    const std::size_t here = open(block, parent);
    for (const Stmt& s : block) {
      for_each_expression(s, [&](Expr e) { uses(e, here); });
      if (const auto* havoc = std::get_if<Havoc>(&s.node); havoc && havoc->exchange)
        for (Expr e : {havoc->exchange->value, havoc->exchange->lane, havoc->exchange->mask})
          if (e) uses(e, here);
      if (auto v = assigned_variable(s)) sets(*v, here);
      if (const auto* branch = std::get_if<If>(&s.node)) {
        walk(branch->then_block, here);
        walk(branch->else_block, here);
      } else if (const auto* loop = std::get_if<Loop>(&s.node)) {
        const std::size_t head = blocks_.size();
        walk(loop->head, here);
        uses(loop->cond, head); // evaluated at the end of the head
        walk(loop->body, here);
        walk(loop->step, here);
      } else if (const auto* labeled = std::get_if<Labeled>(&s.node)) {
        walk(labeled->body, here);
      }
    }
  }

  std::size_t open(const Block& block, std::size_t parent) {
    blocks_.push_back({&block, parent, parent == nowhere ? 0 : blocks_[parent].depth + 1});
    return blocks_.size() - 1;
  }

  const std::vector<VarId>& variables_of(Expr e) {
    auto [it, inserted] = used_.try_emplace(e);
    if (inserted)
      for (Expr a : atoms(e))
        if (a->op == Op::symbol && pool_.symbol(a).role == Role::variable)
          it->second.push_back(static_cast<VarId>(a->value));
    return it->second;
  }
  // Where what is met first of a variable, in the order of the text, sets it.
  void sets(VarId var, std::size_t here) {
    const std::size_t v = out_.index.at(var);
    if (home_[v] == nowhere) set_first_[v] = here;
    occurs(var, here);
  }
  void uses(Expr e, std::size_t here) {
    for (VarId v : variables_of(e))
      occurs(v, here);
  }
  void occurs(VarId var, std::size_t here) {
    std::size_t& home = home_[out_.index.at(var)];
    if (home == nowhere) home = here;
    while (home != here)
      (blocks_[home].depth >= blocks_[here].depth ? home : here) =
          blocks_[home].depth >= blocks_[here].depth ? blocks_[home].parent : blocks_[here].parent;
  }

  const Pool& pool_;
  Prepared& out_;
  std::vector<std::size_t> home_, set_first_;
  std::vector<Place> blocks_;
  std::unordered_map<Expr, std::vector<VarId>> used_;
};

} // namespace

Prepared prepare(const Kernel& kernel, bool rings) {
  Prepared out;
  Shaper shaper(*kernel.pool);
  out.body = shaper.shape(kernel.body, 0);
  out.too_deep = shaper.too_deep;
  if (out.too_deep) return out;
  if (!has_named_barriers(kernel)) replace_waits(*kernel.pool, out.body, out.until);
  out.vars = kernel.vars;
  if (rings) count_rings(*kernel.pool, out.body, out.vars);
  for (std::size_t i = 0; i < out.vars.size(); ++i)
    out.index.emplace(out.vars[i], i);
  out.counters.assign(kernel.arrays.size(), true);
  const StmtInfo all = Collector(kernel, out).block(out.body);
  out.written.assign(kernel.arrays.size(), false);
  for (ArrayId a : all.writes)
    out.written[a] = true;
  const auto direct = out.written;
  for (const auto& [a, b] : kernel.aliases) {
    if (direct[a]) out.written[b] = true;
    if (direct[b]) out.written[a] = true;
    out.counters[a] = out.counters[b] = false;
  }
  Homes(*kernel.pool, out).run();
  Collector(kernel, out).block(out.body); // again, without what is local to inner blocks
  return out;
}

} // namespace heddle::protocol
