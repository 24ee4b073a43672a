#include "project/ignore.hpp"

#include <fnmatch.h>
#include <sstream>
#include <string_view>

namespace heddle::project {
namespace {

// Up to the next '/', which is not part of it.
std::string_view first_part(std::string_view text) { return text.substr(0, text.find('/')); }

std::string_view behind_part(std::string_view text) {
  const auto slash = text.find('/');
  return slash == std::string_view::npos ? std::string_view{} : text.substr(slash + 1);
}

// Part by part; `**` stands for any number of parts. Texts are short, and `**` is rare.
bool matches_parts(std::string_view glob, std::string_view text) {
  while (!glob.empty()) {
    const std::string part(first_part(glob));
    glob = behind_part(glob);
    if (part == "**") {
      for (;; text = behind_part(text)) {
        if (matches_parts(glob, text)) return true;
        if (text.empty()) return glob.empty();
      }
    }
    if (text.empty()) return false;
    if (fnmatch(part.c_str(), std::string(first_part(text)).c_str(), 0) != 0) return false;
    text = behind_part(text);
  }
  return text.empty();
}

// Blanks at the end do not count but behind a backslash.
std::string trimmed(std::string line) {
  if (line.ends_with('\r')) line.pop_back();
  while (line.ends_with(' ') && !line.ends_with("\\ "))
    line.pop_back();
  return line;
}

} // namespace

bool matches_glob(const std::string& glob, const std::string& text) {
  return matches_parts(glob, text);
}

IgnoreFile::IgnoreFile(const std::string& text, std::filesystem::path folder)
    : folder_(std::move(folder)) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    line = trimmed(line);
    Pattern pattern;
    if (line.starts_with('!')) {
      pattern.negated = true;
      line.erase(0, 1);
    } else if (line.starts_with('#')) {
      continue;
    }
    if (line.ends_with('/')) {
      pattern.folders_only = true;
      line.pop_back();
    }
    pattern.anchored = line.find('/') != std::string::npos;
    if (line.starts_with('/')) line.erase(0, 1);
    if (line.empty()) continue;
    pattern.glob = std::move(line);
    patterns_.push_back(std::move(pattern));
  }
}

IgnoreFile::Answer IgnoreFile::ask(const std::filesystem::path& path, bool is_folder) const {
  const std::string below = path.lexically_relative(folder_).generic_string();
  Answer answer = Answer::none;
  for (const Pattern& pattern : patterns_) {
    if (pattern.folders_only && !is_folder) continue;
    if (pattern.anchored ? matches_glob(pattern.glob, below)
                         : matches_glob(pattern.glob, path.filename().string()))
      answer = pattern.negated ? Answer::kept : Answer::ignored;
  }
  return answer;
}

} // namespace heddle::project
