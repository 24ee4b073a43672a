// What Clang says about a file: errors with their places, headers that are not there.
#pragma once
#include "cuda/parse/hidden.hpp"
#include "cuda/parse/typenames.hpp"

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceLocation.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace clang {
class Decl;
class Sema;
class SourceManager;
} // namespace clang

namespace heddle::cuda {

struct ClangError {
  clang::SourceLocation at;
  std::string message;
  // The instance of a template that was being made, and what it was made for, innermost first.
  std::vector<const clang::Decl*> within;
  clang::SourceLocation asked_from; // where the outermost of them is asked for
  bool is_of_compiler = false;      // who refuses the source; else we do not follow it
  bool is_of_grammar = false;       // the parser looks for a place from which to go on
};

class Collector : public clang::DiagnosticConsumer {
public:
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic& diagnostic) override;

  // Errors, and warnings that something was ignored which may matter.
  clang::Sema* sema = nullptr; // while there is one
  std::vector<ClangError> errors;
  std::vector<ClangError> missing_headers;
  std::vector<ClangError> objections; // of headers, by #error
  TypeArguments types;                // template arguments that lack a `typename`
  std::vector<HiddenPart> hidden;
  std::set<std::string> wrappers;  // macros that are missing, around calls of CUDA
  std::optional<std::size_t> last; // of the errors, behind which Clang does not read on
  bool gave_up = false;            // the file is not checked, and it was told why

private:
  void take_as_not_constant(const std::string& why);
  void explain_not_constant(const clang::Diagnostic& note);
  void ignored(clang::SourceLocation at, std::string message, llvm::StringRef group,
               const clang::SourceManager& sources);
  std::map<const clang::Decl*, std::string> not_constant_; // canonical, with the error in each
};

} // namespace heddle::cuda
