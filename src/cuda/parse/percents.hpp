// Percent signs of inline assembly. nvcc leaves `%laneid` in a statement with operands as it is,
// where Clang, as GCC, wants `%%laneid`. What Clang is given instead has a sign of its own in the
// place of such a percent sign, and is no longer than before, as messages count its characters.
#pragma once
#include <algorithm>
#include <string>

namespace clang {
class Preprocessor;
class Token;
} // namespace clang

namespace heddle::cuda {

inline constexpr char percent_mark = '\x02';

// Changes the strings of asm statements on their way to the parser.
class Percents {
public:
  explicit Percents(clang::Preprocessor& preprocessor) : preprocessor_(preprocessor) {}

  // Follows the tokens of `asm volatile ("..." "..." : ..`.
  void see(clang::Token& token);

private:
  enum class State { outside, opening, strings };

  void rewrite(clang::Token& token);
  void mark(char* at, char* end);

  clang::Preprocessor& preprocessor_;
  State state_ = State::outside;
  char* open_ = nullptr; // the percent sign in front, which may end the string before
};

// What was written.
inline std::string with_percents(std::string text) {
  std::ranges::replace(text, percent_mark, '%');
  return text;
}

} // namespace heddle::cuda
