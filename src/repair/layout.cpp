#include "repair/layout.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace heddle::repair {

namespace {

using Kind = SourceStatement::Kind;

constexpr std::size_t max_nodes = 50'000; // calls looked through multiply text

} // namespace

struct Layout::Node {
  const SourceStatement* statement = nullptr;
  const Node* parent = nullptr;
  Extent extent; // where its text is; of the body of a call, that of the function
  bool is_call = false;
  std::vector<std::unique_ptr<Node>> children;
  Range range;            // numbers of the places in it
  std::size_t header = 0; // behind the places of its own calls
};

// Where an access is: at the innermost statement that holds it, between the numbers of `range`.
struct Layout::Spot {
  const Node* node = nullptr;
  Range range;
  std::vector<const Node*> loops; // around it, outermost first
  bool is_leaf = false;           // in `node` itself, which has no places
};

// What makes two numbers one choice.
using Key = std::tuple<bool, Extent, std::size_t, std::string>;

struct Layout::Builder {
  const SourceTree& tree;
  const RepairOptions& options;
  Layout& layout;
  Kernel& kernel;
  bool counts; // its costs count: no instance of one seen before
  std::map<Key, ChoiceId>& known;
  std::vector<std::size_t> calls{}; // functions being walked
  std::size_t nodes = 0;

  struct Around {
    double weight = 1, of_block = 1; // of_block: of what all threads of the block come to
    bool by_thread = false;
    Extent arm = {};                     // under the innermost condition by thread
    std::vector<SourceSync> groups = {}; // that may be named here
  };

  double weight_of(const Choice& choice) const {
    switch (choice.sync.kind) {
    case SourceSync::Kind::warp:
    case SourceSync::Kind::tile:
      return options.syncwarp;
    case SourceSync::Kind::named:
      return choice.is_arrival || !choice.sync.waits ? options.arrive : 1;
    case SourceSync::Kind::block:
      return 1;
    case SourceSync::Kind::grid:
      return options.grid;
    }
    return 1;
  }

  void place(const Choice& choice, const Around& around) {
    const bool is_place = choice.is_new && !choice.is_arrival;
    const auto key =
        Key(is_place, is_place ? choice.block : choice.statement, choice.index, choice.sync.text);
    const auto [it, inserted] = known.emplace(key, static_cast<ChoiceId>(layout.choices_.size()));
    if (inserted) layout.choices_.push_back(choice);
    Choice& kept = layout.choices_[it->second];
    const bool is_of_block = choice.sync.kind == SourceSync::Kind::block;
    if (counts) kept.cost += (is_of_block ? around.of_block : around.weight) * weight_of(choice);
    if (around.by_thread && !kept.by_thread) kept.arm = around.arm;
    kept.by_thread = kept.by_thread || around.by_thread;
    kernel.order.push_back(it->second);
  }

  std::unique_ptr<Node> call(std::size_t number, const Node* parent, const Around& around) {
    const cuda::SourceFunction& function = tree.functions[number];
    auto node = std::make_unique<Node>();
    node->parent = parent;
    node->extent = function.extent;
    node->is_call = true;
    node->range.first = node->header = kernel.order.size();
    kernel.jumps = kernel.jumps || function.jumps;
    layout.waits_ = layout.waits_ || function.waits;
    layout.assembly_ = layout.assembly_ || function.assembly;
    layout.named_ = layout.named_ || function.named;
    calls.push_back(number);
    Around inside = around;
    inside.groups = function.groups;
    node->children.push_back(statement(function.body, node.get(), inside));
    calls.pop_back();
    node->range.last = kernel.order.size();
    return node;
  }

