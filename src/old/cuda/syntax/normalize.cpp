#include "cuda/syntax/syntax_tokens.hpp"

#include "CudaLexer.h"

#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace heddle::cuda {

namespace {

using grammar::CudaLexer;
using Types = std::unordered_map<std::string_view, std::size_t>;

// Keywords and punctuators by their text, from the lexer's own vocabulary.
const Types& literal_types() {
  static const std::vector<std::string> names = [] {
    CudaLexer lexer(nullptr);
    std::vector<std::string> all;
    for (std::size_t type = 0; type <= lexer.getVocabulary().getMaxTokenType(); ++type)
      all.push_back(lexer.getVocabulary().getLiteralName(type));
    return all;
  }();
  static const Types types = [] {
    Types map;
    for (std::size_t type = 0; type < names.size(); ++type)
      if (names[type].size() > 2)
        map.emplace(std::string_view(names[type]).substr(1, names[type].size() - 2), type);
    return map;
  }();
  return types;
}

const std::unordered_map<std::string_view, std::string_view>& spellings() {
  static const std::unordered_map<std::string_view, std::string_view> map{
      {"__restrict", "__restrict__"},
      {"restrict", "__restrict__"},
      {"__inline__", "inline"},
      {"__inline", "inline"},
      {"__forceinline__", "inline"},
      {"__forceinline", "inline"},
      {"__volatile__", "volatile"},
      {"__volatile", "volatile"},
      {"__const__", "const"},
      {"__const", "const"},
      {"__signed__", "signed"},
      {"__signed", "signed"},
      {"__asm__", "asm"},
      {"__asm", "asm"},
      {"_Bool", "bool"},
      {"__alignof__", "alignof"},
      {"__alignof", "alignof"},
      {"_Alignof", "alignof"},
      {"_Alignas", "alignas"},
      {"__align__", "alignas"},
      {"__builtin_align__", "alignas"},
      {"_Static_assert", "static_assert"},
      {"__typeof__", "decltype"},
      {"__typeof", "decltype"},
      {"typeof", "decltype"},
      {"consteval", "constexpr"},
      {"constinit", "constexpr"},
      {"and", "&&"},
      {"or", "||"},
      {"not", "!"},
      {"bitand", "&"},
      {"bitor", "|"},
      {"xor", "^"},
      {"compl", "~"},
      {"and_eq", "&="},
      {"or_eq", "|="},
      {"xor_eq", "^="},
      {"not_eq", "!="},
      {"<%", "{"},
      {"%>", "}"},
      {"<:", "["},
      {":>", "]"},
      {"__thread", "thread_local"},
      {"__int128_t", "__int128"},
  };
  return map;
}

// Words that change nothing here.
const std::unordered_set<std::string_view>& ignored_words() {
  static const std::unordered_set<std::string_view> set{"__noinline__",
                                                        "__noinline",
                                                        "__grid_constant__",
                                                        "__extension__",
                                                        "__cdecl",
                                                        "__stdcall",
                                                        "__fastcall",
                                                        "__device_builtin__",
                                                        "__cudart_builtin__",
                                                        "__nv_pure__",
                                                        "_Noreturn",
                                                        "__builtin_expect_with_probability_unused",
                                                        "CUDARTAPI",
                                                        "WINAPI",
                                                        "CUDART_CB"};
  return set;
}
// The same, with a parenthesised argument.
const std::unordered_set<std::string_view>& ignored_calls() {
  static const std::unordered_set<std::string_view> set{"__declspec", "__pragma", "_Pragma",
                                                        "__maxnreg__", "__nv_grid_constant__"};
  return set;
}

class Normalizer {
public:
  explicit Normalizer(const std::vector<Token>& in) : in_(in) { out_.reserve(in.size()); }

  SyntaxTokens run() {
    while (at_ < in_.size())
      step();
    return std::move(out_);
  }

private:
  std::string_view text(std::size_t i) const {
    return i < in_.size() ? std::string_view(in_[i].text) : std::string_view();
  }
  bool is_word(std::size_t i) const {
    return in_[i].kind == Token::Kind::identifier || in_[i].kind == Token::Kind::keyword;
  }
  void emit(std::size_t type, std::string spelling, Loc loc, bool glued = false) {
    out_.push_back({type, std::move(spelling), loc, glued});
  }
  void emit_literal(std::string_view spelling, Loc loc, bool glued = false) {
    emit(literal_types().at(spelling), std::string(spelling), loc, glued);
  }
  // The index after the group of parentheses (or brackets) at `i`.
  std::size_t skip_group(std::size_t i) const {
    std::size_t depth = 0;
    for (; i < in_.size(); ++i) {
      const std::string_view t = text(i);
      if (t == "(" || t == "[") ++depth;
      if ((t == ")" || t == "]") && (depth == 0 || --depth == 0)) return i + 1;
    }
    return i;
  }

