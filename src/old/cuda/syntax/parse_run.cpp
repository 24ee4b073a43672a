#include "cuda/syntax/parse_run.hpp"

#include "CudaLexer.h"

#include "antlr4-runtime.h"

#include <memory>

namespace heddle::cuda {

namespace {

using grammar::CudaLexer;
using grammar::CudaParser;

// Rules that may be open at a time: parsing recurses.
constexpr int max_rule_depth = 1500;

std::vector<std::unique_ptr<antlr4::Token>> antlr_tokens(const SyntaxTokens& tokens) {
  std::vector<std::unique_ptr<antlr4::Token>> out;
  out.reserve(tokens.size() + 1);
  for (const SyntaxToken& token : tokens)
    out.push_back(std::make_unique<antlr4::CommonToken>(token.type, token.text));
  out.push_back(std::make_unique<antlr4::CommonToken>(antlr4::Token::EOF, "<end>"));
  return out;
}

// Stops at the first error, with the token that is wrong.
class StopAtError : public antlr4::DefaultErrorStrategy {
public:
  explicit StopAtError(const SyntaxTokens& tokens) : tokens_(tokens) {}

  void recover(antlr4::Parser* parser, std::exception_ptr error) override {
    try {
      std::rethrow_exception(error);
    } catch (const antlr4::RecognitionException& e) {
      stop(parser, e.getOffendingToken());
    }
  }
  antlr4::Token* recoverInline(antlr4::Parser* parser) override {
    stop(parser, parser->getCurrentToken());
  }
  void sync(antlr4::Parser*) override {}
  void reportError(antlr4::Parser*, const antlr4::RecognitionException&) override {}

private:
  [[noreturn]] void stop(antlr4::Parser* parser, antlr4::Token* token) const {
    const std::size_t index = token ? token->getTokenIndex() : 0;
    const bool at_end = index >= tokens_.size();
    const Loc where = tokens_.empty() ? Loc{} : tokens_[at_end ? tokens_.size() - 1 : index].loc;
    std::string message = at_end ? "unexpected end" : "unexpected '" + tokens_[index].text + "'";
    if (index > 0 && index <= tokens_.size()) message += " after '" + tokens_[index - 1].text + "'";
    if (const std::string expected = expectation(parser, token); !expected.empty())
      message += ", expected " + expected;
    throw SyntaxError{message, where};
  }
  // What could have come, where that is one thing and it was to come at the wrong token.
  static std::string expectation(antlr4::Parser* parser, antlr4::Token* token) {
    if (token != parser->getCurrentToken()) return {};
    const antlr4::misc::IntervalSet expected = parser->getExpectedTokens();
    if (expected.size() != 1) return {};
    const auto type = static_cast<std::size_t>(expected.toList().front());
    return type == static_cast<std::size_t>(antlr4::Token::EOF)
               ? "the end"
               : parser->getVocabulary().getDisplayName(type);
  }

  const SyntaxTokens& tokens_;
};

class DepthLimitedParser : public CudaParser {
public:
  DepthLimitedParser(antlr4::TokenStream* stream, const SyntaxTokens& tokens)
      : CudaParser(stream), tokens_(tokens) {}

  void enterRule(antlr4::ParserRuleContext* context, std::size_t state, std::size_t rule) override {
    CudaParser::enterRule(context, state, rule);
    int depth = 0;
    for (antlr4::tree::ParseTree* at = context; at; at = at->parent)
      ++depth;
    if (depth <= max_rule_depth) return;
    const std::size_t index = getCurrentToken()->getTokenIndex();
    throw SyntaxError{"statements or expressions nest too deeply",
                      index < tokens_.size() ? tokens_[index].loc : Loc{}};
  }

private:
  const SyntaxTokens& tokens_;
};

// Runs `body` on a parser in the quick prediction mode, and again in the full one if that fails:
// the quick one refuses a few correct inputs.
template <typename Body> auto run(const SyntaxTokens& tokens, Body body) {
  antlr4::ListTokenSource source(antlr_tokens(tokens));
  antlr4::CommonTokenStream stream(&source);
  DepthLimitedParser parser(&stream, tokens);
  parser.removeErrorListeners();
  parser.setErrorHandler(std::make_shared<StopAtError>(tokens));
  auto* simulator = parser.getInterpreter<antlr4::atn::ParserATNSimulator>();
  simulator->setPredictionMode(antlr4::atn::PredictionMode::SLL);
  try {
    return body(parser);
  } catch (const SyntaxError&) {
    stream.seek(0);
    parser.reset();
    simulator->setPredictionMode(antlr4::atn::PredictionMode::LL);
    return body(parser);
  }
}

} // namespace

std::vector<DeclPtr> parse_declaration(const SyntaxTokens& tokens) {
  return run(tokens, [&](CudaParser& parser) {
    CudaParser::DeclarationUnitContext* tree = parser.declarationUnit();
    return Builder(tokens).declaration(tree->declaration());
  });
}

ExprPtr parse_single_expression(const SyntaxTokens& tokens) {
  return run(tokens, [&](CudaParser& parser) {
    CudaParser::ExpressionUnitContext* tree = parser.expressionUnit();
    return Builder(tokens).expression(tree->expression());
  });
}

// ---- shared by all of the builder ---------------------------------------------------------------

Loc Builder::loc(antlr4::Token* token) const {
  const std::size_t index = token->getTokenIndex();
  return index < tokens_.size() ? tokens_[index].loc : Loc{};
}

std::string Builder::source_text(Context* ctx) const {
  std::string text;
  if (!ctx->getStart() || !ctx->getStop()) return text;
  const std::size_t first = ctx->getStart()->getTokenIndex();
  const std::size_t last = ctx->getStop()->getTokenIndex();
  for (std::size_t i = first; i <= last && i < tokens_.size(); ++i) {
    if (i > first) text += ' ';
    text += tokens_[i].text;
  }
  return text;
}

void Builder::fail(Context* ctx, const std::string& message) const {
  throw SyntaxError{message, start(ctx)};
}

} // namespace heddle::cuda
