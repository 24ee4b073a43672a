// Loops that halve a constant until it is zero: how often they run is a constant, and so is what
// their variables are behind them.
//
//   s = 1; for (d = 128; 0 < d; d >>= 1) s *= 2;      8 iterations, s == 256 behind them
#pragma once
#include "protocol/split/split_copy.hpp"

namespace heddle::protocol {

class ConstantTrips {
public:
  explicit ConstantTrips(Copies& copies) : copies_(copies), pool_(copies.pool()) {}

  // What a loop's exit says of its number of iterations, an application of LoopExit::trips, by the
  // thread whose application it is.
  Expr fact(const LoopExit& exit, Expr trips, std::size_t thread) const;
  // That number, where the fact leaves one only.
  std::optional<std::int64_t> of(Expr trips);
  // The first value of the sequence of `app`, over the arguments of `app`; nullptr: not known. One
  // that is left by a loop of constant length is a constant.
  Expr first_value(const KnownSequence& known, Expr app, std::size_t thread);
  // The value of `app` behind such a loop.
  std::optional<std::int64_t> value_behind(Expr app);

private:
  const KnownSequence* known(Expr app) const;
  std::optional<std::int64_t> value_at(Expr app, std::int64_t iteration);
  bool depends_on_falling(Expr fact, Expr trips);
  std::optional<std::int64_t> count(Expr fact, Expr trips);

  Copies& copies_;
  Pool& pool_;
  std::unordered_map<Expr, std::optional<std::int64_t>> counts_;
};

} // namespace heddle::protocol