  void step() {
    const Token& token = in_[at_];
    switch (token.kind) {
    case Token::Kind::number:
      return take(CudaLexer::Number);
    case Token::Kind::string:
      return take(CudaLexer::String);
    case Token::Kind::character:
      return take(CudaLexer::Character);
    case Token::Kind::identifier:
    case Token::Kind::keyword:
      return word();
    case Token::Kind::punctuator:
      return punctuator();
    }
  }
  void take(std::size_t type) {
    emit(type, in_[at_].text, in_[at_].loc);
    ++at_;
  }

  void word() {
    const Token& token = in_[at_];
    if (token.text == "__attribute__" || token.text == "__attribute") return attribute();
    if (ignored_words().contains(token.text)) {
      ++at_;
      return;
    }
    if (ignored_calls().contains(token.text) && text(at_ + 1) == "(") {
      at_ = skip_group(at_ + 1);
      return;
    }
    if (token.text == "__int64") {
      emit_literal("long", token.loc);
      emit_literal("long", token.loc);
      ++at_;
      return;
    }
    if (token.text == "__uint128_t") emit_literal("unsigned", token.loc);
    if (token.text == "__int128_t" || token.text == "__uint128_t") {
      emit_literal("__int128", token.loc);
      ++at_;
      return;
    }
    known_or_identifier();
  }
  void known_or_identifier() {
    const Token& token = in_[at_++];
    const auto spelling = spellings().find(token.text);
    if (spelling != spellings().end()) return emit_literal(spelling->second, token.loc);
    const auto literal = literal_types().find(token.text);
    // `final` and `override` are words of their own only after a declarator
    const bool contextual = token.text == "final" || token.text == "override";
    if (literal == literal_types().end() || (contextual && !after_declarator()))
      return emit(CudaLexer::Identifier, token.text, token.loc);
    emit(literal->second, token.text, token.loc);
  }
  bool after_declarator() const {
    if (out_.empty()) return false;
    const std::size_t before = out_.back().type;
    return before == CudaLexer::RightParen || before == CudaLexer::Const ||
           before == CudaLexer::Noexcept || before == CudaLexer::Override ||
           before == CudaLexer::Identifier || before == CudaLexer::Greater;
  }

  // __attribute__((aligned(n), packed, ..)): alignment and packing matter to layout, the rest not.
  void attribute() {
    const std::size_t end = skip_group(at_ + 1);
    if (text(at_ + 1) != "(") {
      ++at_;
      return;
    }
    for (std::size_t i = at_ + 2; i < end; ++i) {
      const std::string_view t = text(i);
      if (t == "packed" || t == "__packed__") emit_literal("__packed__", in_[i].loc);
      const bool aligned = t == "aligned" || t == "__aligned__";
      if (aligned && text(i + 1) == "(") copy_alignment(i);
    }
    at_ = end;
  }
  void copy_alignment(std::size_t i) {
    emit_literal("alignas", in_[i].loc);
    const std::size_t stop = skip_group(i + 1);
    const std::size_t back = at_;
    for (at_ = i + 1; at_ < stop;)
      step();
    at_ = back;
  }

  void punctuator() {
    const Token& token = in_[at_];
    const std::string& t = token.text;
    if (t == "[" && text(at_ + 1) == "[" && attribute_brackets()) {
      at_ = skip_group(at_);
      return;
    }
    ++at_;
    if (t == "<<" && text(at_) == "<" && !after_operator()) {
      ++at_;
      return emit(CudaLexer::LaunchOpen, "<<<", token.loc);
    }
    if (t == ">>") {
      emit_literal(">", token.loc, true);
      Loc second = token.loc;
      if (at_ < 2 || in_[at_ - 2].loc != token.loc) ++second.column; // not inside a macro call
      return emit_literal(">", second);
    }
    const auto spelling = spellings().find(t);
    if (spelling != spellings().end()) return emit_literal(spelling->second, token.loc);
    const auto literal = literal_types().find(t);
    if (literal != literal_types().end()) return emit(literal->second, t, token.loc);
    emit(CudaLexer::Other, t, token.loc);
  }
  bool after_operator() const { return !out_.empty() && out_.back().type == CudaLexer::Operator; }
  // `[[` opens an attribute unless something before it can be indexed.
  bool attribute_brackets() const {
    if (out_.empty()) return true;
    switch (out_.back().type) {
    case CudaLexer::Identifier:
      return false;
    case CudaLexer::RightBracket:
      return false;
    default:
      return true;
    }
  }

  const std::vector<Token>& in_;
  SyntaxTokens out_;
  std::size_t at_ = 0;
};

} // namespace

SyntaxTokens normalize(const std::vector<Token>& tokens) {
  return write_folds(Normalizer(tokens).run());
}

std::size_t after_group(TokenSpan tokens, std::size_t open) {
  std::size_t depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    switch (tokens[i].type) {
    case CudaLexer::LeftParen:
    case CudaLexer::LeftBracket:
    case CudaLexer::LeftBrace:
      ++depth;
      break;
    case CudaLexer::RightParen:
    case CudaLexer::RightBracket:
    case CudaLexer::RightBrace:
      if (depth == 0 || --depth == 0) return i + 1;
      break;
    default:
      break;
    }
  }
  return tokens.size();
}

} // namespace heddle::cuda
