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
    for (std::size_t at = 0; (at = text_.find('<', at)) != text_.npos; ++at) {
      const auto open = three(at, '<');
      if (!open || !is_behind_name(at)) continue;
      if (const auto close = closing(open->third + 1, open->second != at + 1)) {
        join(at, *open);
        join(*close, *three(*close, '>'));
      }
      at = open->third;
    }
    return std::move(changed_);
  }

private:
  struct Others { // brackets behind a first one
    std::size_t second, third;
  };

  std::optional<Others> three(std::size_t at, char bracket) const {
    const std::size_t second = next(at, bracket);
    const std::size_t third = second == text_.npos ? second : next(second, bracket);
    if (third == text_.npos) return std::nullopt;
    return Others{second, third};
  }

  // Where such a bracket is the next behind `at`.
  std::size_t next(std::size_t at, char bracket) const {
    do
      ++at;
    while (at < text_.size() && is_blank(text_[at]));
    return at < text_.size() && text_[at] == bracket ? at : text_.npos;
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

  // The three before the end of the statement that arguments in parentheses follow. `> > >` may end
  // arguments of templates, but where the launch was opened like that, too.
  std::optional<std::size_t> closing(std::size_t at, bool perhaps_apart) const {
    int depth = 0;
    for (; at < text_.size(); ++at) {
      const char c = text_[at];
      if (c == '(' || c == '{') ++depth;
      if (c == ')' || c == '}') --depth;
      if (depth < 0 || c == ';') return std::nullopt;
      if (depth > 0 || c != '>') continue;
      const auto close = three(at, '>');
      if (!close || (close->second != at + 1 && !perhaps_apart)) continue;
      std::size_t behind = close->third;
      do
        ++behind;
      while (behind < text_.size() && is_skipped(behind));
      if (behind < text_.size() && text_[behind] == '(') return at;
    }
    return std::nullopt;
  }

  // White space, or the end of a line that goes on in a macro.
  bool is_skipped(std::size_t at) const {
    return std::isspace(static_cast<unsigned char>(text_[at])) != 0 ||
           text_.substr(at).starts_with("\\\n");
  }

  void join(std::size_t at, const Others& others) {
    if (others.third == at + 2) return;
    if (!changed_) changed_.emplace(text_);
    std::swap((*changed_)[at + 1], (*changed_)[others.second]);
    std::swap((*changed_)[at + 2], (*changed_)[others.third]);
  }

  std::string_view text_;
  std::optional<std::string> changed_;
};

} // namespace

std::optional<std::string> with_launch_brackets(std::string_view text) {
  return Brackets(text).run();
}

} // namespace heddle::cuda
