#include "core/join_blocks.hpp"

#include "core/block_pairs.hpp"
#include "core/meetings.hpp"
#include "core/visit.hpp"

#include <algorithm>
#include <unordered_set>

namespace heddle::core {

namespace {

constexpr std::int64_t warp_size = 32, warpgroup = 128, max_threads = 1024;

class Joiner {
public:
  explicit Joiner(const Kernel& kernel)
      : old_(kernel), joined_(kernel), pool_(*kernel.pool), shape_(kernel.to_join) {}

  Kernel run() {
    if (const std::string why = obstacle(); !why.empty()) {
      joined_.body.clear();
      joined_.to_join = {};
      joined_.unknowns.emplace_back(why, old_.loc);
      return std::move(joined_);
    }
    joined_.joined = shape_;
    joined_.to_join = {};
    make_geometry();
    for (Assumption& a : joined_.assumptions)
      a.cond = renamed(a.cond);
    rewrite(joined_.body);
    for (Array& array : joined_.arrays)
      if (array.space == Space::shared) {
        array.row_bytes = 0;
        array.block_bytes = block_row_bytes;
      }
    for (auto& missed : missed_by_pairs(joined_))
      joined_.unknowns.push_back(std::move(missed));
    return std::move(joined_);
  }

private:
  std::optional<std::int64_t> fixed(SymbolId id) const {
    const Symbol& s = pool_.symbol(id);
    return s.low && s.low == s.high ? s.low : std::nullopt;
  }

  // Why the blocks cannot be one; empty: they can.
  std::string obstacle() {
    const std::string what = "blocks of a cluster that reach each other's mbarriers or copies, ";
    const unsigned blocks = blocks_of(shape_);
    if (blocks > max_joined_blocks)
      return what + "more than " + std::to_string(max_joined_blocks) + " of them";
    const auto z = old_.block_axes & 4 ? fixed(old_.block_dim[2]) : std::optional(std::int64_t{1});
    const auto y = old_.block_axes & 2 ? fixed(old_.block_dim[1]) : std::optional(std::int64_t{1});
    const auto x = fixed(old_.block_dim[0]);
    if (!x || !y || !z) return what + "where the size of a block is not known";
    if (*z != 1) return what + "of more than one layer of threads";
    threads_ = *x * *y;
    if (threads_ % warp_size != 0) return what + "of threads that are no whole warps";
    if (threads_ % warpgroup != 0 && !old_.matrix_reads.empty())
      return what + "of threads that are no whole warpgroups";
    if (threads_ * blocks > max_threads)
      return what + "of more than " + std::to_string(max_threads) + " threads together";
    bool meets = false, leaves = false;
    for_each_statement(old_.body, [&](const Stmt& s) {
      const auto* barrier = std::get_if<Barrier>(&s.node);
      const auto* named = std::get_if<NamedBarrier>(&s.node);
      meets |= (barrier && barrier->scope == Scope::block) ||
               (named && named->kind <= NamedBarrier::Kind::arrive && !named->count);
      leaves |= std::holds_alternative<Exit>(s.node);
    });
    if (meets && leaves) return what + "of which threads return before barriers of their block";
    return "";
  }

  SymbolId symbol(const char* base, Role role, std::uint8_t axis, std::int64_t low,
                  std::int64_t high) {
    return pool_.new_symbol(
        {std::string(base) + "." + "xyz" [axis], Type::u32(), role, axis, low, high, {}});
  }
  Expr number(std::int64_t value) { return pool_.constant(value, Type::u32()); }
  Expr ref(SymbolId id) { return pool_.symbol_ref(id); }

  // As in the header.
  void make_geometry() {
    const auto blocks = static_cast<std::int64_t>(blocks_of(shape_));
    joined_.thread_index[2] = symbol("threadIdx", Role::thread_index, 2, 0, blocks - 1);
    joined_.block_dim[2] = symbol("blockDim", Role::block_dim, 2, blocks, blocks);
    joined_.block_axes |= 4;
    rank_ = ref(joined_.thread_index[2]);
    known_[ref(old_.thread_index[2])] = number(0);
    known_[ref(old_.block_dim[2])] = number(1);
    for (const std::size_t axis : {0, 1}) // obstacle() asked for it
      if (const auto extent = fixed(old_.block_dim[axis]))
        known_[ref(old_.block_dim[axis])] = number(*extent);
    Expr rest = rank_; // of the rank, behind the axes so far
    for (std::uint8_t a = 0; a < 3; ++a) {
      const std::int64_t extent = shape_[a];
      if (extent == 1) continue;
      const Symbol grid = pool_.symbol(old_.grid_dim[a]), index = pool_.symbol(old_.block_index[a]);
      joined_.grid_dim[a] =
          symbol("gridDim", Role::grid_dim, a, (grid.low.value_or(1) + extent - 1) / extent,
                 grid.high.value_or(INT32_MAX) / extent);
      joined_.block_index[a] =
          symbol("blockIdx", Role::block_index, a, 0, index.high.value_or(INT32_MAX) / extent);
      joined_.grid_axes = static_cast<std::uint8_t>(joined_.grid_axes | 1u << a);
      const bool last = a == 2 || (shape_[2] == 1 && (a == 1 || shape_[1] == 1));
      place_[a] = last ? rest : pool_.rem(rest, number(extent));
      rest = pool_.div(rest, number(extent));
      const Expr cluster = ref(joined_.block_index[a]);
      known_[ref(old_.block_index[a])] = pool_.add(pool_.mul(cluster, number(extent)), place_[a]);
      known_[ref(old_.grid_dim[a])] = pool_.mul(ref(joined_.grid_dim[a]), number(extent));
      know_parts(a);
    }
  }

