#include "cuda/parse/lost/taint.hpp"

#include "cuda/parse/precompiled.hpp"

#include <clang/Lex/Lexer.h>

namespace heddle::cuda {

namespace {

using clang::tok::TokenKind;

struct Word {
  TokenKind kind;
  std::string text; // of identifiers and keywords
  unsigned offset;
};

std::vector<Word> words_of(clang::FileID file, const Unit& unit) {
  const clang::SourceManager& sources = unit.ast->getSourceManager();
  const llvm::StringRef text = sources.getBufferData(file);
  clang::Lexer lexer(sources.getLocForStartOfFile(file), unit.ast->getLangOpts(), text.begin(),
                     text.begin(), text.end());
  std::vector<Word> words;
  clang::Token token;
  for (bool done = false; !done;) {
    done = lexer.LexFromRawLexer(token);
    if (token.is(clang::tok::eof)) break;
    const unsigned offset = sources.getFileOffset(token.getLocation());
    if (token.is(clang::tok::hash) && token.isAtStartOfLine()) { // a directive declares nothing
      const auto end = text.find('\n', offset);
      while (!done && !token.is(clang::tok::eof) &&
             sources.getFileOffset(token.getLocation()) < end)
        done = lexer.LexFromRawLexer(token);
      if (token.is(clang::tok::eof)) break;
    }
    std::string name;
    TokenKind kind = token.getKind();
    if (token.is(clang::tok::raw_identifier)) {
      name = token.getRawIdentifier().str();
      kind = unit.ast->Idents.get(name).getTokenID();
    }
    words.push_back({kind, std::move(name), sources.getFileOffset(token.getLocation())});
  }
  return words;
}

bool opens(TokenKind kind) {
  return kind == clang::tok::l_paren || kind == clang::tok::l_square || kind == clang::tok::l_brace;
}
bool closes(TokenKind kind) {
  return kind == clang::tok::r_paren || kind == clang::tok::r_square || kind == clang::tok::r_brace;
}

// The words of the declaration around a place: from the last `;`, `{` or `}` that is outside of
// parentheses and before it, to the end.
std::pair<std::size_t, std::size_t> declaration_at(const std::vector<Word>& words,
                                                   unsigned offset) {
  std::size_t at = 0;
  while (at + 1 < words.size() && words[at + 1].offset <= offset)
    ++at;
  std::size_t first = at;
  for (int depth = 0; first > 0; --first) {
    const TokenKind before = words[first - 1].kind;
    if (before == clang::tok::r_paren || before == clang::tok::r_square) ++depth;
    if ((before == clang::tok::l_paren || before == clang::tok::l_square) && depth > 0) --depth;
    if (depth == 0 && (before == clang::tok::semi || before == clang::tok::l_brace ||
                       before == clang::tok::r_brace))
      break;
  }
  std::size_t last = first;
  for (int depth = 0; last < words.size(); ++last) {
    const TokenKind kind = words[last].kind;
    if (opens(kind)) ++depth;
    if (closes(kind) && --depth < 0) break;
    const bool body_ends = kind == clang::tok::r_brace && depth == 0;
    const bool goes_on = last + 1 < words.size() && words[last + 1].kind != clang::tok::semi;
    if (last >= at && depth == 0 && (kind == clang::tok::semi || (body_ends && goes_on))) break;
  }
  return {first, std::min(last + 1, words.size())};
}

// Behind the bracket that closes the one at `i`; of `<` to a word that no argument list holds.
std::size_t behind(const std::vector<Word>& words, std::size_t i, std::size_t end) {
  const bool angle = words[i].kind == clang::tok::less;
  int depth = 0;
  for (; i < end; ++i) {
    const TokenKind kind = words[i].kind;
    if (angle ? kind == clang::tok::less : opens(kind)) ++depth;
    if (angle && kind == clang::tok::greatergreater) depth -= 2;
    if (angle ? kind == clang::tok::greater : closes(kind)) --depth;
    if (depth <= 0) return i + 1;
    if (angle && (kind == clang::tok::semi || kind == clang::tok::l_brace)) return i;
  }
  return end;
}

bool is_initialiser(TokenKind kind) {
  return kind == clang::tok::equal || kind == clang::tok::colon;
}

} // namespace

bool is_directive(clang::SourceLocation at, const clang::SourceManager& sources) {
  if (at.isInvalid()) return true;
  const auto [file, offset] = sources.getDecomposedLoc(sources.getExpansionLoc(at));
  const llvm::StringRef text = sources.getBufferData(file).take_front(offset);
  const llvm::StringRef line = text.substr(text.rfind('\n') + 1).ltrim();
  return line.starts_with("#") || sources.getBufferData(file).drop_front(offset).starts_with("#");
}

void add_taint(const ClangError& error, const std::vector<clang::CXXRecordDecl*>& classes,
               const Unit& unit, Taint& taint) {
  const clang::SourceManager& sources = unit.ast->getSourceManager();
  const NotUnderstood why{error.message, unit.loc(error.at)};
  if (is_directive(error.at, sources)) {
    if (!taint.all) taint.all = why;
    return;
  }
  const auto [file, offset] = sources.getDecomposedLoc(sources.getExpansionLoc(error.at));
  for (const clang::CXXRecordDecl* record : classes) {
    const auto range = sources.getExpansionRange(record->getSourceRange());
    const auto begin = sources.getDecomposedLoc(range.getBegin());
    const auto end = sources.getDecomposedLoc(range.getEnd());
    if (begin.first == file && begin.second <= offset && offset <= end.second)
      taint.classes.try_emplace(record->getCanonicalDecl(), why);
  }
  const std::vector<Word> words = words_of(file, unit);
  if (words.empty()) return;
  const auto [first, end] = declaration_at(words, offset);
  const bool is_enum = words[first].kind == clang::tok::kw_enum;
  for (std::size_t i = first; i < end;) {
    const Word& word = words[i];
    const bool after_name = i > first + 1 && words[i - 1].kind == clang::tok::identifier;
    if (word.kind == clang::tok::kw_operator && !taint.operators) taint.operators = why;
    if (word.kind == clang::tok::identifier) taint.names.try_emplace(word.text, why);
    const bool skipped = (word.kind == clang::tok::l_paren && after_name) ||
                         word.kind == clang::tok::l_square ||
                         (word.kind == clang::tok::l_brace && !is_enum) ||
                         (word.kind == clang::tok::less && i > first &&
                          words[i - 1].kind != clang::tok::kw_operator);
    if (skipped) {
      i = std::max(i + 1, behind(words, i, end));
    } else if (is_initialiser(word.kind) && !is_enum) {
      while (i < end && words[i].kind != clang::tok::comma && words[i].kind != clang::tok::semi &&
             words[i].kind != clang::tok::l_brace)
        i = opens(words[i].kind) ? behind(words, i, end) : i + 1;
    } else {
      ++i;
    }
  }
}

} // namespace heddle::cuda
