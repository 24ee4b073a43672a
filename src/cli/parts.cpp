#include "cli/parts.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace heddle::cli {
namespace {

constexpr std::string_view keyword = "__global__";

bool is_part_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// Does `name (` or `name<` stand in the text, as a word?
bool declares(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find(name); at != std::string_view::npos;
       at = text.find(name, at + 1)) {
    if (at > 0 && is_part_of_word(text[at - 1])) continue;
    const std::size_t next = text.find_first_not_of(" \t\r\n", at + name.size());
    if (next != std::string_view::npos && (text[next] == '(' || text[next] == '<')) return true;
  }
  return false;
}

} // namespace

std::string name_without_arguments(const std::string& kernel) {
  return kernel.substr(0, kernel.find('<'));
}

std::set<std::string> kernels_of_part(const CheckResult& whole, const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path part = fs::weakly_canonical(path, error);
  std::set<std::string> names;
  for (const KernelResult& kernel : whole.kernels)
    if (fs::weakly_canonical(kernel.file, error) == part)
      names.insert(name_without_arguments(kernel.kernel));
  return names;
}

bool has_only(const std::string& text, const std::set<std::string>& names) {
  bool has_one = false;
  for (std::size_t at = text.find(keyword); at != std::string::npos;
       at = text.find(keyword, at + 1)) {
    has_one = true;
    const std::size_t begin = at + keyword.size();
    const std::string_view head =
        std::string_view(text).substr(begin, text.find_first_of("{;", begin) - begin);
    const bool is_there = std::ranges::any_of(names, [&](const std::string& name) {
      const std::size_t last = name.rfind(':');
      return declares(head, last == std::string::npos ? name : name.substr(last + 1));
    });
    if (!is_there) return false;
  }
  return has_one;
}

} // namespace heddle::cli
