// What an error outside of functions may have left out.
//
// Clang drops a declaration that it does not understand, and goes on: of a set of functions of one
// name, or of a template's specialisations, the others would be taken. So all names are tainted
// that the tokens of such a declaration could declare, and the class that it stands in.
#pragma once
#include "cuda/parse/diagnostics.hpp"
#include "cuda/parse/unit.hpp"

#include <clang/Basic/SourceLocation.h>
#include <clang/Basic/TokenKinds.h>

#include <map>
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

struct Word {
  clang::tok::TokenKind kind;
  std::string text; // of identifiers and keywords
  unsigned offset;
};

// Adds what errors taint that stand in no function's body. A file is cut into words once: a
// declaration that is not understood may give thousands of errors.
class Tainting {
public:
  Tainting(const Unit& unit, Taint& taint) : unit_(unit), taint_(taint) {}
  void add(const ClangError& error, const std::vector<clang::CXXRecordDecl*>& classes);

private:
  struct File {
    std::vector<Word> words;
    std::vector<std::size_t> first;             // per word, the first of the declaration around it
    std::map<std::size_t, std::size_t> tainted; // behind each first word, up to where
  };
  File& file_of(clang::FileID file);
  void add_names(const File& file, std::size_t first, std::size_t end, const NotUnderstood& why);

  const Unit& unit_;
  Taint& taint_;
  std::map<clang::FileID, File> files_;
};

// Does the line of this place hold a directive of the preprocessor? Then what follows in the file
// may be another text.
bool is_directive(clang::SourceLocation at, const clang::SourceManager& sources);

} // namespace heddle::cuda
