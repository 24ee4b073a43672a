#include "ptx/graph.hpp"

#include <fmt/format.h>

namespace heddle::ptx {

using sync::Graph;
using sync::Role;

std::string dot(const Reporting& how, const Graph& graph) {
  std::string out =
      "digraph barriers {\n  rankdir=LR;\n  node [shape=box];\n  start [shape=circle];\n";
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const auto& node = graph.nodes[n];
    out +=
        fmt::format("  n{} [label=\"{}\\ngeneration {}\"{}];\n", n, barrier_name(how, node.barrier),
                    node.generation, node.complete ? "" : ", style=dashed");
  }
  for (const auto& edge : graph.edges)
    out += fmt::format("  {} -> n{} [label=\"warp {} {}\"{}];\n",
                       edge.from == Graph::start ? "start" : fmt::format("n{}", edge.from), edge.to,
                       edge.who.warp, sync::to_string(edge.role),
                       edge.role == Role::arrive ? ", style=dashed" : "");
  return out + "}\n";
}

} // namespace heddle::ptx
