// Running ANTLR's parser of the contract language: the first mistake is the answer.
#include "cuda/contract/parse.hpp"

#include "ContractLexer.h"

#include "antlr4-runtime.h"

#include <memory>

namespace heddle::contract {

namespace {

using grammar::ContractLexer;
using grammar::ContractParser;

constexpr std::size_t longest_text = 1 << 16;
constexpr std::size_t longest_word = 60; // that is quoted whole
constexpr unsigned max_rule_depth = 400;

std::uint32_t column_of(const antlr4::Token& token) {
  return static_cast<std::uint32_t>(token.getStartIndex()) + 1;
}

// Stops at the first token that is wrong.
class StopAtError : public antlr4::DefaultErrorStrategy {
public:
  explicit StopAtError(std::string_view text) : text_(text) {}

  void recover(antlr4::Parser* parser, std::exception_ptr error) override {
    try {
      std::rethrow_exception(error);
    } catch (const antlr4::RecognitionException& e) {
      stop(*parser, e.getOffendingToken() ? e.getOffendingToken() : parser->getCurrentToken());
    }
  }
  antlr4::Token* recoverInline(antlr4::Parser* parser) override {
    stop(*parser, parser->getCurrentToken());
  }
  void sync(antlr4::Parser*) override {}
  void reportError(antlr4::Parser*, const antlr4::RecognitionException&) override {}

private:
  std::string word(const antlr4::Token& token) const {
    const std::size_t start = token.getStartIndex();
    const std::string_view text = text_.substr(start, token.getStopIndex() - start + 1);
    return "'" + std::string(text.substr(0, longest_word)) + "'";
  }

  static std::string described(const antlr4::Parser& parser, ssize_t type) {
    if (type == static_cast<ssize_t>(ContractParser::Identifier)) return "a name";
    return parser.getVocabulary().getDisplayName(static_cast<std::size_t>(type));
  }

  // "unexpected end after 'n', expected ')'"
  [[noreturn]] void stop(antlr4::Parser& parser, antlr4::Token* token) const {
    const bool at_end = token->getType() == antlr4::Token::EOF;
    std::string message = at_end ? "unexpected end" : "unexpected " + word(*token);
    const antlr4::Token* before = parser.getTokenStream()->LT(-1);
    if (before) message += " after " + word(*before);
    const antlr4::misc::IntervalSet expected = parser.getExpectedTokens();
    if (expected.size() == 1 && expected.getMinElement() > 0)
      message += ", expected " + described(parser, expected.getMinElement());
    if (!at_end && token->getText() == "=") message += "; equality is '=='";
    throw SyntaxMistake{message, column_of(at_end && before ? *before : *token)};
  }
  std::string_view text_;
};

class DepthLimitedParser : public ContractParser {
public:
  using ContractParser::ContractParser;
  void enterRecursionRule(antlr4::ParserRuleContext* context, std::size_t state, std::size_t rule,
                          int precedence) override {
    ContractParser::enterRecursionRule(context, state, rule, precedence);
    unsigned depth = 0;
    for (antlr4::tree::ParseTree* at = context; at; at = at->parent)
      ++depth;
    if (depth > max_rule_depth)
      throw SyntaxMistake{"the expression is nested too deeply", column_of(*getCurrentToken())};
  }
};

// Bytes, not characters: columns count bytes, and other bytes than ASCII are no tokens anyway.
std::string only_ascii(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (static_cast<unsigned char>(c) >= 0x80 || c == '\0') c = '`';
  return out;
}

} // namespace

std::variant<Formula, SyntaxMistake> parse_contract(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n\f");
  if (begin == std::string_view::npos) return SyntaxMistake{"the expression is empty", 1};
  if (text.size() > longest_text) return SyntaxMistake{"the expression is too long", 1};
  try {
    antlr4::ANTLRInputStream input(only_ascii(text));
    ContractLexer lexer(&input);
    lexer.removeErrorListeners();
    antlr4::CommonTokenStream tokens(&lexer);
    DepthLimitedParser parser(&tokens);
    parser.removeErrorListeners();
    parser.setErrorHandler(std::make_shared<StopAtError>(text));
    Formula formula = build_formula(*parser.formula());
    formula.begin = static_cast<std::uint32_t>(begin) + 1;
    return formula;
  } catch (const SyntaxMistake& mistake) {
    return mistake;
  }
}

} // namespace heddle::contract
