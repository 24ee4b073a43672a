#include "protocol/split/split_geometry.hpp"

#include "core/clusters.hpp"
#include "core/meetings.hpp"

#include <algorithm>

namespace heddle::protocol {

namespace {

constexpr std::int64_t max_block_size = 1024;
constexpr std::array<std::int64_t, 3> max_block_dim{1024, 1024, 64};
constexpr std::array<std::int64_t, 3> max_grid_dim{2147483647, 65535, 65535};

} // namespace

Expr strip_casts(const Pool& pool, Expr e) {
  while (e->op == Op::cast) {
    Expr x = e->args[0];
    const Interval i = interval(pool, x);
    const bool nonnegative = i.low && *i.low >= 0;
    const bool widens =
        e->type.width >= x->type.width && (e->type.is_signed == x->type.is_signed || nonnegative);
    if (!widens) break;
    e = x;
  }
  return e;
}

Geometry::Geometry(const core::Kernel& kernel, Pool& pool) : pool_(pool) {
  bound_dimensions(kernel);
  for (const core::Assumption& a : kernel.assumptions)
    bound_by(a.cond);
  std::int64_t threads = 1;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    block_dim_[axis] = dimension(kernel.block_dim[axis]);
    grid_dim_[axis] = dimension(kernel.grid_dim[axis]);
    threads *= std::max<std::int64_t>(1, interval(pool_, block_dim_[axis]).high.value_or(1024));
    common_block_[axis] = index(kernel.block_index[axis], grid_dim_[axis], "");
    for (std::size_t t = 0; t < 2; ++t) {
      const char* mark = t == 0 ? "#1" : "#2";
      thread_[t][axis] = index(kernel.thread_index[axis], block_dim_[axis], mark);
      block_[t][axis] = index(kernel.block_index[axis], grid_dim_[axis], mark);
    }
  }
  std::int64_t fewest = 1; // a size that the user fixed past the limit stands
  for (Expr dim : block_dim_)
    fewest *= std::max<std::int64_t>(1, interval(pool_, dim).low.value_or(1));
  block_size_limit_ = std::max(max_block_size, fewest);
  max_threads_ = std::min(block_size_limit_, threads);
}

// The architecture's limit, unless the user fixed a size past it (old code, emulators).
void Geometry::limit(SymbolId id, std::int64_t high) {
  const Symbol& s = pool_.symbol(id);
  const bool past = s.low && *s.low > high;
  pool_.bound_symbol(id, 1, past ? s.high : high);
}

void Geometry::bound_dimensions(const core::Kernel& kernel) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const bool block_used = kernel.block_axes >> axis & 1, grid_used = kernel.grid_axes >> axis & 1;
    limit(kernel.block_dim[axis], block_used ? max_block_dim[axis] : 1);
    limit(kernel.grid_dim[axis], grid_used ? max_grid_dim[axis] : 1);
  }
}

// n == 4, n <= 4, 4 <= n, ..: bounds of a symbol.
void Geometry::bound_by(Expr assumption) {
  if (assumption->op == Op::logical_and) {
    for (Expr part : assumption->args)
      bound_by(part);
    return;
  }
  if (assumption->op == Op::eq) equations_.push_back(assumption);
  if (assumption->op != Op::eq && assumption->op != Op::lt && assumption->op != Op::le) return;
  Expr a = strip_casts(pool_, assumption->args[0]), b = strip_casts(pool_, assumption->args[1]);
  const std::int64_t strict = assumption->op == Op::lt ? 1 : 0;
  const auto known = [](Expr e) {
    return e->type.is_int() && constant_value(e) && !(e->type == Type::u64() && e->value < 0);
  };
  if (a->op == Op::symbol && known(b)) {
    const auto id = static_cast<SymbolId>(a->value);
    if (assumption->op == Op::eq)
      pool_.bound_symbol(id, b->value, b->value);
    else if (b->value > INT64_MIN)
      pool_.bound_symbol(id, {}, b->value - strict);
  } else if (b->op == Op::symbol && known(a) && a->value < INT64_MAX) {
    const auto id = static_cast<SymbolId>(b->value);
    pool_.bound_symbol(id, a->value + strict,
                       assumption->op == Op::eq ? std::optional(a->value) : std::nullopt);
  }
}

Expr Geometry::folded(Expr symbol) const {
  const Symbol& s = pool_.symbol(symbol);
  if (!s.type.is_int() || !s.low || !s.high || *s.low != *s.high) return nullptr;
  Expr value = pool_.constant(*s.low, s.type);
  return value->value == *s.low ? value : nullptr;
}

Expr Geometry::dimension(SymbolId id) const {
  Expr ref = pool_.symbol_ref(id);
  Expr value = folded(ref);
  return value ? value : ref;
}

