// What a file says before macros are replaced.
#pragma once
#include <clang/Basic/SourceLocation.h>

#include <map>
#include <memory>

namespace clang {
class Preprocessor;
} // namespace clang

namespace heddle::cuda {

struct MacrosSeen {
  // How often `__global__` stands at each place, outside of macros.
  std::map<clang::SourceLocation, unsigned> global;
  bool arch = false; // __CUDA_ARCH__ is asked for outside of our headers
};

// While the file is read, `seen` gets what it holds.
void watch_macros(clang::Preprocessor& preprocessor, MacrosSeen& seen);

} // namespace heddle::cuda
