#include "formula.hpp"

#include <cctype>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace heddle::golden {
namespace {

class Reader {
public:
  Reader(const std::string& text, const std::map<std::string, std::int64_t>& names)
      : text_(text), names_(names) {}

  std::int64_t whole() {
    const std::int64_t value = binary(0);
    skip_spaces();
    if (at_ != text_.size()) throw std::runtime_error("no formula: " + text_);
    return value;
  }

private:
  // Operators that bind least first.
  std::int64_t binary(std::size_t level) {
    static const std::vector<std::string_view> levels{"|", "^", "&", "+-", "*/%"};
    if (level == levels.size()) return operand();
    std::int64_t value = binary(level + 1);
    while (const char op = next_of(levels[level]))
      value = apply(op, value, binary(level + 1));
    return value;
  }

  std::int64_t apply(char op, std::int64_t a, std::int64_t b) const {
    switch (op) {
    case '|':
      return a | b;
    case '^':
      return a ^ b;
    case '&':
      return a & b;
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    default:
      if (b == 0) throw std::runtime_error("division by 0: " + text_);
      return op == '/' ? a / b : a % b;
    }
  }

  std::int64_t operand() {
    if (next_of("(") != 0) {
      const std::int64_t value = binary(0);
      if (next_of(")") == 0) throw std::runtime_error("no formula: " + text_);
      return value;
    }
    skip_spaces();
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_of_name(text_[at_]))
      ++at_;
    const std::string word = text_.substr(begin, at_ - begin);
    if (!word.empty() && std::isdigit(static_cast<unsigned char>(word[0])) != 0)
      return std::stoll(word);
    const auto it = names_.find(word);
    if (it == names_.end()) throw std::runtime_error("no number for '" + word + "': " + text_);
    return it->second;
  }

  static bool is_of_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '#';
  }
  void skip_spaces() {
    while (at_ < text_.size() && text_[at_] == ' ')
      ++at_;
  }
  char next_of(std::string_view choice) { // 0: none of them comes next
    skip_spaces();
    if (at_ == text_.size() || choice.find(text_[at_]) == choice.npos) return 0;
    return text_[at_++];
  }

  const std::string& text_;
  const std::map<std::string, std::int64_t>& names_;
  std::size_t at_ = 0;
};

} // namespace

std::int64_t evaluate(const std::string& formula,
                      const std::map<std::string, std::int64_t>& names) {
  return Reader(formula, names).whole();
}

} // namespace heddle::golden