  // A block's index by the cluster's extent: the quotient and the remainder are what they are.
  void know_parts(std::size_t axis) {
    const std::int64_t extent = shape_[axis];
    for (const Type type : {Type::u32(), Type::i32(), Type::u64(), Type::i64()}) {
      const auto as = [&](Expr e) { return pool_.cast(e, type); };
      const Expr block = as(ref(old_.block_index[axis])), by = pool_.constant(extent, type);
      memo_[pool_.div(block, by)] = as(ref(joined_.block_index[axis]));
      memo_[pool_.rem(block, by)] = as(place_[axis]);
      if ((extent & (extent - 1)) != 0) continue;
      memo_[pool_.bit_and(block, pool_.constant(extent - 1, type))] = as(place_[axis]);
    }
  }

  Expr renamed(Expr e) {
    return pool_.substitute(
        e,
        [&](Expr x) -> Expr {
          const auto it = known_.find(x);
          return it == known_.end() ? nullptr : it->second;
        },
        memo_);
  }

  bool has_own_row(ArrayId array) const {
    return old_.arrays[array].space == Space::shared && old_.arrays[array].row_bytes == 0;
  }
  // Of an array that other blocks reach the row is part of the offset already.
  void add_row(ArrayId array, Expr& offset) {
    if (has_own_row(array))
      offset = pool_.add(
          pool_.mul(pool_.cast(rank_, Type::i64()), pool_.constant(block_row_bytes, Type::i64())),
          offset);
  }

  // Of barrier `id` of the block. There is none of a number above: that stays so.
  Expr number_of(Expr id) {
    const Expr own = pool_.add(pool_.mul(pool_.add(rank_, number(1)), number(named_ids)), id);
    const Interval range = interval(pool_, id);
    if (range.high && *range.high < named_ids) return own;
    return pool_.ite(pool_.lt(id, number(named_ids)), own, pool_.add(id, number(beyond_ids)));
  }

  void rewrite(Block& block) {
    Block out;
    for (Stmt& s : block) {
      for_each_expression(s, [&](Expr& e) { e = renamed(e); });
      std::visit([&](auto& node) { change(node, s, out); }, s.node);
      out.push_back(std::move(s));
    }
    block = std::move(out);
  }

  static void refuse(std::string reason, const Stmt& s, Block& out) {
    out.push_back({Unsupported{std::move(reason)}, s.loc, s.call});
  }

  void change(Read& node, Stmt&, Block&) { add_row(node.array, node.offset); }
  void change(Write& node, Stmt&, Block&) { add_row(node.array, node.offset); }
  void change(Mbarrier& node, Stmt&, Block&) { add_row(node.array, node.offset); }
  void change(Atomic& node, Stmt& s, Block& out) {
    add_row(node.array, node.offset);
    if (node.scope == Scope::block)
      refuse("an atomic of the block's scope where the blocks of a cluster are checked together", s,
             out);
  }
  void change(Assert& node, Stmt&, Block&) {
    if (node.copy) add_row(node.copy->array, node.copy->offset);
  }
  void change(Barrier& node, Stmt& s, Block& out) {
    if (threads_ % std::max(1u, threads_of_meeting(node)) != 0) {
      refuse("'" + node.text + "' in blocks of threads that are no whole warpgroups", s, out);
    } else if (node.scope == Scope::cluster) {
      node.group_size = pack({1, 1, 1});
    } else if (node.scope == Scope::block && node.group_size != 0) {
      refuse("'" + node.text + "' where the blocks of a cluster are checked together", s, out);
    } else if (node.scope == Scope::block) {
      NamedBarrier own;
      own.id = number_of(number(0));
      own.count = number(threads_);
      own.text = node.text.empty() ? "__syncthreads()" : std::move(node.text);
      s.node = std::move(own);
    }
  }
  void change(NamedBarrier& node, Stmt&, Block&) {
    if (node.kind > NamedBarrier::Kind::arrive) return;
    node.id = number_of(node.id);
    if (!node.count) node.count = number(threads_);
  }
  // What a block's threads agree on, those of a cluster need not.
  void change(Havoc& node, Stmt&, Block&) {
    node.exchange.reset(); // its threads have other numbers here
    if (node.sharing == Scope::block) node.sharing = Scope::warp;
    if (node.sharing == Scope::cluster) node.sharing = Scope::block;
  }
  void change(If& node, Stmt&, Block&) {
    rewrite(node.then_block);
    rewrite(node.else_block);
  }
  void change(Loop& node, Stmt&, Block&) {
    rewrite(node.head);
    node.cond = renamed(node.cond);
    rewrite(node.body);
    rewrite(node.step);
  }
  void change(Labeled& node, Stmt&, Block&) { rewrite(node.body); }
  void change(AsyncCopy& node, Stmt&, Block&) { rewrite(node.body); }
  static void change(auto&, Stmt&, Block&) {}

