#include "ptx/read/parse.hpp"

#include "ptx/read/build.hpp"
#include "ptx/read/outline.hpp"
#include "ptx/read/parse_tokens.hpp"

#include "PtxLexer.h"

#include "antlr4-runtime.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <unordered_map>

namespace heddle::ptx {
namespace {

using grammar::PtxLexer;
using grammar::PtxParser;
using Tokens = std::vector<std::unique_ptr<antlr4::Token>>;

// Trees are kept of statements up to this many tokens, and of so many of them.
constexpr std::size_t max_shape = 64, max_shapes = 4096;
// What no semicolon ends may be this long.
constexpr std::size_t max_piece = 50'000'000;
constexpr std::uintmax_t max_file = std::uintmax_t{1} << 30;
constexpr int max_rule_depth = 500;

SyntaxError error_at(antlr4::Token* token, std::string message) {
  return {std::move(message), static_cast<std::uint32_t>(token->getLine()),
          static_cast<std::uint32_t>(token->getCharPositionInLine()) + 1};
}

// Stops at the first error, with the token that is wrong.
class StopAtError : public antlr4::DefaultErrorStrategy {
public:
  explicit StopAtError(std::string_view text) : text_(text) {}

  void recover(antlr4::Parser* parser, std::exception_ptr error) override {
    try {
      std::rethrow_exception(error);
    } catch (const antlr4::RecognitionException& e) {
      stop(e.getOffendingToken() ? e.getOffendingToken() : parser->getCurrentToken());
    }
  }
  antlr4::Token* recoverInline(antlr4::Parser* parser) override { stop(parser->getCurrentToken()); }
  void sync(antlr4::Parser*) override {}
  void reportError(antlr4::Parser*, const antlr4::RecognitionException&) override {}

private:
  [[noreturn]] void stop(antlr4::Token* token) const {
    const std::size_t start =
        token->getStartIndex(); // of the end: what stands behind the statement
    if (start >= text_.size()) throw error_at(token, "unexpected end of the file");
    const std::string_view word = text_.substr(start, token->getStopIndex() - start + 1);
    throw error_at(token, "unexpected '" + std::string(word.substr(0, 60)) + "'");
  }
  std::string_view text_;
};

class DepthLimitedParser : public PtxParser {
public:
  using PtxParser::PtxParser;
  void enterRule(antlr4::ParserRuleContext* context, std::size_t state, std::size_t rule) override {
    PtxParser::enterRule(context, state, rule);
    int depth = 0;
    for (antlr4::tree::ParseTree* at = context; at; at = at->parent)
      ++depth;
    if (depth > max_rule_depth) throw error_at(getCurrentToken(), "the text nests too deeply");
  }
};

std::optional<std::string> read(const std::string& path, Ctx& ctx) {
  std::error_code error;
  const auto fail = [&](const char* why) {
    ctx.report(Severity::error, {ctx.files.add(path, ""), 0, 0}, why);
    return std::nullopt;
  };
  if (std::filesystem::is_directory(path, error)) return fail("is a folder");
  std::ifstream file(path, std::ios::binary);
  if (!file) return fail("cannot read the file");
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (!error && size > max_file) return fail("the file is too large");
  std::string text;
  if (!error && size > 0) { // at once; what is no plain file has no size
    text.resize(size);
    file.read(text.data(), static_cast<std::streamsize>(size));
    text.resize(static_cast<std::size_t>(file.gcount()));
  }
  text.append(std::istreambuf_iterator<char>(file), {});
  if (text.size() > max_file) return fail("the file is too large");
  return text;
}

// What is given by mistake for PTX, and what to do with it; nullptr: nothing of the kind.
const char* mistaken(const std::string& path, std::string_view text) {
  if (text.starts_with("\x7f"
                       "ELF"))
    return "this is no PTX but a program, library or cubin; 'cuobjdump -ptx FILE' prints the PTX "
           "that "
           "it was built with, where it holds that";
  if (text.starts_with("\x50\xed\x55\xba"))
    return "this is no PTX but a fatbin; 'cuobjdump -ptx FILE' prints the PTX in it";
  const bool cuda = path.ends_with(".cu") || path.ends_with(".cuh");
  if (cuda && text.find(".version") == std::string_view::npos)
    return "this is CUDA source: 'heddle check FILE' reads it; 'nvcc -ptx -lineinfo' makes PTX of "
           "it";
  return nullptr;
}

// The parse tree of a statement. It is that of every other statement with the same kinds of tokens,
// whatever they spell: such a one only moves the tokens, and is not parsed.
class Shape {
public:
  Shape(const std::vector<Token>& tokens, const Token& behind, std::string_view text)
      : source_(list(tokens, behind)), stream_(&source_), parser_(&stream_) {
    parser_.removeErrorListeners();
    parser_.setErrorHandler(std::make_shared<StopAtError>(text));
    parser_.getInterpreter<antlr4::atn::ParserATNSimulator>()->setPredictionMode(
        antlr4::atn::PredictionMode::SLL);
    tree_ = parser_.piece();
  }

