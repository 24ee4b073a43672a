// Expressions given as options, read by the grammar's own lexer.
#include "cuda/syntax/classify.hpp"
#include "cuda/syntax/parse.hpp"
#include "cuda/syntax/parse_run.hpp"

#include "CudaLexer.h"

#include "antlr4-runtime.h"

namespace heddle::cuda {

namespace {

using grammar::CudaLexer;

constexpr std::size_t longest_option = 1 << 16;
constexpr std::size_t max_nesting = 150;

Token::Kind kind_of(std::size_t type) {
  switch (type) {
  case CudaLexer::Identifier:
    return Token::Kind::identifier;
  case CudaLexer::Number:
    return Token::Kind::number;
  case CudaLexer::String:
    return Token::Kind::string;
  case CudaLexer::Character:
    return Token::Kind::character;
  default:
    return Token::Kind::punctuator;
  }
}

std::vector<Token> lex(const std::string& text, std::uint32_t file) {
  // bytes, not characters: columns count bytes, and other bytes than ASCII are no tokens anyway
  std::string ascii = text;
  for (char& c : ascii)
    if (static_cast<unsigned char>(c) >= 0x80 || c == '\0') c = '`';
  antlr4::ANTLRInputStream stream(ascii);
  CudaLexer lexer(&stream);
  lexer.removeErrorListeners();
  std::vector<Token> tokens;
  for (const auto& token : lexer.getAllTokens()) {
    const Loc at{file, static_cast<std::uint32_t>(token->getLine()),
                 static_cast<std::uint32_t>(token->getCharPositionInLine() + 1)};
    std::string spelling = token->getText();
    Token::Kind kind = kind_of(token->getType());
    // keywords are words too
    if (kind == Token::Kind::punctuator &&
        (std::isalpha(static_cast<unsigned char>(spelling[0])) != 0 || spelling[0] == '_'))
      kind = Token::Kind::keyword;
    tokens.push_back({kind, std::move(spelling), at});
  }
  return tokens;
}

std::size_t deepest(const SyntaxTokens& tokens) {
  std::size_t depth = 0, most = 0;
  for (const SyntaxToken& token : tokens) {
    if (token.text == "(" || token.text == "[" || token.text == "{" || token.text == "<")
      most = std::max(most, ++depth);
    if ((token.text == ")" || token.text == "]" || token.text == "}") && depth > 0) --depth;
  }
  return most;
}

} // namespace

ExprPtr parse_expression(const std::string& text, const std::string& origin, Ctx& ctx) {
  const std::uint32_t file = ctx.files.add(origin, text);
  const Loc begin{file, 1, 1};
  try {
    if (text.size() > longest_option) throw SyntaxError{"the expression is too long", begin};
    const SyntaxTokens tokens = normalize(lex(text, file));
    if (tokens.empty()) throw SyntaxError{"the expression is empty", begin};
    if (deepest(tokens) > max_nesting)
      throw SyntaxError{"the expression is nested too deeply", begin};
    return parse_single_expression(Classifier().classify(tokens));
  } catch (const SyntaxError& error) {
    ctx.report(Severity::error, error.loc, error.message);
    return nullptr;
  }
}

} // namespace heddle::cuda
