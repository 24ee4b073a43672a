#include "cli/parts.hpp"

#include "project/files.hpp"
#include "project/kernel_heads.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

namespace heddle::cli {
namespace {

std::size_t definitions_of(std::string_view text, std::string_view name) {
  std::size_t count = 0;
  project::for_each_head(text, [&](std::string_view head, bool has_body) {
    count += has_body && project::declares(head, name) ? 1 : 0;
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
  project::for_each_head(text, [&](std::string_view head, bool) {
    has_one = true;
    has_other |= std::ranges::none_of(
        names, [&](const auto& name) { return project::declares(head, name); });
  });
  return has_one && !has_other;
}

} // namespace heddle::cli