  PtxParser::PieceContext& with(const std::vector<Token>& tokens) {
    for (std::size_t i = 0; i < tokens.size(); ++i)
      move(*tokens_[i], tokens[i]);
    return *tree_;
  }

private:
  static void move(antlr4::CommonToken& token, const Token& to) {
    token.setStartIndex(to.begin);
    token.setStopIndex(to.end - 1);
    token.setLine(to.line);
    token.setCharPositionInLine(to.column);
  }

  Tokens list(const std::vector<Token>& tokens, const Token& behind) {
    Tokens all;
    for (const Token& token : tokens) {
      auto one = std::make_unique<antlr4::CommonToken>(token.type, "");
      move(*one, token);
      tokens_.push_back(one.get());
      all.push_back(std::move(one));
    }
    auto end = std::make_unique<antlr4::CommonToken>(antlr4::Token::EOF, "");
    move(*end, behind);
    all.push_back(std::move(end));
    return all;
  }

  std::vector<antlr4::CommonToken*> tokens_;
  antlr4::ListTokenSource source_;
  antlr4::CommonTokenStream stream_;
  DepthLimitedParser parser_;
  PtxParser::PieceContext* tree_ = nullptr;
};

class Reader {
public:
  Reader(std::string_view text, Module& module) : text_(text), builder_(module) {}

  void run(const std::vector<Stretch>& stretches) {
    for (const Stretch& stretch : stretches) {
      here_ = text_.substr(stretch.begin, stretch.end - stretch.begin);
      scanner_ = Scanner(here_, stretch.line, stretch.column);
      builder_.read(here_);
      next_ = scanner_.next();
      while (next_.type != antlr4::Token::EOF)
        statement();
      if (stretch.ends_in_header) builder_.leave_out_body();
    }
    builder_.finish();
  }

private:
  void take() {
    tokens_.push_back(next_);
    if (tokens_.size() > max_piece)
      throw SyntaxError{"a statement that does not end", static_cast<std::uint32_t>(next_.line),
                        static_cast<std::uint32_t>(next_.column) + 1};
    next_ = scanner_.next();
  }

  // A brace, a label, a `.loc`, or whatever comes before a semicolon: a few items, where some of
  // them end without one.
  void gather() {
    tokens_.clear();
    take();
    const std::size_t first = tokens_[0].type;
    if (first == PtxLexer::BraceOpen || first == PtxLexer::BraceClose) return;
    if (first == PtxLexer::Line) {
      while (goes_on_location())
        take();
      return;
    }
    if (first == PtxLexer::Name && next_.type == PtxLexer::Colon) return take();
    while (tokens_.back().type != PtxLexer::Semicolon && next_.type != antlr4::Token::EOF)
      take();
  }

  // Is the next token part of the `.loc`? Names stand only behind a comma, one or two.
  bool goes_on_location() const {
    const std::size_t before = tokens_.back().type;
    if (next_.type == PtxLexer::Name)
      return before == PtxLexer::Comma ||
             (before == PtxLexer::Name && tokens_[tokens_.size() - 2].type == PtxLexer::Comma);
    return next_.type == PtxLexer::Number || next_.type == PtxLexer::Comma ||
           next_.type == PtxLexer::Plus;
  }

  void statement() {
    gather();
    std::string kinds;
    for (const Token& token : tokens_)
      kinds.push_back(static_cast<char>(token.type));
    const bool keep = tokens_.size() <= max_shape && shapes_.size() < max_shapes;
    std::unique_ptr<Shape> once;
    Shape* shape = nullptr;
    if (const auto known = shapes_.find(kinds); known != shapes_.end()) {
      shape = known->second.get();
    } else {
      once = std::make_unique<Shape>(tokens_, next_, here_);
      shape = once.get();
      if (keep) shapes_.emplace(std::move(kinds), std::move(once));
    }
    for (PtxParser::ItemContext* item : shape->with(tokens_).item())
      builder_.item(*item);
  }

  std::string_view text_, here_; // the file, and the stretch that is read
  Scanner scanner_{{}};
  Builder builder_;
  Token next_;
  std::vector<Token> tokens_; // of the statement
  std::unordered_map<std::string, std::unique_ptr<Shape>> shapes_;
};

} // namespace

std::optional<Module> parse(const std::string& path, Ctx& ctx,
                            const std::function<bool(const std::string&)>& wanted) {
  std::optional<std::string> text = read(path, ctx);
  if (!text) return std::nullopt;
  if (const char* why = mistaken(path, *text)) {
    ctx.report(Severity::error, {ctx.files.add(path, ""), 0, 0}, why);
    return std::nullopt;
  }
  const std::uint32_t file = ctx.files.add(path, std::move(*text));
  Module module;
  module.path = path;
  try {
    const std::string_view all = ctx.files.text(file);
    Reader(all, module).run(outline(all, wanted));
  } catch (const SyntaxError& e) {
    ctx.report(Severity::error, {file, e.line, e.column}, e.message);
    return std::nullopt;
  }
  return module;
}

} // namespace heddle::ptx
