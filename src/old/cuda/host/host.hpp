// What a host function says about a launch in it: the sizes and arguments as expressions over host
// values that stay open (atoms), and what is known of those where control reaches the launch.
//
//   void run(float* v, int n) {              grid.x  host:n / 192     block.x  192
//     if (n <= 0) return;                    args    -, host:n
//     k<<<n / 192, 192>>>(v, n);             facts   0 < host:n
//   }
//
// Every launch that happens, happens with some values of the atoms for which all of this holds.
// What is not understood is a new atom, so nothing here is ever more than the host does. Arithmetic
// is read as the kernel's is (expr.hpp).
#pragma once
#include "cuda/types/fold.hpp"
#include "cuda/types/program.hpp"
#include "expr/expr.hpp"

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heddle::cuda {

struct HostValue {
  enum class Kind : std::uint8_t {
    none,     // not known, or no integer
    integer,  // e: a number, or a condition for bool
    dims,     // axes: a dim3, each u32
    quotient, // the floating-point value of e / divisor, both i64; exact below 2^precision
    pointer,  // `offset` bytes behind what `e`, a number of its own, stands for; compared only
    list,     // items: the constants of an array
    record    // members: what is known of numbers and pointers in it
  } kind = Kind::none;
  CT type;
  Expr e = nullptr, divisor = nullptr;
  std::array<Expr, 3> axes{};
  unsigned precision = 0;
  std::shared_ptr<const std::vector<Expr>> items{};
  std::int64_t offset = 0;
  // of a pointer that was chosen: what else `e` may be
  std::shared_ptr<const std::vector<Expr>> bases{};
  std::map<std::string, HostValue> members{}; // ".in", ".shape.rows"

  bool known() const { return kind != Kind::none; }
  bool is_integer() const { return kind == Kind::integer; }
};

struct HostLaunch {
  // false: control is not understood up to the launch, or never reaches it.
  bool reached = false;
  HostValue grid, block; // dims, or none
  std::vector<HostValue> args;
  std::vector<HostValue> template_args; // values among the callee's explicit template arguments
  std::vector<Expr> facts;              // conditions over atoms
};

// One way into a host function: what a call passes to it, and what is known where it stands.
//
//   int main() { .. run(v, 768); }        params  -, 768      calls  where `run(v, 768)` stands
//
// `calls` begins with the innermost call; several ways that say the same are one, with several.
struct HostEntry {
  std::shared_ptr<const Pool> pool; // of the expressions
  std::vector<HostValue> params;
  std::vector<bool> own; // a reference to what nothing else leads to: as good as a value
  std::map<std::string, HostValue> globals;
  std::vector<Expr> facts, powers;
  std::vector<std::vector<Loc>> calls;
};

// `call` in the function `host` passes its arguments from `first` on to the parameters of `callee`.
struct HostCall {
  const CallExpr* call = nullptr;
  std::size_t first = 0;
  const FunctionDecl* callee = nullptr; // with a body
  std::vector<ExprPtr> defaults{};      // of its parameters; null: none
  Loc loc{};
};

// The same address, as far as it is known.
bool same_address(const HostValue& a, const HostValue& b);
// May the host have chosen one of them for the other?
bool may_be_same(const HostValue& a, const HostValue& b);

// What stands outside the function: file-scope names and types mean what they do in `names`.
struct HostEnv {
  Pool& pool;
  const Program& program;
  FoldEnv names;
};

HostLaunch evaluate_launch(const HostEnv& env, const LaunchItem& launch);
// `host` names the function around the call and the way into it; null where control is not
// understood up to the call, or never reaches it. Its expressions are of `env.pool`.
std::shared_ptr<HostEntry> evaluate_call(const HostEnv& env, const LaunchItem& host,
                                         const HostCall& call);

} // namespace heddle::cuda
