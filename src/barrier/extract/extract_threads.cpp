#include "barrier/extract/extract_threads.hpp"

#include "core/interpreter/replay.hpp"

#include <algorithm>

namespace heddle::barrier {

std::optional<Threads> Threads::of(const protocol::Protocol& protocol) {
  const protocol::Geometry geometry(*protocol.kernel, *protocol.pool);
  Threads threads(protocol, geometry);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    Expr folded = geometry.folded(protocol.pool->symbol_ref(protocol.kernel->block_dim[axis]));
    const auto value = folded ? constant_value(folded) : std::nullopt;
    if (!value || *value < 1 || *value > 1024) return std::nullopt;
    threads.size_[axis] = *value;
    threads.dimensions_.emplace(protocol.pool->symbol_ref(protocol.kernel->block_dim[axis]),
                                folded);
  }
  if (threads.size_[0] * threads.size_[1] * threads.size_[2] > 1024) return std::nullopt;
  return threads;
}

Threads::Threads(const protocol::Protocol& protocol, const protocol::Geometry& geometry)
    : protocol_(protocol), kernel_(*protocol.kernel), pool_(*protocol.pool) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    index_[axis] = pool_.symbol_ref(kernel_.thread_index[axis]);
    Expr grid = pool_.symbol_ref(kernel_.grid_dim[axis]);
    if (Expr folded = geometry.folded(grid)) dimensions_.emplace(grid, folded);
  }
}

Expr Threads::at(Expr e, std::uint32_t t) {
  Expr& sized = sized_[e];
  if (!sized)
    sized = pool_.substitute(e, [&](Expr leaf) -> Expr {
      const auto it = dimensions_.find(leaf);
      return it == dimensions_.end() ? nullptr : it->second;
    });
  if (!depends_on_thread(sized)) return sized;
  const core::Index3 index = core::thread_index(t, size_);
  return pool_.substitute(sized, [&](Expr leaf) -> Expr {
    const auto axis = std::ranges::find(index_, leaf) - index_.begin();
    return axis == 3 ? nullptr : pool_.constant(index[static_cast<std::size_t>(axis)], leaf->type);
  });
}

bool Threads::depends_on_thread(Expr e) {
  auto [it, inserted] = depends_.try_emplace(e, false);
  if (inserted)
    it->second = std::ranges::any_of(atoms(e), [&](Expr a) {
      return a->op == Op::symbol && pool_.symbol(a).role == heddle::Role::thread_index;
    });
  return depends_.at(e);
}

bool Threads::uniform(Expr e) {
  if (auto it = uniform_.find(e); it != uniform_.end()) return it->second;
  bool result = true;
  for (Expr a : atoms(e)) {
    if (a->op == Op::symbol) {
      const heddle::Role role = pool_.symbol(a).role;
      result = result && (role == heddle::Role::parameter || role == heddle::Role::grid_dim ||
                          role == heddle::Role::block_dim || role == heddle::Role::block_index ||
                          role == heddle::Role::binder);
      continue;
    }
    const Function& f = pool_.function(a);
    if (f.flavour == Flavour::load) {
      const protocol::Load* load = protocol::find_load(protocol_, a);
      result = result && load && !load->written;
    } else {
      result = result && (f.flavour == Flavour::pure || f.sharing >= Scope::block);
    }
    for (Expr arg : a->args)
      result = result && uniform(arg);
  }
  uniform_.emplace(e, result);
  return result;
}

Expr Threads::among(const std::vector<std::uint32_t>& threads) const {
  const auto number = [&](std::int64_t v) { return pool_.constant(v, Type::u32()); };
  Expr linear = index_[0];
  if (size_[1] > 1) linear = pool_.add(linear, pool_.mul(index_[1], number(size_[0])));
  if (size_[2] > 1) linear = pool_.add(linear, pool_.mul(index_[2], number(size_[0] * size_[1])));
  std::vector<Expr> ranges;
  for (std::size_t i = 0; i < threads.size();) { // runs of neighbours
    std::size_t end = i + 1;
    while (end < threads.size() && threads[end] == threads[end - 1] + 1)
      ++end;
    const std::uint32_t low = threads[i], high = threads[end - 1] + 1;
    Expr above = low == 0 ? pool_.boolean(true) : pool_.le(number(low), linear);
    Expr below = high >= count() ? pool_.boolean(true) : pool_.lt(linear, number(high));
    ranges.push_back(pool_.logical_and(above, below));
    i = end;
  }
  return pool_.any(ranges);
}

} // namespace heddle::barrier
