// What a file says before macros are replaced.
#pragma once
#include <clang/Basic/SourceLocation.h>

#include <map>
#include <set>
#include <string>

namespace clang {
class Preprocessor;
} // namespace clang

namespace heddle::cuda {

struct MacrosSeen {
  // How often `__global__` stands at each place, outside of macros.
  std::map<clang::SourceLocation, unsigned> global;
  bool arch = false; // __CUDA_ARCH__, or the like, is asked for outside of our headers
  // Macros of architectures that are asked for and not defined: __CUDA_ARCH_FEAT_SM90_ALL.
  std::set<std::string> other_arch;
};

// While the file is read, `seen` gets what it holds.
void watch_macros(clang::Preprocessor& preprocessor, MacrosSeen& seen);

} // namespace heddle::cuda
