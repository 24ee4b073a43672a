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

std::string canonical(const std::string& path) {
  std::error_code error;
  return std::filesystem::weakly_canonical(path, error).string();
}

} // namespace

Reported::Reported(const CheckResult& whole) {
  for (const KernelResult& kernel : whole.kernels)
    kernels_.insert(key(kernel));
}

Reported::Key Reported::key(const KernelResult& kernel) {
  return {canonical(kernel.file), kernel.kernel.substr(0, kernel.kernel.find('<'))};
}

std::set<std::string> Reported::names_in(const std::string& path) const {
  std::set<std::string> names;
  const std::string file = canonical(path);
  for (const auto& [at, name] : kernels_)
    if (at == file) names.insert(name);
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
