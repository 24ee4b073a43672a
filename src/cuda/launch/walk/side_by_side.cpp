// Regions of OpenMP, which threads of the host run side by side. Clang leaves the directives out of
// its tree: they are found in the text. What variables hold that such a region shares may be
// another number at each statement of it, and behind it; those that are declared behind the
// directive are a thread's own.
#include "cuda/launch/walk/walk.hpp"

#include <algorithm>
#include <clang/Lex/MacroInfo.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/Sema.h>

namespace heddle::cuda {

namespace {

// Does the line begin that runs more than one thread, or another one?
bool forks(llvm::StringRef line) {
  const std::size_t pragma = line.find("ragma"); // #pragma, _Pragma, __pragma
  if (pragma == llvm::StringRef::npos || !line.substr(pragma).contains("omp")) return false;
  return std::ranges::any_of(
      std::initializer_list<llvm::StringRef>{"parallel", "task", "target", "teams", "sections"},
      [&](llvm::StringRef word) { return line.contains(word); });
}

// A macro with _Pragma in it may be any of them.
bool names_pragma(llvm::StringRef line, clang::Preprocessor& preprocessor) {
  const auto is_word = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  while (!(line = line.drop_until(is_word)).empty()) {
    const llvm::StringRef word = line.take_while(is_word);
    line = line.drop_front(word.size());
    const clang::MacroInfo* macro = preprocessor.getMacroInfo(preprocessor.getIdentifierInfo(word));
    if (macro && std::ranges::any_of(macro->tokens(), [](const clang::Token& token) {
          return token.getIdentifierInfo() && token.getIdentifierInfo()->isStr("_Pragma");
        }))
      return true;
  }
  return false;
}

} // namespace

// Where in its file such directives of the function stand.
const std::vector<clang::SourceLocation>& HostWalk::forks_of(const clang::FunctionDecl& f) {
  const auto [it, is_new] = forks_.try_emplace(&f);
  if (!is_new || !f.hasBody()) return it->second;
  const clang::SourceManager& sources = ast_.getSourceManager();
  const auto [file, begin] = sources.getDecomposedExpansionLoc(f.getBody()->getBeginLoc());
  const auto [last, end] = sources.getDecomposedExpansionLoc(f.getBody()->getEndLoc());
  if (file != last) return it->second;
  const llvm::StringRef text = sources.getBufferData(file).slice(begin, end);
  std::size_t from = 0;
  while (from < text.size()) {
    std::size_t to = text.find('\n', from);
    while (to != llvm::StringRef::npos && to > from && text[to - 1] == '\\')
      to = text.find('\n', to + 1);
    const llvm::StringRef line = text.slice(from, to);
    if (forks(line) || names_pragma(line, file_.unit.sema->getPreprocessor()))
      it->second.push_back(sources.getComposedLoc(file, begin + static_cast<unsigned>(from)));
    if (to == llvm::StringRef::npos) break;
    from = to + 1;
  }
  return it->second;
}

// Before a statement: has the function, or one that called it, begun to run side by side with
// others? Then what they share is whatever these have left there.
void HostWalk::run_beside_others(clang::SourceLocation at) {
  const clang::SourceManager& sources = ast_.getSourceManager();
  const clang::FunctionDecl& f = *frames_.back().function;
  std::optional<clang::SourceLocation> last;
  for (const clang::SourceLocation fork : forks_of(f))
    if (sources.isBeforeInTranslationUnit(fork, sources.getExpansionLoc(at))) last = fork;
  if (last) {
    frames_.back().beside_others = true;
    for (const clang::VarDecl* v : file_.variables(f))
      if (sources.isBeforeInTranslationUnit(sources.getExpansionLoc(v->getLocation()), *last) &&
          !is_only_read_once(*v))
        make_reachable(Root{v, nullptr});
  }
  if (std::ranges::any_of(frames_, &Frame::beside_others)) havoc_reachable();
}

} // namespace heddle::cuda
