// What host code says about kernel launches, as data: a kernel is lowered once, for any sizes and
// arguments; a launch adds what is known of them.
#pragma once
#include "core/core.hpp"
#include "cuda/contract/launch_attributes.hpp"
#include "cuda/contract/origins.hpp"
#include "cuda/launch/elements.hpp"
#include "cuda/launch/lowered.hpp"
#include "cuda/launch/open_axes.hpp"
#include "cuda/parse/unit.hpp"

#include <algorithm>
#include <map>

namespace heddle::cuda {

// What a launch gives to a parameter of the kernel, or to a member of one ("m.rows").
struct PassedValue {
  std::string name;
  Expr integer = nullptr; // else a pointer:
  Expr base = nullptr;    // a number that stands for what it points into
  std::int64_t offset = 0;
  std::vector<Expr> bases{}; // what else the base may be; `true` among them: anything
  std::string variable{};    // of the file, that it points into
  Behind behind{};           // what the base is
  bool is_null = false;      // a null pointer: no base
  std::vector<Expr> apart{}; // bases of others that it is not, whatever it was chosen from

  // Is that what it points into, or one of those that it may?
  bool may_be_in(Expr other) const {
    return base == other || std::ranges::find(bases, other) != bases.end();
  }
  bool may_be_anything() const { return std::ranges::any_of(bases, is_true); }
  // Of two pointers: at some distance, or none.
  bool may_be_in_one_with(const PassedValue& other) const {
    return base && other.base && std::ranges::find(apart, other.base) == apart.end() &&
           (may_be_anything() || other.may_be_anything() || other.may_be_in(base) ||
            std::ranges::any_of(bases, [&](Expr e) { return other.may_be_in(e); }));
  }
};

// One launch, by one way into the function that it stands in. Its expressions are over host values.
struct LaunchCase {
  std::string place;                // "f.cu:3:5 with N = 16"
  std::vector<std::string> calls{}; // "f.cu:9:5 from f.cu:20:3", one for each way
  Loc loc{};
  bool is_launch = true; // else the kernel is named there, and perhaps launched
  OpenAxes open{};       // of what is named only: sizes that stand there, or may be meant
  std::optional<std::array<Expr, 3>> grid{}, block{};
  // The dim3 that callers elsewhere give to the function: the file says nothing of it.
  bool grid_of_caller = false, block_of_caller = false;
  std::vector<PassedValue> passed{};
  std::vector<Expr> facts{};
  LaunchAttributes attributes{};
};

struct KernelLaunches {
  std::vector<LaunchCase> cases;
  std::vector<LaunchCase> open; // with whatever the functions around them get
  // Examples: by calls that are seen, of functions that others may call as well, and in the first
  // turns of loops.
  std::vector<LaunchCase> seen;
};

struct Launches {
  std::shared_ptr<const Pool> pool = std::make_shared<Pool>(); // of the expressions
  std::map<const clang::FunctionDecl*, KernelLaunches> kernels;
};

// `pool`: of the expressions; without one they get one of their own.
Launches find_launches(Unit& unit, std::shared_ptr<Pool> pool = nullptr);

// As PassedValue::name has it.
std::string name_of_parameter(const clang::FunctionDecl& kernel, unsigned index);

// What all launches of the kernel say beside sizes and arguments.
KernelAttributes attributes_of(const KernelCode& code, const Launches& launches);

// The kernel with its launches, the limits of its sizes, and the options' sizes.
LoweredKernel apply(core::Kernel kernel, const KernelCode& code, const Launches& launches,
                    Unit& unit);

} // namespace heddle::cuda
