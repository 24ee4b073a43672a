// Evaluating a protocol's expressions for single threads of a block of known size.
#pragma once
#include "protocol/split/split_geometry.hpp"

#include <unordered_map>

namespace heddle::barrier {

class Threads {
public:
  // std::nullopt: the block's size is not known.
  static std::optional<Threads> of(const protocol::Protocol& protocol);

  std::uint32_t count() const { return static_cast<std::uint32_t>(size_[0] * size_[1] * size_[2]); }
  // `e` with the index of thread `t` (linear) and the block's dimensions put in.
  Expr at(Expr e, std::uint32_t t);
  // Has `e` one value for all threads of a block, in one iteration of the loops around it?
  bool uniform(Expr e);
  // The thread is one of these (linear, ascending), over the thread index symbols.
  Expr among(const std::vector<std::uint32_t>& threads) const;

private:
  Threads(const protocol::Protocol& protocol, const protocol::Geometry& geometry);
  bool depends_on_thread(Expr e);

  const protocol::Protocol& protocol_;
  const core::Kernel& kernel_;
  Pool& pool_;
  std::array<std::int64_t, 3> size_{1, 1, 1};
  std::array<Expr, 3> index_{}; // thread index symbols
  std::unordered_map<Expr, Expr> dimensions_;
  std::unordered_map<Expr, bool> depends_, uniform_;
  std::unordered_map<Expr, Expr> sized_; // with the dimensions put in
};

} // namespace heddle::barrier