  const Kernel& old_;
  Kernel joined_;
  Pool& pool_;
  ClusterShape shape_;
  std::int64_t threads_ = 0; // of a block
  Expr rank_ = nullptr;      // u32
  std::array<Expr, 3> place_{};
  std::unordered_map<Expr, Expr> known_;
  Pool::Memo memo_;
};

// Which variables may differ between threads of a block, and how many barriers of the cluster stand
// under conditions that may.
class Parting {
public:
  explicit Parting(const Kernel& kernel) : kernel_(kernel), pool_(*kernel.pool) {}

  bool run() {
    do {
      barriers_ = 0;
      changed_ = false;
      walk(kernel_.body, false);
    } while (changed_);
    return barriers_ > 1;
  }

private:
  // Of what is shared in it, each part is looked at once.
  bool differs(Expr e) const {
    std::unordered_set<Expr> seen;
    std::vector<Expr> work;
    const auto add = [&](Expr part) {
      if (part && seen.insert(part).second) work.push_back(part);
    };
    for (add(e); !work.empty();) {
      const Expr part = work.back();
      work.pop_back();
      if (part->op == Op::symbol && (pool_.symbol(part).role == Role::thread_index ||
                                     own_.contains(static_cast<VarId>(part->value))))
        return true;
      std::ranges::for_each(part->args, add);
    }
    return false;
  }
  void set(std::optional<VarId> var, bool own) {
    if (var && own) changed_ |= own_.insert(*var).second;
  }
  void walk(const Block& block, bool apart) {
    for (const Stmt& s : block) {
      if (const auto* assign = std::get_if<Assign>(&s.node)) {
        set(assign->var, apart || differs(assign->value));
      } else if (const auto* havoc = std::get_if<Havoc>(&s.node)) {
        set(havoc->var, apart || havoc->sharing < Scope::block);
      } else if (const auto* read = std::get_if<Read>(&s.node)) {
        set(read->var, apart || differs(read->offset));
      } else if (const auto* atomic = std::get_if<Atomic>(&s.node)) {
        set(atomic->var, true);
      } else if (const auto* barrier = std::get_if<Barrier>(&s.node)) {
        barriers_ += apart && barrier->scope == Scope::cluster;
      } else if (const auto* branch = std::get_if<If>(&s.node)) {
        walk(branch->then_block, apart || differs(branch->cond));
        walk(branch->else_block, apart || differs(branch->cond));
      } else if (const auto* loop = std::get_if<Loop>(&s.node)) {
        const bool within = apart || differs(loop->cond);
        for (const Block* part : {&loop->head, &loop->body, &loop->step})
          walk(*part, within);
      } else if (const auto* labeled = std::get_if<Labeled>(&s.node)) {
        walk(labeled->body, apart);
      }
    }
  }

  const Kernel& kernel_;
  const Pool& pool_;
  std::set<VarId> own_;
  unsigned barriers_ = 0;
  bool changed_ = false;
};

} // namespace

bool parts_at_cluster_barriers(const Kernel& kernel) { return Parting(kernel).run(); }

Kernel join_blocks(const Kernel& kernel) { return Joiner(kernel).run(); }

Position3 apart(const Kernel& joined, Position3 at) {
  if (blocks_of(joined.joined) == 1) return at;
  std::int64_t rank = at.thread[2];
  at.thread[2] = 0;
  for (std::size_t a = 0; a < 3; ++a) {
    const std::int64_t extent = joined.joined[a];
    at.block[a] = at.block[a] * extent + rank % extent;
    rank /= extent;
  }
  return at;
}

std::array<std::int64_t, 3> joined_block(const Kernel& joined, std::array<std::int64_t, 3> block) {
  for (std::size_t a = 0; a < 3; ++a)
    block[a] /= joined.joined[a];
  return block;
}

} // namespace heddle::core
