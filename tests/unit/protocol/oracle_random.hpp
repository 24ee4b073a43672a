// Random small protocols for the oracle.
#pragma once
#include "oracle_answers.hpp"
#include "split_fixture.hpp"

#include <random>

namespace heddle::protocol::oracle {

struct Flavours {                // what a random protocol may hold
  bool tiles = false;            // barriers of scope warp, with groups of 2 or constant masks
  bool grid = false;             // barriers of the grid
  bool thread_dependent = false; // conditions around barriers may depend on the thread
  bool unknowns = false;         // data-dependent conditions
  bool sequences = false;        // doubling and halving loops
  bool exits = false;            // threads with tid >= p leave at the beginning
};

class RandomProtocol {
public:
  RandomProtocol(std::uint64_t seed, Flavours flavours);

  const Protocol& protocol() const { return protocol_; }
  // Parameters drawn from 0..3; `threads` per block, `blocks`.
  Setting setting(std::int64_t threads, std::int64_t blocks);
  std::string text() const; // for the report of a failure

private:
  int below(int n) { return static_cast<int>(rng_() % static_cast<unsigned>(n)); }
  bool chance(double p) { return static_cast<double>(rng_() % 1000) < p * 1000; }
  Expr c(std::int64_t v) { return pool_->constant(v); }
  Expr param() { return params_[static_cast<std::size_t>(below(3))]; }
  Expr any_binder() {
    return binders_[static_cast<std::size_t>(below(static_cast<int>(binders_.size())))];
  }
  Expr thread_value();
  Expr number();
  Expr condition(bool around_barrier);
  Expr bound();
  Expr unknown(bool boolean);
  Expr sequence(Expr k, bool doubled);
  NodePtr access();
  NodePtr barrier();
  NodePtr part(int depth, int budget, bool local);
  NodePtr loop(int depth, int budget, bool local);
  void print(const NodePtr& node, unsigned indent, std::string& out) const;

  std::mt19937_64 rng_;
  Flavours flavours_;
  std::shared_ptr<Pool> pool_;
  core::Kernel kernel_;
  Protocol protocol_;
  std::vector<Expr> params_, binders_;
  Expr alive_ = nullptr;
  int accesses_ = 0, barriers_ = 0, names_ = 0;
};

} // namespace heddle::protocol::oracle
