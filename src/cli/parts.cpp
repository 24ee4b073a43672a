#include "cli/parts.hpp"

#include "project/files.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>

namespace heddle::cli {
namespace {

constexpr std::string_view keyword = "__global__";

bool is_part_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// Does `name (` or `name<` stand in the text, as a word? Namespaces do not count.
bool declares(std::string_view text, std::string_view name) {
  name.remove_prefix(name.rfind(':') + 1);
  for (std::size_t at = text.find(name); at != std::string_view::npos;
       at = text.find(name, at + 1)) {
    if (at > 0 && is_part_of_word(text[at - 1])) continue;
    const std::size_t next = text.find_first_not_of(" \t\r\n", at + name.size());
    if (next != std::string_view::npos && (text[next] == '(' || text[next] == '<')) return true;
  }
  return false;
}

// Calls `use` with what stands behind each `__global__`, up to its body or its end, and whether it
// has a body.
template <class Use> void for_each_head(std::string_view text, const Use& use) {
  for (std::size_t at = text.find(keyword); at != std::string_view::npos;
       at = text.find(keyword, at + 1)) {
    const std::size_t begin = at + keyword.size();
    const std::size_t end = std::min(text.find_first_of("{;", begin), text.size());
    use(text.substr(begin, end - begin), end < text.size() && text[end] == '{');
  }
}

std::size_t definitions_of(std::string_view text, std::string_view name) {
  std::size_t count = 0;
  for_each_head(text, [&](std::string_view head, bool has_body) {
    count += has_body && declares(head, name) ? 1 : 0;
  });
  return count;
}

std::string canonical(const std::string& path) {
  std::error_code error;
  return std::filesystem::weakly_canonical(path, error).string();
}

} // namespace

Reported::Reported(const CheckResult& whole) {
  for (const KernelResult& kernel : whole.kernels)
    kernels_.insert(key(kernel));
  std::map<std::string, std::string> texts;
  std::erase_if(kernels_, [&](const Key& key) {
    const auto [text, is_new] = texts.try_emplace(key.first);
    if (is_new) text->second = project::read_text(key.first);
    return definitions_of(text->second, key.second) > 1;
  });
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
  bool has_one = false, has_other = false;
  for_each_head(text, [&](std::string_view head, bool) {
    has_one = true;
    has_other |=
        std::ranges::none_of(names, [&](const auto& name) { return declares(head, name); });
  });
  return has_one && !has_other;
}

} // namespace heddle::cli
