// Concrete execution of one thread, of core kernels and of protocols, for tests: shares nothing
// with inference. What a thread does is a list of events.
#pragma once
#include "protocol/protocol.hpp"

#include <map>
#include <optional>
#include <set>
#include <stdexcept>

namespace heddle::protocol::concrete {

struct Event {
  std::string kind; // "read", "write", "sync"
  core::ArrayId array = 0;
  std::optional<std::int64_t> offset, value; // nullopt: anything
  bool certain = true;
  bool operator==(const Event&) const = default;
};
using Events = std::vector<Event>;
std::string to_string(const Events& events);

// Values of parameters and geometry.
using Inputs = std::map<SymbolId, std::int64_t>;
// Initial content of memory: small and irregular.
std::int64_t content(core::ArrayId array, std::int64_t offset);

// The case is of no use: it does not end, or overflows where the unbounded reading assumes it away.
struct Useless : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Partial evaluation: symbols and applications may have no known value.
class Evaluator {
public:
  using Leaf = std::function<std::optional<std::int64_t>(Expr)>;
  Evaluator(bool strict, Leaf leaf) : strict_(strict), leaf_(std::move(leaf)) {}
  std::optional<std::int64_t> eval(Expr e);

private:
  std::optional<std::int64_t> binary(Expr e);
  bool strict_; // overflow is Useless
  Leaf leaf_;
};

Events run(const core::Kernel& kernel, const Inputs& inputs);

struct ProtocolRun {
  Events events;
  bool exact = true; // no unknown value was met
};
ProtocolRun run(const Protocol& protocol, const Inputs& inputs);

} // namespace heddle::protocol::concrete
