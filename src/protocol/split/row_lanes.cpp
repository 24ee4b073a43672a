#include "protocol/split/row_lanes.hpp"

#include "protocol/loops.hpp"
#include "protocol/traces.hpp"

#include <algorithm>
#include <map>
#include <vector>

namespace heddle::protocol {

namespace {

class Walk {
public:
  Walk(Pool& pool, const std::function<bool(Expr)>& tells_lanes_apart)
      : pool_(pool), tells_lanes_apart_(tells_lanes_apart) {}

  void run(const NodePtr& root) {
    do {
      changed_ = false;
      open_.clear();
      visit(root);
    } while (changed_);
  }

  std::set<const Node*> found;

private:
  struct Condition { // of a branch or a loop
    Expr cond;
    bool holds;
    bool of_other_turn = false; // no place of this turn is under it
    bool operator==(const Condition&) const = default;
  };
  using Conditions = std::vector<Condition>; // around a place, outermost first

  void visit(const NodePtr& node) {
    if (!node) return;
    if (const auto* seq = std::get_if<Seq>(&node->node)) {
      for (const NodePtr& part : seq->parts)
        visit(part);
    } else if (const auto* branch = std::get_if<If>(&node->node)) {
      inside({branch->cond, true}, branch->then_part);
      inside({branch->cond, false}, branch->else_part);
    } else if (const auto* loop = std::get_if<Loop>(&node->node)) {
      // what stands above rows in the body comes behind those of the turn before
      std::vector<Conditions>& left = left_open_[loop];
      add(left, open_);
      inside({loop->cond, true}, loop->body);
      changed_ |= add(left_by_turn(*loop), left);
    } else if (joins_lanes(*node)) {
      std::erase_if(open_, [&](const Conditions& rows) { return is_behind(rows); });
    } else if (is_row(*node)) {
      add({conditions_}, open_);
    } else if (tells(*node) && std::ranges::any_of(open_, [&](const auto& rows) {
                 return is_of_some_lanes(rows);
               })) {
      found.insert(node.get());
    }
  }

  // True: there was one to add.
  static bool add(const std::vector<Conditions>& some, std::vector<Conditions>& to) {
    const std::size_t before = to.size();
    for (const Conditions& rows : some)
      if (std::ranges::find(to, rows) == to.end()) to.push_back(rows);
    return to.size() > before;
  }

  std::vector<Conditions> left_by_turn(const Loop& loop) const {
    std::vector<Conditions> left = open_;
    for (Conditions& rows : left)
      for (std::size_t i = conditions_.size() + 1; i < rows.size(); ++i)
        if (mentions(rows[i].cond, pool_.symbol_ref(loop.binder))) rows[i].of_other_turn = true;
    return left;
  }

  void inside(Condition cond, const NodePtr& node) {
    conditions_.push_back(cond);
    visit(node);
    conditions_.pop_back();
  }

  // Who has made these rows comes here.
  bool is_behind(const Conditions& rows) const {
    return conditions_.size() <= rows.size() &&
           std::equal(conditions_.begin(), conditions_.end(), rows.begin());
  }

  bool is_of_some_lanes(const Conditions& rows) const {
    const auto own =
        std::mismatch(conditions_.begin(), conditions_.end(), rows.begin(), rows.end());
    return std::any_of(own.first, conditions_.end(),
                       [&](const Condition& c) { return tells_lanes_apart_(c.cond); });
  }

  static bool is_row(const Node& node) {
    const auto* access = std::get_if<Access>(&node.node);
    return access && access->lane_bytes != 0;
  }

  static bool joins_lanes(const Node& node) {
    if (const auto* b = std::get_if<Barrier>(&node.node))
      return b->scope > Scope::warp || joins_whole_warp(*b);
    const auto* named = std::get_if<NamedBarrier>(&node.node);
    return named && named->op.kind == core::NamedBarrier::Kind::sync && named->op.aligned;
  }

  static bool tells(const Node& node) {
    if (const auto* access = std::get_if<Access>(&node.node)) return access->releases;
    if (const auto* fence = std::get_if<Fence>(&node.node)) return fence->op.releases;
    if (const auto* m = std::get_if<Mbarrier>(&node.node)) {
      using Kind = core::Mbarrier::Kind;
      return m->op.kind == Kind::arrive || m->op.kind == Kind::complete ||
             m->op.kind == Kind::commit;
    }
    return std::holds_alternative<NamedBarrier>(node.node);
  }

  Pool& pool_;
  const std::function<bool(Expr)>& tells_lanes_apart_;
  Conditions conditions_;
  std::vector<Conditions> open_; // of rows that no barrier of their warp stands behind
  std::map<const Loop*, std::vector<Conditions>> left_open_; // by a turn to the next one
  bool changed_ = false;
};

} // namespace

std::set<const Node*> told_by_some_lanes(const Protocol& protocol,
                                         const std::function<bool(Expr)>& tells_lanes_apart) {
  if (protocol.kernel->lane_rows.empty()) return {};
  Walk walk(*protocol.pool, tells_lanes_apart);
  walk.run(protocol.root);
  return std::move(walk.found);
}

} // namespace heddle::protocol
