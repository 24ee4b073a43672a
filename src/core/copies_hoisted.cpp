// Commits and waits under a condition that all copies of their channel are under, too:
//
//   if t == 0                          if t == 0
//     copy ..                            copy ..
//     commit copies            ->      commit copies
//     write ..                         if t == 0
//                                        write ..
//
// Who has no copies does nothing by them, so that what is in flight where is the same for all ways
// behind them, and follows from an iteration's number as it does for copies of all threads. Where
// bulk groups are still committed or waited for in some iterations only, a wait of a loop that
// leaves some under way is not understood.
#include "core/copies.hpp"
#include "core/visit.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace heddle::core {

namespace {

bool has_part(Expr cond, Expr part) {
  return cond == part ||
         (cond->op == Op::logical_and &&
          std::ranges::any_of(cond->args, [&](Expr arg) { return has_part(arg, part); }));
}

class Hoisting {
public:
  explicit Hoisting(Kernel& kernel) : kernel_(kernel) { look(kernel.body, false); }

  void run() { kernel_.body = hoist(std::move(kernel_.body)); }

private:
  // What copies are under, and which variables change.
  void look(const Block& block, bool looped) {
    for (const Stmt& s : block) {
      if (const auto var = assigned_variable(s); var && (looped || !assigned_.insert(*var).second))
        changing_.insert(*var);
      if (const auto* copy = std::get_if<AsyncCopy>(&s.node)) {
        above_[copy->channel].push_back(conditions_);
        look(copy->body, looped);
      } else if (const auto* branch = std::get_if<If>(&s.node)) {
        conditions_.push_back(branch->cond);
        look(branch->then_block, looped);
        conditions_.pop_back();
        look(branch->else_block, looped);
      } else if (const auto* loop = std::get_if<Loop>(&s.node)) {
        for (const Block* part : {&loop->head, &loop->body, &loop->step})
          look(*part, true);
      } else if (const auto* labeled = std::get_if<Labeled>(&s.node)) {
        look(labeled->body, looped);
      }
    }
  }

  bool is_fixed(Expr cond) const {
    return std::ranges::none_of(atoms(cond), [&](Expr a) {
      return a->op != Op::symbol || changing_.contains(static_cast<VarId>(a->value));
    });
  }
  bool is_hoisted(const Stmt& s, Expr cond) const {
    const auto* group = std::get_if<CopyGroup>(&s.node);
    const bool counted =
        group && (group->channel == CopyChannel::async || group->channel == CopyChannel::bulk);
    if (!counted || (group->pending && !constant_value(group->pending))) return false;
    const auto copies = above_.find(group->channel);
    return copies == above_.end() ||
           std::ranges::all_of(copies->second, [&](const std::vector<Expr>& above) {
             return std::ranges::any_of(above, [&](Expr c) { return has_part(c, cond); });
           });
  }
  static bool leaves(const Block& block) {
    bool found = false;
    for_each_statement(block, [&](const Stmt& s) {
      found = found || std::holds_alternative<Break>(s.node) ||
              std::holds_alternative<Continue>(s.node) || std::holds_alternative<Exit>(s.node);
    });
    return found;
  }

  Block hoist(Block block) {
    Block out;
    for (Stmt& s : block) {
      auto* branch = std::get_if<If>(&s.node);
      if (!branch || !branch->else_block.empty() || leaves(branch->then_block) ||
          !is_fixed(branch->cond)) {
        inside(s);
        out.push_back(std::move(s));
        continue;
      }
      If part{branch->cond, {}, {}};
      const auto finish = [&] {
        if (!part.then_block.empty())
          out.push_back({If{part.cond, std::exchange(part.then_block, {}), {}}, s.loc, s.call});
      };
      for (Stmt& inner : hoist(std::move(branch->then_block))) {
        const bool hoisted = is_hoisted(inner, part.cond);
        if (hoisted) finish();
        (hoisted ? out : part.then_block).push_back(std::move(inner));
      }
      finish();
    }
    return out;
  }

  void inside(Stmt& s) {
    if (auto* branch = std::get_if<If>(&s.node)) {
      branch->then_block = hoist(std::move(branch->then_block));
      branch->else_block = hoist(std::move(branch->else_block));
    } else if (auto* loop = std::get_if<Loop>(&s.node)) {
      for (Block* part : {&loop->head, &loop->body, &loop->step})
        *part = hoist(std::move(*part));
    } else if (auto* labeled = std::get_if<Labeled>(&s.node)) {
      labeled->body = hoist(std::move(labeled->body));
    }
  }

  Kernel& kernel_;
  std::vector<Expr> conditions_;                                // around the current statement
  std::map<CopyChannel, std::vector<std::vector<Expr>>> above_; // of each copy
  std::set<VarId> assigned_, changing_;                         // more than once, or in a loop
};

// Is there a commit or wait of bulk groups that some iterations of the loop around it do not make?
bool has_conditional(const Block& block, bool looped, bool conditional) {
  return std::ranges::any_of(block, [&](const Stmt& s) {
    if (const auto* group = std::get_if<CopyGroup>(&s.node))
      return conditional && group->channel == CopyChannel::bulk;
    if (const auto* branch = std::get_if<If>(&s.node))
      return has_conditional(branch->then_block, looped, looped) ||
             has_conditional(branch->else_block, looped, looped);
    if (const auto* labeled = std::get_if<Labeled>(&s.node))
      return has_conditional(labeled->body, looped, conditional);
    const auto* loop = std::get_if<Loop>(&s.node);
    return loop &&
           (has_conditional(loop->head, true, false) || has_conditional(loop->body, true, false) ||
            has_conditional(loop->step, true, false));
  });
}

// Waits of loops that leave bulk groups under way: which ones is not known. They end them all.
void end_all(Block& block, bool looped) {
  Block out;
  for (Stmt& s : block) {
    const bool inner = looped || std::holds_alternative<Loop>(s.node);
    for_each_part(s, [&](Block& part) { end_all(part, inner); });
    auto* group = std::get_if<CopyGroup>(&s.node);
    if (looped && group && group->channel == CopyChannel::bulk && group->pending &&
        constant_value(group->pending) != std::optional<std::int64_t>(0)) {
      out.push_back({Unsupported{"a wait that leaves bulk groups under way"}, s.loc, s.call});
      group->kind = CopyGroup::Kind::wait_all;
      group->pending = nullptr;
    }
    out.push_back(std::move(s));
  }
  block = std::move(out);
}

} // namespace

void hoist_groups(Kernel& kernel) {
  Hoisting(kernel).run();
  if (has_conditional(kernel.body, false, false)) end_all(kernel.body, false);
}

} // namespace heddle::core
