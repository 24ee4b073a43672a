#include "protocol/align/align.hpp"

namespace heddle::protocol {

namespace {

class LockStep {
public:
  LockStep(Loops& loops, const Cutting& cutting)
      : loops_(loops), pool_(loops.pool()), cutting_(cutting) {}

  Crosses run(const NodePtr& root) {
    visit(root, nullptr);
    return std::move(result_);
  }

private:
  static SidePtr local(const NodePtr& node) {
    return std::make_shared<const Side>(Side{Side::Local{{node}}, 1});
  }

  void visit(const NodePtr& node, const AroundPtr& around) {
    if (!node) return;
    if (std::holds_alternative<Access>(node->node)) {
      SidePtr side = local(node);
      result_.crosses.push_back(
          {.around = around, .first = side, .second = side, .symmetric = true});
    } else if (const auto* seq = std::get_if<Seq>(&node->node)) {
      for (const NodePtr& part : seq->parts)
        visit(part, around);
    } else if (const auto* branch = std::get_if<If>(&node->node)) {
      conditional(*branch, around);
    } else if (const auto* loop = std::get_if<Loop>(&node->node)) {
      const Guard runs = loops_.runs(*loop);
      visit(loop->body,
            std::make_shared<const Around>(Around{around, runs.cond, loop, runs.exact}));
    }
  }

  void conditional(const If& branch, const AroundPtr& around) {
    Expr c = branch.cond, not_c = pool_.logical_not(c);
    visit(branch.then_part, std::make_shared<const Around>(Around{around, c, nullptr, true}));
    visit(branch.else_part, std::make_shared<const Around>(Around{around, not_c, nullptr, true}));
    if (branch.then_part && branch.else_part && cutting_.may_differ(c))
      result_.crosses.push_back({.around = around,
                                 .first = local(branch.then_part),
                                 .second = local(branch.else_part),
                                 .first_cond = c,
                                 .second_cond = not_c});
  }

  Loops& loops_;
  Pool& pool_;
  const Cutting& cutting_;
  Crosses result_;
};

} // namespace

Crosses align_lock_step(const NodePtr& root, Loops& loops, const Cutting& cutting) {
  return LockStep(loops, cutting).run(root);
}

} // namespace heddle::protocol
