// Files and single expressions: cut, classify, parse each piece, and keep going.
#include "cuda/syntax/parse.hpp"
#include "cuda/syntax/classify.hpp"
#include "cuda/syntax/parse_run.hpp"
#include "cuda/syntax/split.hpp"

#include "CudaLexer.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace heddle::cuda {

namespace {

using grammar::CudaLexer;

template <typename Node> DeclPtr make_decl(Node node, Loc at) {
  return std::make_shared<DeclNode>(DeclNode{std::move(node), at});
}

class FileParser {
public:
  FileParser(const SyntaxTokens& tokens, Ctx& ctx) : tokens_(tokens), ctx_(ctx) {}

  std::vector<DeclPtr> scope(const std::vector<Piece>& pieces) {
    std::vector<DeclPtr> result;
    for (const Piece& piece : pieces) {
      if (piece.is_scope) {
        NamespaceDecl space{piece.name, scope(piece.members)};
        const std::size_t at = piece.name.empty() ? piece.begin : piece.name_token;
        result.push_back(make_decl(std::move(space), tokens_[at].loc));
      } else {
        declaration(piece, result);
      }
    }
    return result;
  }

  void note_ignored() {
    for (const SyntaxToken& token : classifier_.ignored())
      ctx_.report(Severity::note, token.loc,
                  "'" + token.text + "' is not known; ignored as a macro of a missing header");
  }

private:
  TokenSpan span(const Piece& piece) const {
    return TokenSpan(tokens_).subspan(piece.begin, piece.end - piece.begin);
  }

  void declaration(const Piece& piece, std::vector<DeclPtr>& into) {
    if (!piece.problem.empty()) {
      into.push_back(island(span(piece), {piece.problem, tokens_[piece.begin].loc}));
      return;
    }
    try {
      const SyntaxTokens classified = classifier_.classify(span(piece));
      if (classified.empty()) return;
      for (DeclPtr& decl : parse_declaration(classified))
        into.push_back(std::move(decl));
    } catch (const SyntaxError& error) {
      into.push_back(island(span(piece), error));
    }
  }

  // What cannot be parsed still declares something: its names are the identifiers outside bodies
  // and arguments, and those before parentheses.
  DeclPtr island(TokenSpan tokens, const SyntaxError& error) const {
    IslandDecl result;
    result.reason = error.message;
    result.error = error.loc;
    for (std::size_t i = 0; i < tokens.size();) {
      const std::size_t type = tokens[i].type;
      if (type == CudaLexer::Template) {
        i = after_template_header(tokens, i);
        continue;
      }
      if (type == CudaLexer::Global) result.is_kernel = true;
      if (type == CudaLexer::Identifier && declares(tokens, i) &&
          std::ranges::find(result.names, tokens[i].text) == result.names.end())
        result.names.push_back(tokens[i].text);
      const bool group = type == CudaLexer::LeftParen || type == CudaLexer::LeftBracket ||
                         type == CudaLexer::LeftBrace;
      i = group ? after_group(tokens, i) : i + 1;
    }
    return make_decl(std::move(result), tokens.front().loc);
  }
  // `template <..>`, whose parameters are no names of the file.
  static std::size_t after_template_header(TokenSpan tokens, std::size_t i) {
    std::size_t depth = 0;
    for (++i; i < tokens.size();) {
      const std::size_t type = tokens[i].type;
      if (type != CudaLexer::Less && depth == 0) return i;
      if (type == CudaLexer::LeftBrace || type == CudaLexer::Semicolon) return i;
      if (type == CudaLexer::Less) ++depth;
      if (type == CudaLexer::Greater && --depth == 0) return i + 1;
      i = type == CudaLexer::LeftParen ? after_group(tokens, i) : i + 1;
    }
    return i;
  }
  static bool declares(TokenSpan tokens, std::size_t i) {
    const std::size_t before =
        i > 0 ? tokens[i - 1].type : static_cast<std::size_t>(CudaLexer::EOF);
    const std::size_t next =
        i + 1 < tokens.size() ? tokens[i + 1].type : static_cast<std::size_t>(CudaLexer::EOF);
    if (before == CudaLexer::Struct || before == CudaLexer::Class || before == CudaLexer::Union ||
        before == CudaLexer::Enum || before == CudaLexer::Using)
      return true;
    switch (next) {
    case CudaLexer::LeftParen:
    case CudaLexer::LeftBracket:
    case CudaLexer::Assign:
    case CudaLexer::Semicolon:
    case CudaLexer::Comma:
    case CudaLexer::LeftBrace:
      return true;
    default:
      return false;
    }
  }

  const SyntaxTokens& tokens_;
  Ctx& ctx_;
  Classifier classifier_;
};

} // namespace

namespace {

using Mentions = std::map<std::string, std::vector<Mention>>;

void add_functions(const std::vector<DeclPtr>& decls, Mentions& names) {
  for (const DeclPtr& decl : decls) {
    if (auto* space = std::get_if<NamespaceDecl>(&decl->node)) add_functions(space->members, names);
    const auto* tmpl = std::get_if<TemplateDecl>(&decl->node);
    const auto* f = std::get_if<FunctionDecl>(&(tmpl && tmpl->decl ? tmpl->decl : decl)->node);
    if (f && f->body && !f->name.parts.empty()) names[f->name.parts.back().identifier];
  }
}

Mentions find_mentions(const std::vector<DeclPtr>& decls, const std::vector<Token>& tokens) {
  Mentions found;
  add_functions(decls, found);
  std::unordered_map<std::string_view, std::vector<Mention>*> by_name;
  for (auto& [name, places] : found)
    by_name.emplace(name, &places);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const auto it = by_name.find(tokens[i].text);
    if (it == by_name.end()) continue;
    const auto is = [&](std::size_t at, std::string_view text) {
      return at < tokens.size() && tokens[at].text == text; // `i - 1` of the first is no index
    };
    it->second->push_back({tokens[i].loc, is(i + 1, "("), is(i - 1, ".") || is(i - 1, "->")});
  }
  return found;
}

} // namespace

TranslationUnit parse(const std::vector<Token>& tokens, std::uint32_t file, Ctx& ctx) {
  const SyntaxTokens normalized = normalize(tokens);
  FileParser parser(normalized, ctx);
  TranslationUnit unit{parser.scope(split(normalized)), file, {}};
  unit.mentions = find_mentions(unit.decls, tokens);
  parser.note_ignored();
  return unit;
}

} // namespace heddle::cuda
