// Unified diffs (as of `diff -u`), for `patch -p0`.
#pragma once
#include <string>

namespace heddle::repair {

// Empty where the texts are equal. Three lines of context.
std::string unified_diff(const std::string& path, const std::string& before,
                         const std::string& after);

} // namespace heddle::repair
