#include "ptx/graph.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::ptx {
namespace {

using sync::Graph;
using sync::Role;

// What the warps that go from one generation to another do there: one arrow.
struct Arrow {
  std::uint32_t from = Graph::start, to = 0;
  Role role = Role::sync;
  std::vector<std::uint32_t> warps; // sorted
};

std::vector<Arrow> arrows(const Graph& graph) {
  std::map<std::tuple<std::uint32_t, std::uint32_t, Role>, std::vector<std::uint32_t>> all;
  for (const Graph::Edge& edge : graph.edges)
    all[{edge.to, edge.from, edge.role}].push_back(edge.who.warp);
  std::vector<Arrow> out;
  for (auto& [key, warps] : all) {
    std::ranges::sort(warps);
    const auto repeated = std::ranges::unique(warps);
    warps.erase(repeated.begin(), repeated.end());
    out.push_back({std::get<1>(key), std::get<0>(key), std::get<2>(key), std::move(warps)});
  }
  return out;
}

// "warps 0-3,7 sync"
std::string label(const Arrow& arrow) {
  std::string numbers;
  for (std::size_t n = 0; n < arrow.warps.size();) {
    std::size_t last = n;
    while (last + 1 < arrow.warps.size() && arrow.warps[last + 1] == arrow.warps[last] + 1)
      ++last;
    numbers += (n ? "," : "") + std::to_string(arrow.warps[n]);
    if (last > n) numbers += "-" + std::to_string(arrow.warps[last]);
    n = last + 1;
  }
  return fmt::format("{} {} {}", arrow.warps.size() > 1 ? "warps" : "warp", numbers,
                     sync::to_string(arrow.role));
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text)
    out += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
  return out;
}

// Columns and rows of the nodes; the start is in column 0.
struct Cell {
  unsigned column = 1, row = 0;
};

std::vector<Cell> layers(const Graph& graph) {
  std::vector<Cell> cells(graph.nodes.size());
  // nodes are in order of their first participant; an arrow back does not move anything
  std::vector<const Graph::Edge*> edges;
  for (const Graph::Edge& edge : graph.edges)
    if (edge.from != Graph::start && edge.from < edge.to) edges.push_back(&edge);
  std::ranges::stable_sort(edges, {}, &Graph::Edge::to);
  for (const Graph::Edge* edge : edges)
    cells[edge->to].column = std::max(cells[edge->to].column, cells[edge->from].column + 1);
  std::map<unsigned, unsigned> used;
  for (Cell& cell : cells)
    cell.row = used[cell.column]++;
  return cells;
}

constexpr int width = 150, height = 44, column_step = 320, row_step = 90, margin = 20;

int left(const Cell& cell) { return margin + static_cast<int>(cell.column) * column_step; }
int top(const Cell& cell) { return margin + static_cast<int>(cell.row) * row_step; }

std::string box(const Cell& cell, const std::string& first, const std::string& second,
                const char* style) {
  const int x = left(cell), y = top(cell), middle = x + width / 2;
  return fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"4\"{}/>"
                     "<text x=\"{}\" y=\"{}\">{}</text><text x=\"{}\" y=\"{}\">{}</text>\n",
                     x, y, width, height, style, middle, y + 18, escaped(first), middle, y + 35,
                     escaped(second));
}

std::string line(const Arrow& arrow, const Cell& from, const Cell& to, int shift) {
  const int x1 = left(from) + width, y1 = top(from) + height / 2;
  const int x2 = left(to), y2 = top(to) + height / 2;
  return fmt::format("<path d=\"M{} {} C{} {} {} {} {} {}\"{}/><text x=\"{}\" y=\"{}\" "
                     "class=\"l\">{}</text>\n",
                     x1, y1, x1 + 60, y1 + shift, x2 - 60, y2 + shift, x2, y2,
                     arrow.role == Role::arrive ? " class=\"d\"" : "", (x1 + x2) / 2,
                     (y1 + y2) / 2 + shift - 4, label(arrow));
}

} // namespace

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

std::string svg(const Reporting& how, const Graph& graph) {
  const std::vector<Cell> cells = layers(graph);
  const Cell start{0, 0};
  Cell last = start;
  for (const Cell& cell : cells)
    last = {std::max(last.column, cell.column), std::max(last.row, cell.row)};
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" font-family="
      "\"sans-serif\" font-size=\"12\" text-anchor=\"middle\">\n"
      "<style>rect{{fill:#fff;stroke:#000}}path{{fill:none;stroke:#36c;marker-end:url(#a)}}"
      ".d{{stroke-dasharray:5 4}}.l{{font-size:10px;fill:#36c}}</style>\n"
      "<defs><marker id=\"a\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" "
      "markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" style=\"fill:#36c;"
      "stroke:none;marker-end:none\"/></marker></defs>\n"
      "<rect width=\"100%\" height=\"100%\" style=\"stroke:none\"/>\n",
      left(last) + width + margin, top(last) + row_step + margin);
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> drawn; // arrows between the same two
  for (const Arrow& arrow : arrows(graph)) {
    const Cell& from = arrow.from == Graph::start ? start : cells[arrow.from];
    out += line(arrow, from, cells[arrow.to], 16 * drawn[{arrow.from, arrow.to}]++);
  }
  out += box(start, "start", "", "");
  for (std::size_t n = 0; n < cells.size(); ++n) {
    const auto& node = graph.nodes[n];
    out += box(cells[n], barrier_name(how, node.barrier),
               fmt::format("generation {}", node.generation), node.complete ? "" : " class=\"d\"");
  }
  return out + "</svg>\n";
}

} // namespace heddle::ptx
