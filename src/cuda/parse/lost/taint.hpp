// What an error outside of functions may have left out.
//
// Clang drops a declaration that it does not understand, and goes on: of a set of functions of one
// name, or of a template's specialisations, the others would be taken. So all names are tainted
// that the tokens of such a declaration could declare, and the class that it stands in.
#pragma once
#include "cuda/parse/diagnostics.hpp"
#include "cuda/parse/unit.hpp"

#include <optional>
#include <unordered_map>

namespace clang {
class CXXRecordDecl;
class SourceManager;
} // namespace clang

namespace heddle::cuda {

struct Taint {
  std::unordered_map<std::string, NotUnderstood> names;
  std::unordered_map<const clang::CXXRecordDecl*, NotUnderstood> classes; // canonical
  std::optional<NotUnderstood> operators; // one for some class is not understood
  std::optional<NotUnderstood> all;       // the whole file
  std::optional<NotUnderstood> outside;   // the first error that no function's body holds
};

// Adds what `error`, which stands in no function's body, taints.
void add_taint(const ClangError& error, const std::vector<clang::CXXRecordDecl*>& classes,
               const Unit& unit, Taint& taint);

// Does the line of this place hold a directive of the preprocessor? Then what follows in the file
// may be another text.
bool is_directive(clang::SourceLocation at, const clang::SourceManager& sources);

} // namespace heddle::cuda
