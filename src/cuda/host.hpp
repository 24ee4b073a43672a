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
#include "cuda/fold.hpp"
#include "cuda/lower_program.hpp"
#include "cuda/lower_value.hpp"

#include <array>
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
    pointer   // the address that `e`, a number of its own, stands for; compared only
  } kind = Kind::none;
  CT type;
  Expr e = nullptr, divisor = nullptr;
  std::array<Expr, 3> axes{};
  unsigned precision = 0;

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

// What stands outside the function: file-scope names and types mean what they do in `names`.
struct HostEnv {
  Pool& pool;
  const Program& program;
  FoldEnv names;
};

HostLaunch evaluate_launch(const HostEnv& env, const LaunchItem& launch);

} // namespace heddle::cuda
