// Walking over a protocol, in the order of the program.
#pragma once
#include "protocol/protocol.hpp"

namespace heddle::protocol {

// Calls `f` with the node and each one below it.
template <class F> void each_node(const NodePtr& node, const F& f) {
  if (!node) return;
  f(*node);
  if (const auto* seq = std::get_if<Seq>(&node->node))
    for (const NodePtr& part : seq->parts)
      each_node(part, f);
  if (const auto* branch = std::get_if<If>(&node->node)) {
    each_node(branch->then_part, f);
    each_node(branch->else_part, f);
  }
  if (const auto* loop = std::get_if<Loop>(&node->node)) each_node(loop->body, f);
}

// .. with each access at or below it.
template <class F> void each_access(const NodePtr& node, const F& f) {
  each_node(node, [&](const Node& n) {
    if (const auto* access = std::get_if<Access>(&n.node)) f(*access);
  });
}

} // namespace heddle::protocol
