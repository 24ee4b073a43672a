// What Heddle knows without any CUDA header: predefined macros, type names, header names.
#pragma once
#include <span>
#include <string_view>

namespace heddle::cuda {

// Macros as `NAME=value`, in the form of -D.
std::span<const std::string_view> prelude_macros();
// Type names that CUDA's headers and the usual standard headers declare.
bool is_prelude_type(std::string_view name);
// Function and class templates of those headers: `name<..>` is a template-id.
bool is_prelude_template(std::string_view name);
// CUDA's and the standard library's own headers, which are skipped without a word.
bool is_known_header(std::string_view name);

} // namespace heddle::cuda
