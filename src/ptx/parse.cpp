#include "ptx/parse.hpp"

#include "ptx/build.hpp"
#include "ptx/outline.hpp"

#include "PtxLexer.h"

#include "antlr4-runtime.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>

namespace heddle::ptx {
namespace {

using grammar::PtxLexer;
using grammar::PtxParser;
using Tokens = std::vector<std::unique_ptr<antlr4::Token>>;

// A piece ends at the first semicolon after this many tokens: trees of a piece are freed before
// the next one is read, so that memory does not grow with the file.
constexpr std::size_t piece_size = 4096;
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
    if (token->getType() == antlr4::Token::EOF) throw error_at(token, "unexpected end of the file");
    const std::size_t start = token->getStartIndex();
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

class Reader {
public:
  Reader(std::string_view text, Module& module) : text_(text), lexer_(&input_), builder_(module) {
    lexer_.removeErrorListeners();
  }

  void run(const std::vector<Stretch>& stretches) {
    for (const Stretch& stretch : stretches) {
      read(stretch);
      while (!ended_)
        piece();
      if (stretch.ends_in_header) builder_.leave_out_body();
    }
    builder_.finish();
  }

private:
  // Comments and strings may hold any bytes. Tokens must count bytes, so each becomes one sign.
  static std::string only_ascii(std::string_view text) {
    std::string out(text);
    for (char& c : out)
      if (static_cast<unsigned char>(c) >= 0x80 || c == 0) c = '\x7f';
    return out;
  }

  void read(const Stretch& stretch) {
    here_ = text_.substr(stretch.begin, stretch.end - stretch.begin);
    input_ = antlr4::ANTLRInputStream(only_ascii(here_));
    lexer_.setInputStream(&input_);
    lexer_.setLine(stretch.line);
    lexer_.setCharPositionInLine(stretch.column);
    builder_.read(here_);
    ended_ = false;
  }

  Tokens next_tokens() {
    Tokens tokens;
    while (true) {
      tokens.push_back(lexer_.nextToken());
      const std::size_t type = tokens.back()->getType();
      if (type == antlr4::Token::EOF) {
        ended_ = true;
        return tokens;
      }
      if (tokens.size() > max_piece)
        throw error_at(tokens.back().get(), "a statement that does not end");
      if (type == PtxLexer::Semicolon && tokens.size() >= piece_size) break;
    }
    antlr4::Token* last = tokens.back().get();
    auto end = std::make_unique<antlr4::CommonToken>(antlr4::Token::EOF, "");
    end->setLine(last->getLine());
    end->setCharPositionInLine(last->getCharPositionInLine());
    tokens.push_back(std::move(end));
    return tokens;
  }

  void piece() {
    antlr4::ListTokenSource source(next_tokens());
    antlr4::CommonTokenStream stream(&source);
    DepthLimitedParser parser(&stream);
    parser.removeErrorListeners();
    parser.setErrorHandler(std::make_shared<StopAtError>(here_));
    parser.getInterpreter<antlr4::atn::ParserATNSimulator>()->setPredictionMode(
        antlr4::atn::PredictionMode::SLL);
    for (PtxParser::ItemContext* item : parser.piece()->item())
      builder_.item(*item);
  }

  std::string_view text_, here_; // the file, and the stretch that is read
  antlr4::ANTLRInputStream input_;
  PtxLexer lexer_;
  Builder builder_;
  bool ended_ = false;
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
