#include "ptx/lanes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

namespace heddle::ptx {
namespace {

using sync::Graph;
using sync::Role;

constexpr int label_width = 210, lane_width = 190, row = 46, margin = 20, box_height = 30;
constexpr std::size_t max_lanes = 18, around = 8, most_rows = 64;

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text)
    out += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
  return out;
}

// "warps 0-3,7"
std::string warps_text(const std::vector<std::uint32_t>& warps) {
  std::string numbers;
  for (std::size_t n = 0; n < warps.size();) {
    std::size_t last = n;
    while (last + 1 < warps.size() && warps[last + 1] == warps[last] + 1)
      ++last;
    numbers += (n ? "," : "") + std::to_string(warps[n]);
    if (last > n) numbers += "-" + std::to_string(warps[last]);
    n = last + 1;
  }
  return fmt::format("{} {}", warps.size() > 1 ? "warps" : "warp", numbers);
}

class Picture {
public:
  Picture(const Reporting& how, const sync::Engine& engine)
      : how_(how), graph_(engine.graph()), findings_(engine.findings()) {
    find_lanes();
    find_rows();
  }

  std::string draw() const {
    const int width = label_width + static_cast<int>(lanes_.size()) * lane_width + 2 * margin;
    const int height = (static_cast<int>(rows_.size()) + 3) * row + 2 * margin;
    std::string out = head(width, height);
    for (std::size_t n = 0; n < lanes_.size(); ++n)
      out += text(centre(n), margin + 18, warps_text(lanes_[n]), "h");
    for (std::size_t r = 0; r < rows_.size(); ++r)
      out += band(r, width);
    out += missing_order();
    return out + legend(top(rows_.size()) + 24) + "</svg>\n";
  }

private:
  using Event = std::tuple<std::uint32_t, Role, std::uint32_t>; // node, role, place

  // Warps that do the same make one lane.
  void find_lanes() {
    std::map<std::uint32_t, std::vector<Event>> by_warp;
    for (const Graph::Edge& e : graph_.edges)
      by_warp[e.who.warp].emplace_back(e.to, e.role, e.place.pc);
    std::map<std::vector<Event>, std::size_t> known;
    for (auto& [warp, events] : by_warp) {
      const auto repeated = std::ranges::unique(events);
      events.erase(repeated.begin(), repeated.end());
      const auto [at, inserted] = known.emplace(events, lanes_.size());
      if (inserted && lanes_.size() < max_lanes) {
        lanes_.emplace_back();
        events_.push_back(events);
      }
      const std::size_t lane = std::min(at->second, lanes_.size() - 1);
      lanes_[lane].push_back(warp);
    }
  }

