#include "ptx/flow.hpp"

#include <algorithm>

namespace heddle::ptx {
namespace {

bool ends_block(Op op) {
  return op == Op::bra || op == Op::brx || op == Op::exit || op == Op::ret || op == Op::trap;
}

// The instructions that a branch may go to, without the next one.
std::vector<Index> targets(const Program& p, const Instruction& i) {
  std::vector<Index> out;
  each_operand(p, i, [&](const Operand& o, bool) {
    if (o.kind == Operand::Kind::label) out.push_back(o.index);
  });
  return out;
}

void make_blocks(const Program& p, Flow& flow) {
  const auto size = static_cast<Index>(p.code.size());
  std::vector<bool> leads(size + 1);
  leads[0] = true;
  for (Index i = 0; i < size; ++i) {
    if (!ends_block(p.opcode(p.code[i]).op)) continue;
    leads[i + 1] = true;
    for (Index target : targets(p, p.code[i]))
      leads[target] = true;
  }
  flow.block_of.resize(size + 1);
  for (Index i = 0; i < size; ++i) {
    if (leads[i]) flow.blocks.push_back({i, i, {}, {}, nowhere});
    flow.blocks.back().end = i + 1;
    flow.block_of[i] = static_cast<Index>(flow.blocks.size()) - 1;
  }
  flow.block_of[size] = flow.exit(); // a label behind the last instruction
}

void connect(const Program& p, Flow& flow) {
  for (Block& block : flow.blocks) {
    const Instruction& last = p.code[block.end - 1];
    const Op op = p.opcode(last).op;
    const bool branches = op == Op::bra || op == Op::brx;
    if (branches)
      for (Index target : targets(p, last))
        block.successors.push_back(flow.block_of[target]);
    else if (ends_block(op))
      block.successors.push_back(flow.exit());
    const bool goes_on = !ends_block(op) || last.guard != nowhere;
    if (goes_on) block.successors.push_back(flow.block_of[block.end]);
    std::ranges::sort(block.successors);
    const auto repeated = std::ranges::unique(block.successors);
    block.successors.erase(repeated.begin(), repeated.end());
  }
}

// Immediate post-dominators (Cooper, Harvey, Kennedy), over the reversed graph. A loop that never
// ends gets an edge to the exit.
class PostDominators {
public:
  explicit PostDominators(Flow& flow) : flow_(flow), order_(flow.blocks.size() + 1, nowhere) {
    predecessors_.resize(flow.blocks.size() + 1);
    for (Index b = 0; b < flow.blocks.size(); ++b)
      for (Index s : flow.blocks[b].successors)
        predecessors_[s].push_back(b);
  }

  void run() {
    visit(flow_.exit());
    for (Index b = static_cast<Index>(flow_.blocks.size()); b-- > 0;)
      if (order_[b] == nowhere) { // cannot leave
        flow_.blocks[b].successors.push_back(flow_.exit());
        visit(b);
      }
    settle();
    for (Index b = 0; b < flow_.blocks.size(); ++b)
      flow_.blocks[b].meets = meets_[b];
  }

private:
  // Numbers in reverse postorder; what is numbered later is placed in front.
  void visit(Index root) {
    std::vector<std::pair<Index, std::size_t>> stack{{root, 0}};
    order_[root] = 0; // seen
    while (!stack.empty()) {
      auto& [block, next] = stack.back();
      if (next < predecessors_[block].size()) {
        const Index p = predecessors_[block][next++];
        if (order_[p] != nowhere) continue;
        order_[p] = 0;
        stack.emplace_back(p, 0);
      } else {
        postorder_.push_back(block);
        stack.pop_back();
      }
    }
  }

  void settle() {
    // the exit comes first, whatever was numbered after it
    const Index exit = flow_.exit();
    std::erase(postorder_, exit);
    postorder_.push_back(exit);
    for (Index i = 0; i < postorder_.size(); ++i)
      order_[postorder_[i]] = i;
    meets_.assign(flow_.blocks.size() + 1, nowhere);
    meets_[exit] = exit;
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = postorder_.size() - 1; i-- > 0;) {
        const Index b = postorder_[i];
        Index found = nowhere;
        for (Index s : flow_.blocks[b].successors)
          if (meets_[s] != nowhere) found = found == nowhere ? s : common(found, s);
        if (found == nowhere || found == meets_[b]) continue;
        meets_[b] = found;
        changed = true;
      }
    }
  }

  Index common(Index a, Index b) const {
    while (a != b) {
      while (order_[a] < order_[b])
        a = meets_[a];
      while (order_[b] < order_[a])
        b = meets_[b];
    }
    return a;
  }

  Flow& flow_;
  std::vector<Index> order_, meets_, postorder_;
  std::vector<std::vector<Index>> predecessors_;
};

void control_dependence(Flow& flow) {
  for (Index b = 0; b < flow.blocks.size(); ++b) {
    if (flow.blocks[b].successors.size() < 2) continue;
    for (Index s : flow.blocks[b].successors)
      for (Index at = s; at != flow.exit() && at != flow.blocks[b].meets;
           at = flow.blocks[at].meets)
        if (std::ranges::count(flow.blocks[at].decided_by, b) == 0)
          flow.blocks[at].decided_by.push_back(b);
  }
}

} // namespace

Flow analyse_flow(const Program& program) {
  Flow flow;
  if (program.code.empty()) return flow;
  make_blocks(program, flow);
  connect(program, flow);
  PostDominators(flow).run();
  control_dependence(flow);
  return flow;
}

} // namespace heddle::ptx
