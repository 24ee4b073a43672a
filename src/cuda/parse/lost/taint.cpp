#include "cuda/parse/lost/taint.hpp"

#include "cuda/parse/precompiled.hpp"

#include <clang/Lex/Lexer.h>

#include <algorithm>

namespace heddle::cuda {

namespace {

using clang::tok::TokenKind;

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

// Per word, where the declaration around it begins: behind the last `;`, `{` or `}` that is outside
// of parentheses and before it.
std::vector<std::size_t> first_words(const std::vector<Word>& words) {
  std::vector<std::size_t> first(words.size(), 0), open;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const TokenKind before = words[i - 1].kind;
    first[i] = first[i - 1];
    if (before == clang::tok::semi || before == clang::tok::l_brace ||
        before == clang::tok::r_brace)
      first[i] = i;
    if (before == clang::tok::l_paren || before == clang::tok::l_square) open.push_back(i - 1);
    if (before == clang::tok::r_paren || before == clang::tok::r_square) {
      first[i] = open.empty() ? 0 : first[open.back()];
      if (!open.empty()) open.pop_back();
    }
  }
  return first;
}

// Behind the `}` of a lambda or a list of values, not of a function.
bool goes_on_with(TokenKind kind) {
  return kind == clang::tok::semi || kind == clang::tok::l_paren || kind == clang::tok::comma ||
         kind == clang::tok::greater || kind == clang::tok::period || kind == clang::tok::r_paren ||
         kind == clang::tok::r_square;
}

// Behind the last word of the declaration that begins at `first` and holds the word `at`.
std::size_t declaration_end(const std::vector<Word>& words, std::size_t first, std::size_t at) {
  int depth = 0;
  for (std::size_t last = first; last < words.size(); ++last) {
    const TokenKind kind = words[last].kind;
    if (opens(kind)) ++depth;
    if (closes(kind) && --depth < 0) return last + 1;
    const bool body_ends = kind == clang::tok::r_brace && depth == 0;
    const bool is_whole = last + 1 < words.size() && !goes_on_with(words[last + 1].kind);
    if (last >= at && depth == 0 && (kind == clang::tok::semi || (body_ends && is_whole)))
      return last + 1;
  }
  return words.size();
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

Tainting::File& Tainting::file_of(clang::FileID file) {
  const auto [it, is_new] = files_.try_emplace(file);
  if (is_new) {
    it->second.words = words_of(file, unit_);
    it->second.first = first_words(it->second.words);
  }
  return it->second;
}

void Tainting::add(const ClangError& error, const std::vector<clang::CXXRecordDecl*>& classes) {
  const clang::SourceManager& sources = unit_.ast->getSourceManager();
  const NotUnderstood why{error.message, unit_.loc(error.at)};
  if (is_directive(error.at, sources)) {
    if (!taint_.all) taint_.all = why;
    return;
  }
  const auto [id, offset] = sources.getDecomposedLoc(sources.getExpansionLoc(error.at));
  for (const clang::CXXRecordDecl* record : classes) {
    const auto range = sources.getExpansionRange(record->getSourceRange());
    const auto begin = sources.getDecomposedLoc(range.getBegin());
    const auto end = sources.getDecomposedLoc(range.getEnd());
    if (begin.first == id && begin.second <= offset && offset <= end.second)
      taint_.classes.try_emplace(record->getCanonicalDecl(), why);
  }
  File& file = file_of(id);
  if (file.words.empty()) return;
  const auto behind_it = std::upper_bound(file.words.begin() + 1, file.words.end(), offset,
                                          [](unsigned at, const Word& w) { return at < w.offset; });
  const auto at = static_cast<std::size_t>(behind_it - file.words.begin()) - 1;
  const std::size_t first = file.first[at];
  std::size_t& tainted = file.tainted[first];
  if (at < tainted) return; // all its names are
  tainted = declaration_end(file.words, first, at);
  add_names(file, first, tainted, why);
}

void Tainting::add_names(const File& file, std::size_t first, std::size_t end,
                         const NotUnderstood& why) {
  const std::vector<Word>& words = file.words;
  const bool is_enum = words[first].kind == clang::tok::kw_enum;
  for (std::size_t i = first; i < end;) {
    const Word& word = words[i];
    const bool after_name = i > first + 1 && words[i - 1].kind == clang::tok::identifier;
    if (word.kind == clang::tok::kw_operator && !taint_.operators) taint_.operators = why;
    if (word.kind == clang::tok::identifier) taint_.names.try_emplace(word.text, why);
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
