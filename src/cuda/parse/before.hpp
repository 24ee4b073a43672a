// What is read before a file: the prelude, and what its text asks for besides.
#pragma once
#include "cuda/parse/diagnostics.hpp"
#include "cuda/parse/typenames.hpp"

#include <llvm/Support/VirtualFileSystem.h>

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::cuda {

struct Before {
  // heddle/standard_library.h behind the prelude: nvcc's headers bring `std` along, and precompiled
  // it is read in no time.
  bool standard_library = false;
  // The templates `texture` and `surface`, which CUDA 12 took away and whose names are free now.
  bool textures = true;
  // heddle/toolkit.h: headers of CUDA that the file uses without an include.
  bool toolkit = false;
  // Macros that are defined: something that the file uses is declared only with them.
  struct Macro {
    std::string name;
    std::vector<std::string> names; // that were missing and stand where it is asked for
    std::string place;              // of a directive that asks for it
  };
  std::vector<Macro> macros;
  std::vector<std::string> useless; // macros with which all of that is missing still
  // No more than a guess, to be given up if there are errors: what the file includes by itself is
  // surely right (`using namespace std` and a function of one's own of a name that is in there).
  bool is_guess = false;
  std::set<std::string> wrappers; // macros that do what they are given (wrappers.hpp)
  // No text: template arguments that are types, though nothing says so (typenames.hpp).
  TypeArguments types;
};

// By the headers that the text of the file at `path` includes, and those of the tree that it reads
// through them; `folders`: of -I.
Before guess_before(std::string_view text, const std::string& path,
                    const std::vector<std::string>& folders, llvm::vfs::FileSystem& files);
// One of the names that the macro has declared; "": none.
std::string declared_with(const Before::Macro& macro, const Collector& seen);
// What to try instead, where the errors come of it.
std::optional<Before> better(const Before& tried, const Collector& seen);

} // namespace heddle::cuda
