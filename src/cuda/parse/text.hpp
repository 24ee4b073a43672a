// The text of a file, as it is written.
#pragma once
#include <clang/Basic/SourceLocation.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/StringRef.h>

namespace clang {
class ASTContext;
class SourceManager;
} // namespace clang

namespace heddle::cuda {

// Does it stand in our headers or the system's, or nowhere (built in)?
bool is_foreign(clang::SourceLocation at, const clang::SourceManager& sources);
// In C++'s library, as the system has it?
bool is_of_cxx_library(clang::SourceLocation at, const clang::SourceManager& sources);
// The identifiers and keywords of a range, macros as they are called; none of one over several
// files.
void for_each_word(clang::SourceRange range, const clang::ASTContext& ast,
                   llvm::function_ref<void(llvm::StringRef word, clang::SourceLocation at)> use);

} // namespace heddle::cuda
