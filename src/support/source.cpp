#include "support/source.hpp"

namespace heddle {

std::uint32_t SourceFiles::add(std::string path, std::string text) {
  auto [it, inserted] = index_.try_emplace(path, static_cast<std::uint32_t>(files_.size()));
  if (!inserted) return it->second;
  File file{std::move(path), std::move(text), {0}};
  for (std::size_t end = file.text.find('\n'); end != std::string::npos;
       end = file.text.find('\n', end + 1))
    file.line_starts.push_back(end + 1);
  files_.push_back(std::move(file));
  return it->second;
}

std::string_view SourceFiles::line(std::uint32_t file, std::uint32_t line) const {
  if (file >= files_.size() || line == 0 || line > files_[file].line_starts.size()) return {};
  const File& f = files_[file];
  std::string_view rest = std::string_view(f.text).substr(f.line_starts[line - 1]);
  rest = rest.substr(0, rest.find('\n'));
  if (!rest.empty() && rest.back() == '\r') rest.remove_suffix(1);
  return rest;
}

std::string SourceFiles::describe(Loc loc) const {
  if (!loc || loc.file >= files_.size()) return "<unknown>";
  return files_[loc.file].path + ":" + std::to_string(loc.line) + ":" + std::to_string(loc.column);
}

} // namespace heddle
