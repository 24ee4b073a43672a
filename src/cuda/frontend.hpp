// The CUDA front end: source text in, core kernels out. ANTLR and Boost.Wave stay behind this.
#pragma once
#include "core/core.hpp"
#include "cuda/ast.hpp"
#include "support/context.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::cuda {

// One token after preprocessing. `loc` is where a person would look for it: inside a macro
// expansion, the place of the outermost macro call.
struct Token {
  enum class Kind : std::uint8_t { identifier, keyword, number, string, character, punctuator };
  Kind kind;
  std::string text;
  Loc loc;
};

// Preprocesses `path` (-D and -I from ctx.options; the built-in prelude replaces CUDA's headers;
// headers that are not there are skipped with a note). std::nullopt, with an error reported, when
// the file cannot be read or preprocessing fails for good.
std::optional<std::vector<Token>> preprocess(const std::string& path, Ctx& ctx);

// Parses tokens, with islands. Never fails as a whole: what does not parse is an IslandDecl.
TranslationUnit parse(const std::vector<Token>& tokens, std::uint32_t file, Ctx& ctx);
// Parses one expression, as --assume gives it; errors are reported against a pseudo file `origin`.
ExprPtr parse_expression(const std::string& text, const std::string& origin, Ctx& ctx);

// How the origins of assumptions from launches and from assert() begin.
inline constexpr std::string_view from_launch = "launch at", asserted = "asserted at";

// Launches of one kernel of which the host says the same.
struct LaunchGroup {
  std::vector<std::string> places; // in source order: "f.cu:3:5", "f.cu:9:5 with N = 16"
  Loc loc;                         // of the first
  // Lowers the kernel with what these launches say, and no others. Good for as long as the unit and
  // the context are.
  std::function<core::Kernel()> lower;
  std::function<core::Kernel()> checking_asserts; // the same, as below
};

// A kernel with assumptions from contracts, launches and options; of several launches only what all
// of them establish.
struct LoweredKernel {
  core::Kernel kernel;
  // The launches where they differ in what is known of them: two or more, else none.
  std::vector<LaunchGroup> launches{};
  // Lowers it again, with assertions of parameters and dimensions as obligations; empty where none
  // is assumed.
  std::function<core::Kernel()> checking_asserts;
  // Lowers it again, assuming nothing of what launches say of sizes and arguments; empty where
  // nothing is assumed. Good for as long as the unit and the context are.
  std::function<core::Kernel()> without_launches;
  // Lowers it again, with anything passed to the functions that launch it; empty where nothing is
  // taken from calls of these. More sizes to prove it for, and sometimes the simpler questions.
  std::function<core::Kernel()> without_calls;
};

// Lowers every kernel of the unit that ctx.options.kernels selects (all when empty). A kernel that
// cannot be lowered comes with Kernel::unknowns filled.
std::vector<LoweredKernel> lower(const TranslationUnit& unit, Ctx& ctx);

} // namespace heddle::cuda
