#include "cuda/parse/text.hpp"

#include "cuda/parse/flags.hpp"

#include <clang/Lex/Lexer.h>

namespace heddle::cuda {

bool is_foreign(clang::SourceLocation at, const clang::SourceManager& sources) {
  at = sources.getExpansionLoc(at);
  return at.isInvalid() || sources.isInSystemHeader(at) ||
         sources.getFilename(at).starts_with(header_root);
}

bool is_of_cxx_library(clang::SourceLocation at, const clang::SourceManager& sources) {
  at = sources.getExpansionLoc(at);
  return at.isValid() && sources.isInSystemHeader(at) && sources.getFilename(at).contains("/c++/");
}

void for_each_word(clang::SourceRange range, const clang::ASTContext& ast,
                   llvm::function_ref<void(llvm::StringRef, clang::SourceLocation)> use) {
  const clang::SourceManager& sources = ast.getSourceManager();
  const auto begin = sources.getExpansionLoc(range.getBegin()),
             end = sources.getExpansionRange(range.getEnd()).getEnd();
  const auto [file, from] = sources.getDecomposedLoc(begin);
  const auto [end_file, to] = sources.getDecomposedLoc(end);
  if (file != end_file) return;
  const llvm::StringRef text = sources.getBufferData(file);
  clang::Lexer lexer(sources.getLocForStartOfFile(file), ast.getLangOpts(), text.begin(),
                     text.begin() + from, text.end());
  clang::Token token;
  while (!lexer.LexFromRawLexer(token) && sources.getFileOffset(token.getLocation()) <= to)
    if (token.is(clang::tok::raw_identifier)) use(token.getRawIdentifier(), token.getLocation());
}

} // namespace heddle::cuda
