// Making protocol nodes: constant conditions fold, empty parts vanish, neighbours with one
// condition join.
#pragma once
#include "protocol/protocol.hpp"

#include <functional>

namespace heddle::protocol {

template <class T> NodePtr make_node(T value) {
  return std::make_shared<const Node>(Node{std::move(value)});
}
// nullptr when nothing is left.
NodePtr make_if(Pool& pool, Expr cond, NodePtr then_part, NodePtr else_part, Loc loc, Expr alive);
// The tree with every expression mapped.
NodePtr map_exprs(Pool& pool, const NodePtr& node, const std::function<Expr(Expr)>& f);

// A sequence under construction.
class Sink {
public:
  explicit Sink(Pool& pool) : pool_(&pool) {}
  void add(NodePtr node);
  NodePtr finish(); // nullptr when empty
private:
  bool join(const NodePtr& node);
  Pool* pool_;
  std::vector<NodePtr> parts_;
};

} // namespace heddle::protocol
