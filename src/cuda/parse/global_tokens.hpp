// Where a file says `__global__`.
#pragma once
#include <clang/Basic/SourceLocation.h>

#include <map>
#include <memory>

namespace clang {
class Preprocessor;
} // namespace clang

namespace heddle::cuda {

// How often at each place, outside of macros.
using GlobalTokens = std::map<clang::SourceLocation, unsigned>;

// While the file is read, `tokens` gets what it holds.
void watch_global_tokens(clang::Preprocessor& preprocessor, GlobalTokens& tokens);

} // namespace heddle::cuda
