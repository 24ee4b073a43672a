#include "ptx/read/parse_tokens.hpp"

#include "PtxLexer.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>

namespace heddle::ptx {

namespace {

using grammar::PtxLexer;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f'; }
bool starts_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool in_word(char c) { return starts_word(c) || is_digit(c); }

// What the grammar writes as a literal: keywords and signs, by their text.
struct Literals {
  std::unordered_map<std::string_view, std::size_t> words;
  std::array<std::size_t, 256> signs{};

  Literals() {
    static const auto& vocabulary = vocabulary_of_lexer();
    static const std::vector<std::string> names = [] {
      std::vector<std::string> all;
      for (std::size_t type = 0; type <= vocabulary.getMaxTokenType(); ++type)
        all.push_back(vocabulary.getLiteralName(type));
      return all;
    }();
    for (std::size_t type = 0; type < names.size(); ++type) {
      if (names[type].size() < 3) continue; // '..' in quotes
      const std::string_view text = std::string_view(names[type]).substr(1, names[type].size() - 2);
      if (text.size() == 1)
        signs[static_cast<unsigned char>(text[0])] = type;
      else
        words.emplace(text, type);
    }
  }

private:
  static const antlr4::dfa::Vocabulary& vocabulary_of_lexer() {
    static PtxLexer lexer(nullptr);
    return lexer.getVocabulary();
  }
};

const Literals& literals() {
  static const Literals all;
  return all;
}

} // namespace

// The end of the longest run from `from` on of which each sign passes the test.
template <class Test> std::size_t Scanner::run(std::size_t from, Test test) const {
  while (from < text_.size() && test(text_[from]))
    ++from;
  return from;
}

void Scanner::advance(std::size_t end) {
  for (; at_ < end; ++at_) {
    ++column_;
    if (text_[at_] != '\n') continue;
    ++line_;
    column_ = 0;
  }
}

std::size_t Scanner::comment() const {
  const std::string_view rest = text_.substr(at_);
  if (rest.starts_with("//")) return std::min(text_.find('\n', at_), text_.size());
  if (!rest.starts_with("/*")) return 0;
  const std::size_t end = text_.find("*/", at_ + 2);
  return end == std::string_view::npos ? 0 : end + 2;
}

void Scanner::skip_space() {
  while (at_ < text_.size()) {
    if (is_space(text_[at_]))
      advance(at_ + 1);
    else if (const std::size_t end = text_[at_] == '/' ? comment() : 0)
      advance(end);
    else
      return;
  }
}

Token Scanner::next() {
  skip_space();
  Token token{antlr4::Token::EOF, at_, at_, line_, column_};
  if (at_ >= text_.size()) return token;
  token.type = type_and_end(token.end);
  if (token.type == PtxLexer::Numbers) {
    advance(token.end);
  } else { // no other token holds an end of a line
    column_ += token.end - at_;
    at_ = token.end;
  }
  return token;
}

std::size_t Scanner::type_and_end(std::size_t& end) const {
  const char c = text_[at_];
  end = at_ + 1;
  if (starts_word(c) || c == '%' || c == '$') {
    end = name_end();
    return PtxLexer::Name;
  }
  if (is_digit(c)) {
    end = number_end();
    return PtxLexer::Number;
  }
  if (c == '.') return word(end);
  if (c == '"') {
    const std::size_t close = text_.find_first_of("\"\r\n", at_ + 1);
    if (at(close) != '"') return PtxLexer::Other;
    end = close + 1;
    return PtxLexer::String;
  }
  if (c == '=')
    if (const std::size_t list = numbers_end()) {
      end = list;
      return PtxLexer::Numbers;
    }
  const std::size_t sign = literals().signs[static_cast<unsigned char>(c)];
  return sign ? sign : static_cast<std::size_t>(PtxLexer::Other);
}

// `.loc`, `.shared::cta`
std::size_t Scanner::word(std::size_t& end) const {
  if (!starts_word(at(at_ + 1))) return PtxLexer::Other;
  end = run(at_ + 1, in_word);
  while (at(end) == ':' && at(end + 1) == ':' && in_word(at(end + 2)))
    end = run(end + 2, in_word);
  const auto& words = literals().words;
  const auto known = words.find(text_.substr(at_, end - at_));
  return known == words.end() ? static_cast<std::size_t>(PtxLexer::Word) : known->second;
}

std::size_t Scanner::name_end() const {
  std::size_t end = run(at_ + 1, [](char c) { return in_word(c) || c == '$'; });
  while (at(end) == '.' && in_word(at(end + 1))) {
    end = run(end + 1, in_word);
    while (at(end) == ':' && at(end + 1) == ':' && in_word(at(end + 2)))
      end = run(end + 2, in_word);
  }
  return end;
}

// The longest of the grammar's forms.
std::size_t Scanner::number_end() const {
  const auto with_suffix = [&](std::size_t end) { return at(end) == 'U' ? end + 1 : end; };
  const auto with_exponent = [&](std::size_t end) {
    if (at(end) != 'e' && at(end) != 'E') return end;
    const bool sign = at(end + 1) == '+' || at(end + 1) == '-';
    const std::size_t digits = end + (sign ? 2 : 1);
    return is_digit(at(digits)) ? run(digits, is_digit) : end;
  };
  const std::size_t whole = run(at_, is_digit);
  std::size_t end = std::max(with_suffix(whole), with_exponent(whole));
  if (at(whole) == '.') end = std::max(end, with_exponent(run(whole + 1, is_digit)));
  if (text_[at_] != '0') return end;
  switch (at(at_ + 1)) {
  case 'f':
  case 'F':
  case 'd':
  case 'D':
    return is_hex(at(at_ + 2)) ? std::max(end, run(at_ + 2, is_hex)) : end;
  case 'x':
  case 'X':
    return is_hex(at(at_ + 2)) ? std::max(end, with_suffix(run(at_ + 2, is_hex))) : end;
  case 'b':
  case 'B': {
    const auto is_bit = [](char c) { return c == '0' || c == '1'; };
    return is_bit(at(at_ + 2)) ? std::max(end, with_suffix(run(at_ + 2, is_bit))) : end;
  }
  default:
    return end;
  }
}

// `= {1, 2, 3}`; 0: it is something else.
std::size_t Scanner::numbers_end() const {
  std::size_t end = run(at_ + 1, is_space);
  if (at(end) != '{') return 0;
  do {
    const std::size_t digits = run(end + 1, is_space);
    end = run(digits, is_digit);
    if (end == digits) return 0;
    end = run(end, is_space);
  } while (at(end) == ',');
  return at(end) == '}' ? end + 1 : 0;
}

} // namespace heddle::ptx
