// The tokens of a PTX text, as grammar/PtxLexer.g4 says them and many times faster than ANTLR's
// lexer finds them. tests/unit/ptx compares the two.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace heddle::ptx {

struct Token {
  std::size_t type = 0;             // of PtxLexer; antlr4::Token::EOF at the end
  std::size_t begin = 0, end = 0;   // in the text
  std::size_t line = 0, column = 0; // from 1, from 0
};

class Scanner {
public:
  // `text` outlives the scanner.
  explicit Scanner(std::string_view text, std::size_t line = 1, std::size_t column = 0)
      : text_(text), line_(line), column_(column) {}
  Token next();

private:
  void skip_space();
  void advance(std::size_t end); // over what may hold ends of lines
  std::size_t comment() const;   // the end of the comment that starts here; 0: none does
  std::size_t type_and_end(std::size_t& end) const;
  std::size_t word(std::size_t& end) const;
  std::size_t name_end() const;
  std::size_t number_end() const;
  std::size_t numbers_end() const;
  template <class Test> std::size_t run(std::size_t from, Test test) const;
  char at(std::size_t i) const { return i < text_.size() ? text_[i] : '\0'; }

  std::string_view text_;
  std::size_t at_ = 0, line_ = 1, column_ = 0;
};

} // namespace heddle::ptx
