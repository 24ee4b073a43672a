// The oracle's own reading of protocols: concrete evaluation of expressions and enumeration of
// every thread's accesses and barriers. Shares nothing with align, split and uniform.
#pragma once
#include "protocol/protocol.hpp"

#include <map>
#include <optional>
#include <set>

namespace heddle::protocol::oracle {

using Values = std::vector<std::int64_t>;

struct Place { // one of the threads
  std::int64_t thread = 0, block = 0;
  auto operator<=>(const Place&) const = default;
};

// Values of symbols, and an interpretation of functions that depends on a seed.
class Env {
public:
  Env(const Pool& pool, std::uint64_t seed) : pool_(&pool), seed_(seed) {}

  void set(Expr symbol, std::int64_t value) { slot(symbol) = value; }
  void unset(Expr symbol) { slot(symbol).reset(); }
  bool has(Expr symbol) const {
    const auto i = static_cast<std::size_t>(symbol->value);
    return i < values_.size() && values_[i];
  }
  // Who evaluates: decides what unshared functions answer. In a question, #1 and #2.
  std::array<Place, 2> places{};

  std::int64_t operator()(Expr e) const;

private:
  std::optional<std::int64_t>& slot(Expr symbol) {
    const auto i = static_cast<std::size_t>(symbol->value);
    if (i >= values_.size()) values_.resize(i + 16);
    return values_[i];
  }
  std::int64_t apply(Expr e) const;

  const Pool* pool_;
  std::uint64_t seed_;
  std::vector<std::optional<std::int64_t>> values_;
};

// An executed access or barrier, and the iterations of the loops around it, outermost first.
struct Event {
  const Access* access = nullptr;
  const Barrier* barrier = nullptr;
  Values iterations;
};

struct Run {
  std::vector<Event> events;
  bool alive = true; // has not left the kernel at its beginning
  bool finished = true;
};

// Executes `root` for one thread; `alive` (nullptr: true) says whether it leaves at the beginning.
Run execute(const NodePtr& root, Expr alive, Env env, Expr tid, Expr bid, Place place,
            const Pool& pool);

} // namespace heddle::protocol::oracle
