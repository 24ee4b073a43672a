#include "project/scopes.hpp"

#include <algorithm>

namespace heddle::project {

bool Scopes::is_of_file(std::size_t at) {
  for (; next_ < at; ++next_) {
    if (code_[next_] == '{') open_.push_back(is_of_namespace(next_));
    if (code_[next_] == '}' && !open_.empty()) open_.pop_back();
  }
  return std::ranges::all_of(open_, [](bool of_namespace) { return of_namespace; });
}

// `namespace a::b {`, `extern "C" {` (of which the text is left out)
bool Scopes::is_of_namespace(std::size_t brace) const {
  const std::size_t end =
      brace == 0 ? std::string_view::npos : code_.find_last_of(";{}", brace - 1);
  const std::size_t begin = end == std::string_view::npos ? 0 : end + 1;
  const std::string_view before = code_.substr(begin, brace - begin);
  return before.find('(') == std::string_view::npos &&
         (before.find("namespace") != std::string_view::npos ||
          before.find("extern") != std::string_view::npos);
}

} // namespace heddle::project
