#include "cuda/parse/launch_brackets.hpp"

#include <cctype>
#include <utility>

namespace heddle::cuda {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t'; }

class Brackets {
public:
  explicit Brackets(std::string_view text) : text_(text) {}

  std::optional<std::string> run() {
    for (std::size_t at = 0; (at = text_.find("<<", at)) != text_.npos;) {
      const std::size_t open = third(at, '<');
      if (open == text_.npos || !is_behind_name(at)) {
        at += 2;
        continue;
      }
      if (const auto close = closing(open + 1)) {
        join(at, open);
        join(*close, third(*close, '>'));
      }
      at = open + 1;
    }
    return std::move(changed_);
  }

private:
  // Where the third bracket stands behind the two at `at`.
  std::size_t third(std::size_t at, char bracket) const {
    std::size_t i = at + 2;
    while (i < text_.size() && is_blank(text_[i]))
      ++i;
    return i < text_.size() && text_[i] == bracket ? i : text_.npos;
  }

  // Of a kernel, perhaps with arguments: `operator<< <int>` is none.
  bool is_behind_name(std::size_t at) const {
    while (at > 0 && std::isspace(static_cast<unsigned char>(text_[at - 1])) != 0)
      --at;
    if (at == 0) return false;
    const char last = text_[at - 1];
    const bool is_name = std::isalnum(static_cast<unsigned char>(last)) != 0 || last == '_' ||
                         last == '>' || last == ')';
    return is_name && !text_.substr(0, at).ends_with("operator");
  }

  // The `>>` before the end of the statement that `>` and arguments in parentheses follow.
  std::optional<std::size_t> closing(std::size_t at) const {
    int depth = 0;
    for (; at < text_.size(); ++at) {
      const char c = text_[at];
      if (c == '(') ++depth;
      if (c == ')') --depth;
      if (depth < 0 || c == ';' || c == '{' || c == '}') return std::nullopt;
      if (depth > 0 || !text_.substr(at).starts_with(">>")) continue;
      std::size_t behind = third(at, '>');
      if (behind == text_.npos) continue;
      do
        ++behind;
      while (behind < text_.size() && std::isspace(static_cast<unsigned char>(text_[behind])) != 0);
      if (behind < text_.size() && text_[behind] == '(') return at;
    }
    return std::nullopt;
  }

  void join(std::size_t at, std::size_t third) {
    if (third == at + 2) return;
    if (!changed_) changed_.emplace(text_);
    std::swap((*changed_)[at + 2], (*changed_)[third]);
  }

  std::string_view text_;
  std::optional<std::string> changed_;
};

} // namespace

std::optional<std::string> with_launch_brackets(std::string_view text) {
  return Brackets(text).run();
}

} // namespace heddle::cuda