  std::unique_ptr<Node> statement(const SourceStatement& s, const Node* parent,
                                  const Around& around) {
    auto node = std::make_unique<Node>();
    node->statement = &s;
    node->parent = parent;
    node->extent = s.extent;
    node->range.first = kernel.order.size();
    kernel.jumps = kernel.jumps || ++nodes > max_nodes;
    Around inner = around;
    if (s.kind == Kind::branch || s.kind == Kind::loop) {
      const double factor = s.kind == Kind::loop ? options.loop : options.branch;
      inner.weight *= factor;
      // either all threads take this branch, or the barrier may not stand there
      if (s.kind == Kind::loop || !s.by_thread) inner.of_block *= factor;
      inner.by_thread = inner.by_thread || s.by_thread;
    }
    if (s.kind == Kind::barrier) barrier(s, around);
    for (const cuda::SourceCall& c : s.calls) {
      if (std::ranges::find(calls, c.function) != calls.end())
        kernel.jumps = true;
      else if (nodes <= max_nodes)
        node->children.push_back(
            call(c.function, node.get(), s.kind == Kind::loop ? inner : around));
    }
    node->header = kernel.order.size();
    if (nodes <= max_nodes) parts(s, *node, inner);
    node->range.last = kernel.order.size();
    return node;
  }

  // Named barriers are only removed and weakened.
  void barrier(const SourceStatement& s, const Around& around) {
    const bool is_named = s.sync.kind == SourceSync::Kind::named;
    if (is_named && options.mode != RepairOptions::Mode::optimize) return;
    place({false, false, s.sync, {}, 0, s.extent}, around);
    if (!is_named || s.sync.weakened.empty()) return;
    Choice arrival{true, true, s.sync, {}, 0, s.extent};
    arrival.sync.text = s.sync.weakened;
    place(arrival, around);
  }

  void parts(const SourceStatement& s, Node& node, const Around& around) {
    Around here = around;
    for (std::size_t i = 0; i <= s.parts.size(); ++i) {
      if (s.kind == Kind::block && s.open[i]) places(s, i, here);
      if (i == s.parts.size()) break;
      if (s.by_thread) here.arm = s.parts[i].extent;
      node.children.push_back(statement(s.parts[i], &node, here));
      const auto& declared = s.parts[i].groups;
      here.groups.insert(here.groups.end(), declared.begin(), declared.end());
    }
  }

  // All that may stand before part i of a block.
  void places(const SourceStatement& s, std::size_t i, const Around& around) {
    const Extent behind =
        i > 0 ? s.parts[i - 1].extent : Extent{s.extent.begin, s.extent.begin + 1};
    std::vector<SourceSync> all{{SourceSync::Kind::warp, "__syncwarp();"}};
    if (i == s.parts.size() || !is_block_barrier(s.parts[i])) all.emplace_back();
    all.insert(all.end(), around.groups.begin(), around.groups.end());
    for (const SourceSync& sync : all)
      place({true, false, sync, s.extent, i, behind, 0, !s.braces}, around);
  }
};

Layout::Layout(const SourceTree& tree, const std::vector<std::size_t>& kernels,
               const RepairOptions& options) {
  std::map<Key, ChoiceId> known;
  std::set<Extent> texts;
  for (const std::size_t k : kernels) {
    const cuda::SourceKernel& source = tree.kernels[k];
    Kernel kernel{source.name, nullptr, {}};
    const bool counts = texts.insert(tree.functions[source.function].extent).second;
    kernel.root =
        Builder{tree, options, *this, kernel, counts, known}.call(source.function, nullptr, {});
    kernels_.push_back(std::move(kernel));
  }
}

Layout::~Layout() = default;

double Layout::cost(const std::set<ChoiceId>& chosen) const {
  double sum = 0;
  for (const ChoiceId i : chosen)
    sum += choices_[i].cost;
  return sum;
}

bool Layout::chooses_named() const {
  return std::ranges::any_of(
      choices_, [](const Choice& c) { return c.sync.kind == SourceSync::Kind::named; });
}

const Layout::Kernel* Layout::find(const std::string& name) const {
  const auto it = std::ranges::find(kernels_, name, &Kernel::name);
  return it == kernels_.end() ? nullptr : &*it;
}

