#include "cuda/parse/before.hpp"

#include <algorithm>
#include <string>

namespace heddle::cuda {

namespace {

// #include <vector>: angle brackets, no dot, no folder.
bool includes_standard_header(std::string_view text) {
  for (std::size_t at = text.find("#include"); at != std::string_view::npos;
       at = text.find("#include", at + 1)) {
    const std::size_t open = text.find_first_not_of(" \t", at + 8);
    if (open == std::string_view::npos || text[open] != '<') continue;
    const std::size_t close = text.find_first_of(">\n./", open);
    if (close != std::string_view::npos && text[close] == '>') return true;
  }
  return false;
}

bool lacks_std(const ClangError& error) {
  return error.message.find("'std'") != std::string::npos ||
         error.message.find("std::") != std::string::npos;
}

bool is_own_texture(const ClangError& error) {
  const bool named = error.message.find("'texture'") != std::string::npos ||
                     error.message.find("'surface'") != std::string::npos;
  return named && (error.message.find("redefinition") != std::string::npos ||
                   error.message.find("ambiguous") != std::string::npos ||
                   error.message.find("redeclar") != std::string::npos);
}

// Names of headers that other tools read before each file.
bool lacks_toolkit(const ClangError& error) {
  if (!error.message.starts_with("unknown type name '") &&
      !error.message.starts_with("use of undeclared identifier '"))
    return false;
  for (const char* name :
       {"'curandState", "'curand_", "'__half", "'half", "'__nv_bfloat16", "'thread_block'",
        "'grid_group'", "'cooperative_groups'", "'this_thread_block'", "'this_grid'"})
    if (error.message.find(name) != std::string::npos) return true;
  return false;
}

} // namespace

Before guess_before(std::string_view text) {
  Before before;
  before.standard_library = before.is_guess = includes_standard_header(text);
  return before;
}

std::optional<Before> better(const Before& tried, const Collector& seen) {
  Before next = tried;
  if (tried.textures && std::ranges::any_of(seen.errors, is_own_texture)) {
    next.textures = false;
    return next;
  }
  if (tried.is_guess && !seen.errors.empty()) {
    next.standard_library = next.is_guess = false;
    return next;
  }
  if (!tried.toolkit && std::ranges::any_of(seen.errors, lacks_toolkit)) {
    next.toolkit = true;
    return next;
  }
  if (!tried.standard_library && std::ranges::any_of(seen.errors, lacks_std)) {
    next.standard_library = true;
    return next;
  }
  return std::nullopt;
}

} // namespace heddle::cuda
