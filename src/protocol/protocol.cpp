#include "protocol/protocol.hpp"
#include "core/clusters.hpp"

#include <algorithm>
#include <vector>

namespace heddle::protocol {

namespace {

// Adds the parts of a node to `work`; true when the node itself is an atomic access that threads of
// all blocks may do to one cell.
struct AtomicFinder {
  const core::Kernel& kernel;
  std::vector<const Node*>& work;

  void add(const NodePtr& node) const {
    if (node) work.push_back(node.get());
  }
  bool operator()(const Access& a) const {
    return a.kind == AccessKind::atomic && core::is_of_grid(kernel.arrays[a.array]);
  }
  bool operator()(const Barrier&) const { return false; }
  bool operator()(const NamedBarrier&) const { return false; }
  bool operator()(const Mbarrier&) const { return false; }
  bool operator()(const Fence&) const { return false; }
  bool operator()(const Check&) const { return false; }
  bool operator()(const Seq& s) const {
    for (const NodePtr& part : s.parts)
      add(part);
    return false;
  }
  bool operator()(const If& i) const {
    add(i.then_part);
    add(i.else_part);
    return false;
  }
  bool operator()(const Loop& l) const {
    add(l.body);
    return false;
  }
};

} // namespace

const Load* find_load(const Protocol& protocol, Expr application) {
  const auto it =
      std::ranges::find(protocol.loads, static_cast<FunctionId>(application->value), &Load::fn);
  return it == protocol.loads.end() ? nullptr : &*it;
}

bool has_grid_atomics(const Protocol& protocol) {
  std::vector<const Node*> work;
  if (protocol.root) work.push_back(protocol.root.get());
  while (!work.empty()) {
    const Node* node = work.back();
    work.pop_back();
    if (std::visit(AtomicFinder{*protocol.kernel, work}, node->node)) return true;
  }
  return false;
}

} // namespace heddle::protocol
