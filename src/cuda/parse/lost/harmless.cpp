#include "cuda/parse/lost/harmless.hpp"

#include <algorithm>
#include <array>

namespace heddle::cuda {

namespace {

struct Row {
  std::string_view name, why;
};

constexpr std::string_view advice = "advice to an optimiser, which keeps what the program does";
constexpr std::string_view messages = "says which messages a compiler prints";
constexpr std::string_view linkage = "concerns symbols of an object file";
constexpr std::string_view host_only =
    "concerns code of the host, which runs no kernel's statements";

constexpr std::array attributes{
    Row{"always_inline", advice}, Row{"noinline", advice},
    Row{"flatten", advice},       Row{"optimize", advice},
    Row{"hot", advice},           Row{"cold", advice},
    Row{"pure", advice},          Row{"const", advice},
    Row{"nv_pure", advice},       Row{"artificial", advice},
    Row{"leaf", advice},          Row{"assume_aligned", advice},
    Row{"malloc", advice},        Row{"nothrow", advice},
    Row{"noclone", advice},       Row{"restrict", advice},
    Row{"forceinline", advice},   Row{"unused", messages},
    Row{"nodiscard", messages},   Row{"maybe_unused", messages},
    Row{"deprecated", messages},  Row{"warn_unused_result", messages},
    Row{"format", messages},      Row{"nonnull", messages},
    Row{"sentinel", messages},    Row{"visibility", linkage},
    Row{"dllexport", linkage},    Row{"dllimport", linkage},
    Row{"weak", linkage},         Row{"section", linkage},
    Row{"used", linkage},         Row{"externally_visible", linkage},
    Row{"target", host_only},     Row{"constructor", host_only},
};

constexpr std::array pragmas{
    Row{"unroll", advice},
    Row{"nounroll", advice},
    Row{"ivdep", advice},
    Row{"vector", advice},
    Row{"simd", advice},
    Row{"loop", advice},
    Row{"GCC ivdep", advice},
    Row{"GCC unroll", advice},
    Row{"GCC optimize", advice},
    Row{"inline", advice},
    Row{"forceinline", advice},
    Row{"noinline", advice},
    Row{"optimize", advice},
    Row{"GCC diagnostic", messages},
    Row{"GCC warning", messages},
    Row{"GCC system_header", messages},
    Row{"clang diagnostic", messages},
    Row{"ide diagnostic", messages},
    Row{"warning", messages},
    Row{"message", messages},
    Row{"nv_diag", messages},
    Row{"nv_diagnostic", messages},
    Row{"diag_", messages},
    Row{"hd_warning_disable", messages},
    Row{"nv_exec_check_disable", messages},
    Row{"region", messages},
    Row{"endregion", messages},
    Row{"mark", messages},
    Row{"comment", linkage},
    Row{"GCC visibility", linkage},
    Row{"once", messages},
    Row{"omp", host_only},
    Row{"acc", host_only},
    Row{"GCC push_options", advice},
    Row{"GCC pop_options", advice},
    Row{"GCC target", host_only},
};

bool begins(std::string_view text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  if (word.ends_with('_') || text.size() == word.size()) return true;
  const char next = text[word.size()];
  return word == "nv_diag" || !(next == '_' || (next >= 'a' && next <= 'z'));
}

} // namespace

bool is_harmless_attribute(std::string_view name) {
  return std::ranges::find(attributes, name, &Row::name) != attributes.end();
}

bool is_harmless_pragma(std::string_view text) {
  return std::ranges::any_of(pragmas, [&](const Row& row) { return begins(text, row.name); });
}

bool is_pragma_of_layout(std::string_view text) {
  return begins(text, "pack") || begins(text, "ms_struct") || begins(text, "options") ||
         begins(text, "align") || begins(text, "pointers_to_members");
}

} // namespace heddle::cuda