  std::optional<std::size_t> node(const sync::BarrierRef& barrier, std::uint64_t generation) const {
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n)
      if (graph_.nodes[n].barrier == barrier && graph_.nodes[n].generation == generation) return n;
    return std::nullopt;
  }
  // The finding that is drawn: two registrations whose order is missing.
  const sync::Finding* unordered() const {
    const auto found = std::ranges::find_if(findings_, [](const sync::Finding& f) {
      return f.kind == sync::FindingKind::recycling && f.first.role != Role::none &&
             f.generation > 0;
    });
    return found == findings_.end() ? nullptr : &*found;
  }

  void find_rows() {
    const std::size_t all = graph_.nodes.size();
    std::vector<bool> shown(all, all <= most_rows);
    const auto show = [&](std::size_t middle) {
      for (std::size_t n = middle < around ? 0 : middle - around;
           n < std::min(all, middle + around); ++n)
        shown[n] = true;
    };
    show(0);
    if (all) show(all - 1);
    if (const sync::Finding* f = unordered())
      if (const auto at = node(f->barrier, f->generation)) show(*at);
    for (std::size_t n = 0; n < all; ++n)
      if (shown[n])
        rows_.push_back(n);
      else if (rows_.empty() || rows_.back())
        rows_.emplace_back();
  }

  // ---- places in the picture
  static int top(std::size_t r) { return margin + (static_cast<int>(r) + 1) * row; }
  static int centre(std::size_t lane) {
    return margin + label_width + static_cast<int>(lane) * lane_width + lane_width / 2;
  }

  static std::string text(int x, int y, const std::string& what, const char* style) {
    return fmt::format("<text x=\"{}\" y=\"{}\" class=\"{}\">{}</text>\n", x, y, style,
                       escaped(what));
  }
  static std::string head(int width, int height) {
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" "
        "font-family=\"sans-serif\" font-size=\"12\" text-anchor=\"middle\">\n"
        "<style>.b{{fill:#eef}}.o{{fill:#fee;stroke:#c00;stroke-dasharray:5 4}}"
        ".sync,.wait,.warp{{fill:#36c}}.arrive{{fill:#393}}.other{{fill:#777}}"
        ".w{{fill:#fff;font-size:11px}}.h{{font-weight:bold}}.n{{text-anchor:start}}"
        ".m{{fill:none;stroke:#c00;stroke-width:3;stroke-dasharray:7 4;marker-end:url(#a)}}"
        ".r{{fill:#c00;font-weight:bold;paint-order:stroke;stroke:#fff;stroke-width:4px}}</style>\n"
        "<defs><marker id=\"a\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"5\" "
        "markerHeight=\"5\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"#c00\"/></marker>"
        "</defs>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        width, height);
  }

  static const char* style(Role role) {
    return role == Role::arrive                                                  ? "arrive"
           : role == Role::sync || role == Role::warp_sync || role == Role::wait ? "sync"
                                                                                 : "other";
  }
  static std::string box(int x, int y, const char* style, const std::string& what) {
    return fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"4\" class=\"{}\"/>",
                       x - lane_width / 2 + 8, y, lane_width - 16, box_height, style) +
           text(x, y + 19, what, "w");
  }

  // Where it stands in the kernel: of what was inlined, the outermost call.
  std::string line_of(sync::Place place) const {
    const Program& program = how_.program;
    const auto size = static_cast<Index>(program.code.size());
    const Index at = place.pc >= size ? place.pc - size : place.pc;
    std::uint32_t in_file = program.code[at].line;
    Index source = program.code[at].source;
    for (Index call = program.call_of[at]; call != nowhere; call = program.calls[call].outer) {
      in_file = program.calls[call].line;
      source = program.calls[call].source;
    }
    if (source == nowhere) return fmt::format("PTX {}", in_file);
    while (program.module->lines[source].inlined_at != nowhere)
      source = program.module->lines[source].inlined_at;
    return fmt::format("line {}", program.module->lines[source].line);
  }

  std::string band(std::size_t r, int width) const {
    const int y = top(r);
    if (!rows_[r]) {
      std::size_t hidden = 0;
      const std::size_t before = r ? *rows_[r - 1] + 1 : 0;
      hidden = (r + 1 < rows_.size() ? *rows_[r + 1] : graph_.nodes.size()) - before;
      return text(width / 2, y + 24, fmt::format("... {} generations like these ...", hidden), "h");
    }
    const Graph::Node& n = graph_.nodes[*rows_[r]];
    std::string out =
        fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" class=\"{}\"/>", margin, y,
                    width - 2 * margin, row - 4, n.complete ? "b" : "o");
    out += text(margin + 8, y + 18, barrier_name(how_, n.barrier), "n");
    out +=
        text(margin + 8, y + 34,
             fmt::format("generation {}{}", n.generation, n.complete ? "" : ", incomplete"), "n");
    for (std::size_t lane = 0; lane < lanes_.size(); ++lane)
      out += participation(lane, *rows_[r], y + 6);
    return out;
  }

  // What a lane does in one generation, in one box.
  std::string participation(std::size_t lane, std::size_t node, int y) const {
    std::string what;
    const char* how = nullptr;
    for (const auto& [to, role, place] : events_[lane]) {
      if (to != node) continue;
      if (!how || role != Role::arrive) how = style(role);
      const std::string one = fmt::format("{} ({})", sync::to_string(role), line_of({place}));
      if (what.find(one) == std::string::npos && what.size() < 20)
        what += (what.empty() ? "" : ", ") + one;
    }
    return how ? box(centre(lane), y, how, what) : "";
  }

  std::optional<std::pair<int, int>> spot(const sync::Participant& who, std::size_t node) const {
    const auto r = std::ranges::find(rows_, std::optional(node));
    if (r == rows_.end()) return std::nullopt;
    for (std::size_t lane = 0; lane < lanes_.size(); ++lane)
      if (std::ranges::count(lanes_[lane], who.thread / 32))
        return std::pair(centre(lane), top(static_cast<std::size_t>(r - rows_.begin())) + row / 2);
    return std::nullopt;
  }

  std::string missing_order() const {
    const sync::Finding* f = unordered();
    if (!f) return "";
    const auto before = node(f->barrier, f->generation - 1),
               after = node(f->barrier, f->generation);
    if (!before || !after) return "";
    const auto from = spot(f->first, *before), to = spot(f->second, *after);
    if (!from || !to) return "";
    const int x = (from->first + to->first) / 2, y = (from->second + to->second) / 2;
    const int edge = box_height / 2;
    return fmt::format("<path d=\"M{} {} L{} {}\" class=\"m\"/>", from->first, from->second + edge,
                       to->first, to->second - edge) +
           text(x, y - 6, "order missing", "r");
  }

  static std::string legend(int y) {
    return text(margin, y, "time goes down; a band is one generation of a barrier", "n") +
           text(margin, y + 18,
                "blue: waits for it; green: arrives and goes on; grey: other operations", "n") +
           text(margin, y + 36,
                "red: a generation that never completes, or an order that nothing makes", "n");
  }

  const Reporting& how_;
  const Graph& graph_;
  const std::vector<sync::Finding>& findings_;
  std::vector<std::vector<std::uint32_t>> lanes_; // warps
  std::vector<std::vector<Event>> events_;        // of each lane
  std::vector<std::optional<std::size_t>> rows_;  // nodes; nothing: some are left out
};

} // namespace

std::string svg(const Reporting& how, const sync::Engine& engine) {
  return Picture(how, engine).draw();
}

} // namespace heddle::ptx
