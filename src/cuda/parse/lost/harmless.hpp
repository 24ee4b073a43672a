// What Clang ignores with a warning and may be ignored.
#pragma once
#include <string_view>

namespace heddle::cuda {

bool is_harmless_attribute(std::string_view name); // "noinline", without underscores around it
bool is_harmless_pragma(std::string_view text);    // what stands behind the word
// Names that a pragma gives a meaning for the rest of the file, so that it taints all of it.
bool is_pragma_of_layout(std::string_view text);

} // namespace heddle::cuda