// The index along one axis; renamed by `mark` unless that is empty.
Expr Geometry::index(SymbolId id, Expr dim, const char* mark) {
  const Interval range = interval(pool_, dim);
  if (range.high && *range.high == 1) return pool_.constant(0, pool_.symbol(id).type);
  std::optional<std::int64_t> high;
  if (range.high) high = *range.high - 1;
  if (*mark != 0) {
    Symbol copy = pool_.symbol(id);
    copy.name += mark;
    copy.role = Role::fresh;
    id = pool_.new_symbol(std::move(copy));
  }
  pool_.bound_symbol(id, 0, high);
  return pool_.symbol_ref(id);
}

bool Geometry::one_thread() const { return max_threads_ == 1; }

bool Geometry::one_block() const {
  return std::ranges::all_of(grid_dim_, [](Expr d) { return constant_value(d) == 1; });
}

std::array<ThreadSymbols, 2> Geometry::threads(Relation::Kind kind) const {
  const bool apart = kind == Relation::Kind::different_blocks;
  return {ThreadSymbols{thread_[0], apart ? block_[0] : common_block_},
          ThreadSymbols{thread_[1], apart ? block_[1] : common_block_}};
}

Expr Geometry::linear(const ThreadSymbols& thread) const {
  Expr rest = pool_.add(pool_.mul(thread.thread[2], block_dim_[1]), thread.thread[1]);
  return pool_.add(pool_.mul(rest, block_dim_[0]), thread.thread[0]);
}

Expr Geometry::group(const ThreadSymbols& thread, unsigned size) const {
  return pool_.div(linear(thread), pool_.constant(size, Type::u32()));
}

Expr Geometry::same_cluster(const ThreadSymbols& a, const ThreadSymbols& b, unsigned shape) const {
  if (shape == 0) return pool_.boolean(false);
  std::vector<Expr> same;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const Expr extent = pool_.constant(core::unpack_cluster(shape)[axis], Type::u32());
    same.push_back(pool_.eq(pool_.div(a.block[axis], extent), pool_.div(b.block[axis], extent)));
  }
  return pool_.all(same);
}

Expr Geometry::in_mask(const ThreadSymbols& thread, std::uint32_t mask) const {
  Expr lane = pool_.rem(linear(thread), pool_.constant(core::lanes_of_warp, Type::u32()));
  std::vector<Expr> runs; // of set bits
  for (unsigned i = 0; i < core::lanes_of_warp; ++i) {
    if (!(mask >> i & 1)) continue;
    const unsigned begin = i;
    while (i < core::lanes_of_warp && (mask >> i & 1))
      ++i;
    runs.push_back(pool_.logical_and(pool_.le(pool_.constant(begin, Type::u32()), lane),
                                     pool_.lt(lane, pool_.constant(i, Type::u32()))));
  }
  return pool_.any(runs);
}

void Geometry::less(std::vector<Expr>& facts, Expr index, Expr dim) const {
  if (constant_value(index) || constant_value(dim)) return; // then the bounds say it
  facts.push_back(pool_.lt(index, dim));
}

std::vector<Expr> Geometry::launch_facts() const {
  std::vector<Expr> facts;
  Expr product = pool_.mul(pool_.mul(block_dim_[0], block_dim_[1]), block_dim_[2]);
  const Interval range = interval(pool_, product);
  if (product->op != Op::symbol && (!range.high || *range.high > block_size_limit_))
    facts.push_back(pool_.le(product, pool_.constant(block_size_limit_, Type::u32())));
  return facts;
}

std::vector<Expr> Geometry::facts(Relation relation) const {
  using Kind = Relation::Kind;
  std::vector<Expr> facts = launch_facts();
  const auto threads = this->threads(relation.kind);
  const std::size_t count = relation.kind == Kind::one_thread ? 1 : 2;
  for (std::size_t t = 0; t < count; ++t)
    for (std::size_t axis = 0; axis < 3; ++axis) {
      less(facts, threads[t].thread[axis], block_dim_[axis]);
      if (t == 0 || threads[1].block[axis] != threads[0].block[axis]) {
        less(facts, threads[t].block[axis], grid_dim_[axis]);
        covers(facts, threads[t], axis);
      }
    }
  if (relation.kind == Kind::one_thread) return facts;
  const bool apart = relation.kind == Kind::different_blocks;
  std::vector<Expr> differ;
  for (std::size_t axis = 0; axis < 3; ++axis)
    differ.push_back(apart ? pool_.ne(threads[0].block[axis], threads[1].block[axis])
                           : pool_.ne(threads[0].thread[axis], threads[1].thread[axis]));
  if (relation.kind != Kind::different_groups) facts.push_back(pool_.any(differ));
  if (relation.kind == Kind::same_group || relation.kind == Kind::different_groups) {
    Expr same = pool_.eq(group(threads[0], relation.size), group(threads[1], relation.size));
    const bool always = max_threads_ <= relation.size;
    if (relation.kind == Kind::different_groups)
      facts.push_back(always ? pool_.boolean(false) : pool_.logical_not(same));
    else if (!always)
      facts.push_back(same);
  }
  return facts;
}

} // namespace heddle::protocol