Layout::Spot Layout::locate(const Kernel& kernel, const SourcePlace& place) {
  const Node* node = kernel.root.get();
  Spot spot{node, node->range, {}};
  const auto enter = [&](const Node* next) {
    node = next;
    spot.node = node;
    spot.range = node->range;
    if (node->statement && node->statement->kind == Kind::loop) spot.loops.push_back(node);
  };
  for (auto frame = place.offsets.rbegin(); frame != place.offsets.rend(); ++frame) {
    if (!*frame || !node->extent.contains(**frame)) return spot;
    while (true) {
      std::vector<const Node*> inside;
      for (const auto& child : node->children)
        if ((!child->is_call || node->is_call) && child->extent.contains(**frame))
          inside.push_back(child.get());
      if (inside.size() > 1) return spot; // of a macro
      if (inside.empty()) break;
      enter(inside.front());
    }
    const auto next = std::next(frame);
    if (next == place.offsets.rend()) break;
    std::vector<const Node*> callees;
    for (const auto& child : node->children)
      if (child->is_call && *next && child->extent.contains(**next)) callees.push_back(child.get());
    if (callees.size() != 1) return spot;
    enter(callees.front());
  }
  const Kind kind = node->statement ? node->statement->kind : Kind::simple;
  if (kind == Kind::branch) spot.range.last = node->header; // in its condition
  spot.is_leaf = kind == Kind::simple;
  return spot;
}

// Where the access may be when the loops around it behind the first `common` run on.
Layout::Range Layout::extended(const Spot& spot, std::size_t common) {
  return spot.loops.size() > common ? spot.loops[common]->range : spot.range;
}

std::vector<Layout::Range> Layout::ranges(const Kernel& kernel, const SourcePlace& a,
                                          const SourcePlace& b) {
  const Spot s = locate(kernel, a), t = locate(kernel, b);
  std::size_t common = 0;
  while (common < s.loops.size() && common < t.loops.size() && s.loops[common] == t.loops[common])
    ++common;
  const auto known = [](const Spot& spot, const SourcePlace& place) {
    if (!place.all_iterations || place.iterations.size() != spot.loops.size()) return false;
    for (std::size_t i = 0; i < spot.loops.size(); ++i)
      if (!spot.loops[i]->extent.contains(place.iterations[i].first)) return false;
    return true;
  };
  const bool told = known(s, a) && known(t, b);
  for (std::size_t i = 0; i < common; ++i) {
    const Range loop = s.loops[i]->range;
    if (!told) return {loop};
    const std::int64_t x = a.iterations[i].second, y = b.iterations[i].second;
    if (x == y) continue;
    if (x + 1 != y && y + 1 != x) return {loop}; // an iteration lies between
    const Range early = extended(x < y ? s : t, i + 1), late = extended(x < y ? t : s, i + 1);
    return {{early.first, loop.last}, {loop.first, late.last}};
  }
  const Range p = extended(s, common), q = extended(t, common);
  if (p.last <= q.first) return {{p.first, q.last}};
  if (q.last <= p.first) return {{q.first, p.last}};
  return {{std::min(p.first, q.first), std::max(p.last, q.last)}};
}

std::vector<ChoiceId> Layout::between(const std::string& name, const SourcePlace& a,
                                      const SourcePlace& b) const {
  const Kernel* kernel = find(name);
  std::set<ChoiceId> found;
  if (!kernel || kernel->jumps) {
    for (ChoiceId i = 0; i < choices_.size(); ++i)
      found.insert(i);
  } else {
    for (const Range& range : ranges(*kernel, a, b))
      for (std::size_t i = range.first; i < range.last; ++i)
        found.insert(kernel->order[i]);
  }
  return {found.begin(), found.end()};
}

bool Layout::same_statement(const std::string& name, const SourcePlace& a,
                            const SourcePlace& b) const {
  const Kernel* kernel = find(name);
  if (!kernel) return false;
  const Spot s = locate(*kernel, a), t = locate(*kernel, b);
  return s.is_leaf && s.node == t.node;
}

} // namespace heddle::repair
