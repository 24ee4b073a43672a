// What options say of a kernel's launches, applied to the kernel that lowering made: --assume,
// --param, --block, --grid, --alias. Of the source only core::Kernel is seen, and constants of the
// file through a callback.
//
// A kernel that no launch says anything of takes apply_options; where launches have a say, the
// steps below are called one by one, launches in between.
#pragma once
#include "cuda/contract/resolve.hpp"
#include "support/context.hpp"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace heddle::contract {

// ---- conditions -------------------------------------------------------------------------------

// What a name of the file is worth that is no parameter and no dimension: a constant, or why not.
using Constants = Lookup;
// The names of a kernel: parameters by path, blockDim and gridDim, warpSize, then constants, then
// arrays of the file.
Lookup names_of(const core::Kernel& kernel, const Constants& constants);
// Why a launch finds nothing in the array that a contract could speak of; empty: it does.
std::string why_no_content(const core::Kernel& kernel, const core::Array& array);
// The array as `path` names it, where a contract may speak of its elements by one index.
Meaning content_of(const core::Kernel& kernel, core::ArrayId array, const std::string& path);

// As the report shows an assumption.
struct Said {
  std::string text, origin; // "n % 4 == 0", "--assume"
  Loc loc;
};
// Adds what the formula says to the kernel's assumptions and contracts; answers why not. In either
// case the dimensions that it names are no longer taken to be 1.
std::optional<NotUnderstood> assume(core::Kernel& kernel, const Formula& formula,
                                    const Constants& constants, Reading reading, Said said);

// One --assume, read once for all kernels.
struct OptionCondition {
  std::string text;
  std::optional<Formula> formula; // none: the text has a mistake, which was reported
  std::uint32_t file = 0;         // of Ctx::files, which holds the text
};
std::vector<OptionCondition> option_conditions(Ctx& ctx);

// For each condition, why it says nothing of this kernel; std::nullopt: it is assumed.
using Outcomes = std::vector<std::optional<NotUnderstood>>;
Outcomes assume_conditions(core::Kernel& kernel, std::span<const OptionCondition> conditions,
                           const Constants& constants);

// ---- parameters and memory --------------------------------------------------------------------

// "12", "-3", "0x10": the value of --param, with its 64 bits.
std::optional<std::int64_t> option_integer(const std::string& text);
// --param n=5. Lowering may call it as soon as the kernel has its parameters.
void fix_parameters(core::Kernel& kernel, const Options& options);

using ArrayPair = std::pair<core::ArrayId, core::ArrayId>; // the smaller id first
std::vector<ArrayPair> option_aliases(const core::Kernel& kernel, const Options& options);
// Arrays that may be one, and who says so: "--alias", "launch at f.cu:3:5".
void assume_aliases(core::Kernel& kernel, const std::map<ArrayPair, std::string>& said);

// ---- dimensions -------------------------------------------------------------------------------

enum class Side : std::uint8_t { block, grid };

// What __launch_bounds__ and __block_size__ say.
struct LaunchBounds {
  std::optional<std::int64_t> threads; // a constant
  Expr open = nullptr;                 // else, i64 over parameters of the template
  std::string text;                    // of `open`, as written
  Loc loc;
  // __block_size__: the block, and the blocks of a cluster, which launches count instead of blocks.
  std::optional<std::array<std::int64_t, 3>> exact = std::nullopt;
  std::array<std::int64_t, 3> cluster{1, 1, 1};
};

// --block 256, --grid 2,2: fixes the dimensions. Is there such an option?
bool fix_dimensions(core::Kernel& kernel, Side side, const Options& options,
                    const LaunchBounds& bounds);
// Dimensions that nobody mentions are 1 (theory.md, section 1).
void default_axes(core::Kernel& kernel, Side side);
// The number of threads of a block is limited, by the kernel or by the architecture.
void limit_threads(core::Kernel& kernel, const LaunchBounds& bounds);
// One axis has values from `low` to `high`, whatever its limits were.
void fix_axis(core::Kernel& kernel, Side side, unsigned axis, std::int64_t low, std::int64_t high);

// ---- all of it --------------------------------------------------------------------------------

// In the order in which reports show it: parameters, conditions, dimensions, aliases.
Outcomes apply_options(core::Kernel& kernel, const Options& options,
                       std::span<const OptionCondition> conditions, const Constants& constants,
                       const LaunchBounds& bounds);

struct AppliedKernel {
  const core::Kernel* kernel;
  Outcomes outcomes; // of assume_conditions
};
// Options that name what no kernel has are errors.
void report_options(std::span<const AppliedKernel> kernels,
                    std::span<const OptionCondition> conditions, Ctx& ctx);

} // namespace heddle::contract
