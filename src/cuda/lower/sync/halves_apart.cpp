#include "cuda/lower/sync/halves_apart.hpp"

#include "core/meetings.hpp"
#include "core/visit.hpp"

#include <algorithm>
#include <map>

namespace heddle::cuda {

unsigned half_of(const core::Stmt& s) {
  const auto* barrier = std::get_if<core::Barrier>(&s.node);
  return barrier && barrier->scope == Scope::cluster
             ? barrier->group_size & (core::cluster_arrives | core::cluster_waits)
             : 0;
}

namespace {

bool is_of_cluster(const core::Stmt& s) {
  const auto* barrier = std::get_if<core::Barrier>(&s.node);
  return barrier && barrier->scope == Scope::cluster;
}

// Follows all ways from an arrival on, and finds the waits for it.
class Ways {
public:
  // Where threads may be: a set of these.
  enum : unsigned { nowhere = 0, arrived = 1, waited = 2, beyond = 4 };

  void follow(std::span<core::Stmt> block) { visit(block, arrived); }
  bool understood() const { return understood_; }
  const std::vector<core::Stmt*>& waits() const { return waits_; }

private:
  unsigned visit(std::span<core::Stmt> block, unsigned at) {
    for (core::Stmt& s : block)
      at = at == nowhere ? at : std::visit([&](auto& node) { return pass(node, s, at); }, s.node);
    return at;
  }

  unsigned pass(core::Barrier&, core::Stmt& s, unsigned at) {
    if (!is_of_cluster(s) || at == beyond) return at;
    const bool waits = half_of(s) == core::cluster_waits;
    understood_ &= at == (waits ? arrived : waited);
    if (!waits) return half_of(s) == core::cluster_arrives ? beyond : at;
    if (!std::ranges::count(waits_, &s)) waits_.push_back(&s);
    return waited;
  }
  unsigned pass(core::If& node, core::Stmt&, unsigned at) {
    return visit(node.then_block, at) | visit(node.else_block, at);
  }
  unsigned pass(core::Labeled& node, core::Stmt&, unsigned at) {
    const unsigned end = visit(node.body, at);
    return end | std::exchange(left_[node.label], nowhere);
  }
  unsigned pass(core::Loop& node, core::Stmt&, unsigned at) {
    unsigned left = nowhere;
    for (unsigned before = nowhere; at != before;) {
      before = at;
      const unsigned head = visit(node.head, at);
      const unsigned body = visit(node.body, head);
      left |= head | std::exchange(left_[node.label], nowhere);
      at |= visit(node.step, body | std::exchange(continued_[node.label], nowhere));
    }
    return left;
  }
  unsigned pass(core::Break& node, core::Stmt&, unsigned at) {
    left_[node.label] |= at;
    return nowhere;
  }
  unsigned pass(core::Continue& node, core::Stmt&, unsigned at) {
    continued_[node.label] |= at;
    return nowhere;
  }
  unsigned pass(core::Exit&, core::Stmt&, unsigned) { return nowhere; }
  unsigned pass(auto&, core::Stmt&, unsigned at) { return at; }

  std::map<core::LabelId, unsigned> left_, continued_;
  std::vector<core::Stmt*> waits_;
  bool understood_ = true;
};

} // namespace

bool HalvesApart::is_made_by_all(std::size_t arrival) const {
  bool all = true;
  for (const core::Stmt& s : std::span(kernel_.body).first(arrival))
    core::for_each_statement(s, [&](const core::Stmt& part) {
      all &=
          !std::holds_alternative<core::Exit>(part.node) && (!is_of_cluster(part) || &part == &s);
    });
  return all;
}

bool HalvesApart::replace(std::size_t arrival) {
  if (!is_made_by_all(arrival)) return false;
  Ways ways;
  ways.follow(std::span(kernel_.body).subspan(arrival + 1));
  if (!ways.understood()) return false;
  const core::ArrayId barrier = new_barrier(kernel_.body[arrival].loc);
  put(kernel_.body[arrival], barrier);
  for (core::Stmt* wait : ways.waits())
    put(*wait, barrier);
  return true;
}

// The operation instead of a half; whole warps come to one that is aligned.
void HalvesApart::put(core::Stmt& half, core::ArrayId barrier) {
  using Kind = core::Mbarrier::Kind;
  const bool arrives = half_of(half) == core::cluster_arrives;
  core::Mbarrier op;
  op.kind = arrives ? Kind::arrive : Kind::wait_parity;
  op.array = barrier;
  op.offset = pool_.constant(0, Type::i64());
  if (!arrives) op.parity = pool_.constant(0, Type::u32());
  op.text = std::get<core::Barrier>(half.node).text;
  if (op.text.find(".aligned") == std::string::npos) {
    half.node = std::move(op);
    return;
  }
  core::Block both;
  both.push_back({core::meeting(core::lanes_of_warp, op.text), half.loc, half.call});
  both.push_back({std::move(op), half.loc, half.call});
  half.node = core::If{pool_.boolean(true), std::move(both), {}};
}

core::ArrayId HalvesApart::new_barrier(Loc loc) {
  core::Array barrier;
  barrier.name = "barrier.cluster";
  if (!barriers_.empty()) barrier.name += "#" + std::to_string(barriers_.size() + 1);
  barrier.space = core::Space::shared;
  barrier.element = core::cluster_barrier_element;
  barrier.element_type = Type::integer(64, false);
  barrier.element_size = 8;
  barrier.is_scalar = true;
  barrier.loc = loc;
  if (shape_) barrier.row_bytes = core::block_row_bytes;
  barriers_.push_back(static_cast<core::ArrayId>(kernel_.arrays.size()));
  kernel_.arrays.push_back(std::move(barrier));
  return barriers_.back();
}

// The thread that initialises: of the cluster's first block, where there are others.
Expr HalvesApart::is_first() const {
  Expr first = core::is_keeper(kernel_);
  for (std::size_t a = 0; shape_ && a < 3; ++a)
    if ((*shape_)[a] > 1)
      first =
          pool_.logical_and(first, pool_.eq(pool_.rem(pool_.symbol_ref(kernel_.block_index[a]),
                                                      pool_.constant((*shape_)[a], Type::u32())),
                                            pool_.constant(0, Type::u32())));
  return first;
}

Expr HalvesApart::threads() const {
  Expr all = pool_.constant(shape_ ? core::blocks_of(*shape_) : 1, Type::u32());
  for (const SymbolId extent : kernel_.block_dim)
    all = pool_.mul(all, pool_.symbol_ref(extent));
  return all;
}

void HalvesApart::initialise() {
  if (barriers_.empty()) return;
  core::Block inits;
  for (const core::ArrayId barrier : barriers_) {
    core::Mbarrier init;
    init.array = barrier;
    init.offset = pool_.constant(0, Type::i64());
    init.count = threads();
    init.text = "the start of the kernel";
    inits.push_back({std::move(init), kernel_.loc, 0});
  }
  core::Block start;
  start.push_back({core::If{is_first(), std::move(inits), {}}, kernel_.loc, 0});
  start.push_back({core::Barrier{shape_ ? Scope::cluster : Scope::block, nullptr,
                                 shape_ ? core::pack(*shape_) : 0, "the start of the kernel"},
                   kernel_.loc, 0});
  kernel_.body.insert(kernel_.body.begin(), std::make_move_iterator(start.begin()),
                      std::make_move_iterator(start.end()));
}

} // namespace heddle::cuda
