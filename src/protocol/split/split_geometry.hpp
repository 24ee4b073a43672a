// The grid and the two threads of a question: dimensions with fixed values folded away, renamed
// thread indices, and the facts about them.
#pragma once
#include "protocol/traces.hpp"

namespace heddle::protocol {

// How two threads relate. The pair classes and, for obligations, the groups of barriers.
struct Relation {
  enum class Kind : std::uint8_t {
    one_thread,       // a single thread
    same_group,       // one block, and one group of `size` threads with consecutive linear ids
    same_block,       // two threads of one block
    different_groups, // of one block, but not of one group of `size`
    different_blocks
  } kind = Kind::same_block;
  unsigned size = 0;
};

// The operand of conversions that keep its value.
Expr strip_casts(const Pool& pool, Expr e);

class Geometry {
public:
  // Bounds the dimensions' symbols by the architecture, by the axes in use and by the kernel's
  // assumptions; dimensions left with one value become constants.
  Geometry(const core::Kernel& kernel, Pool& pool);

  bool one_thread() const; // blocks cannot have more than one thread
  bool one_block() const;
  std::int64_t max_threads() const { return max_threads_; }

  // The threads' symbols; those of one block share blockIdx.
  std::array<ThreadSymbols, 2> threads(Relation::Kind kind) const;
  // Number of the thread in its block, and of its group, u32.
  Expr linear(const ThreadSymbols& thread) const;
  Expr group(const ThreadSymbols& thread, unsigned size) const;
  // Are the threads' blocks in one cluster of this shape (core::pack)? False for 0, which is not
  // known.
  Expr same_cluster(const ThreadSymbols& a, const ThreadSymbols& b, unsigned shape) const;
  // Is the thread's place in its warp one of `mask`?
  Expr in_mask(const ThreadSymbols& thread, std::uint32_t mask) const;

  std::vector<Expr> launch_facts() const; // dimensions alone
  std::vector<Expr> facts(Relation relation) const;
  // A symbol that can have one value only, as that value; else nullptr.
  Expr folded(Expr symbol) const;

private:
  void limit(SymbolId id, std::int64_t high);
  void bound_dimensions(const core::Kernel& kernel);
  void bound_by(Expr assumption);
  Expr dimension(SymbolId id) const;
  Expr index(SymbolId id, Expr dim, const char* mark);
  void less(std::vector<Expr>& facts, Expr index, Expr dim) const;
  // split_grid.cpp
  Expr begins_inside(Expr blocks, Expr index) const;
  Expr blocks_along(std::size_t axis) const;
  void covers(std::vector<Expr>& facts, const ThreadSymbols& thread, std::size_t axis) const;

  Pool& pool_;
  std::array<Expr, 3> block_dim_{}, grid_dim_{};
  std::array<std::array<Expr, 3>, 2> thread_{}, block_{};
  std::array<Expr, 3> common_block_{};
  std::vector<Expr> equations_; // that are assumed
  std::int64_t max_threads_ = 1024, block_size_limit_ = 1024;
};

} // namespace heddle::protocol
