#include "project/settings.hpp"

#include "project/files.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <sstream>

namespace heddle::project {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view mark = "heddle:";
constexpr std::string_view allow = "allow ";

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t\r") + 1 - first);
}

// "block = 256", "--block=256", "strict-exit", with nothing around it.
Setting setting_of(const std::string& text, Position at, const std::string& line) {
  const auto equals = text.find('=');
  std::string name = trimmed(text.substr(0, equals));
  if (name.starts_with("--")) name.erase(0, 2);
  if (equals == std::string::npos) return {{"--" + name}, std::move(at), line};
  const std::string value = trimmed(text.substr(equals + 1));
  const auto offset = value.empty() ? equals + 1 : text.find(value, equals + 1);
  return {{"--" + name, value}, std::move(at), line, static_cast<unsigned>(offset)};
}

unsigned column_of(std::size_t offset) { return static_cast<unsigned>(offset) + 1; }

void for_each_line(const std::string& text,
                   const std::function<void(unsigned, const std::string&)>& use) {
  std::istringstream lines(text);
  unsigned number = 0;
  for (std::string line; std::getline(lines, line);)
    use(++number, line);
}

// What stands behind `heddle:` in the comment that begins with it, and where both begin.
struct Comment {
  std::size_t begin = 0, text_begin = 0;
  std::string text;
};

std::optional<Comment> told_in(const std::string& line, std::size_t begin, std::size_t end) {
  const char* const opening = line[begin + 1] == '/' ? "/ \t" : "/* \t";
  const std::size_t start = std::min(line.find_first_not_of(opening, begin), end);
  if (line.compare(start, mark.size(), mark) != 0) return std::nullopt;
  const std::size_t text = start + mark.size();
  return Comment{begin, text, line.substr(text, end - text)};
}

// `// heddle: ..` or `/* heddle: .. */` in a line, which may not be within a string.
std::optional<Comment> comment_in(const std::string& line) {
  bool quoted = false;
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    const bool is_comment = !quoted && line[i] == '/' && (line[i + 1] == '/' || line[i + 1] == '*');
    if (is_comment) {
      const std::size_t close = line[i + 1] == '/' ? line.npos : line.find("*/", i + 2);
      const std::size_t end = std::min(close, line.size());
      if (auto comment = told_in(line, i, end)) return comment;
      i = end + 1;
    } else if (quoted && line[i] == '\\') {
      ++i;
    } else if (line[i] == '"' && (i == 0 || line[i - 1] != '\'')) {
      quoted = !quoted;
    }
  }
  return std::nullopt;
}

// As who stands in this folder would name it.
fs::path near(const fs::path& path) {
  std::error_code none;
  const fs::path from_here = path.lexically_relative(fs::current_path(none));
  return from_here.empty() || from_here.begin()->string() == ".." ? path : from_here;
}

bool holds_code(const std::string& line) {
  constexpr const char* blanks = " \t\r";
  const auto first = line.find_first_not_of(blanks);
  if (first == line.npos || line.compare(first, 2, "//") == 0) return false;
  if (line.compare(first, 2, "/*") != 0) return true;
  const auto close = line.find("*/", first + 2);
  return close != line.npos && line.find_first_not_of(blanks, close + 2) != line.npos;
}

} // namespace

std::vector<Setting> settings_for(const fs::path& path) {
  std::error_code none;
  const fs::path start =
      fs::is_directory(path, none) ? path : fs::absolute(path, none).parent_path();
  const fs::path folder = find_upwards(start, ".heddle");
  if (folder.empty()) return {};
  const fs::path file = near(folder / ".heddle");
  std::vector<Setting> settings;
  for_each_line(read_text(file), [&](unsigned number, const std::string& line) {
    const std::string text = trimmed(line);
    if (text.empty() || text.starts_with('#')) return;
    Setting setting = setting_of(text, {file.string(), number, column_of(line.find(text))}, line);
    const std::string& name = setting.words.front();
    if (setting.words.size() == 2 && (name == "--include" || name == "--baseline"))
      setting.words[1] = (folder / setting.words[1]).lexically_normal().string();
    settings.push_back(std::move(setting));
  });
  return settings;
}

std::vector<Setting> settings_in(const std::string& text, const std::string& file) {
  std::vector<Setting> settings;
  if (text.find(mark) == std::string::npos) return settings;
  for_each_line(text, [&](unsigned number, const std::string& line) {
    const std::optional<Comment> comment = comment_in(line);
    if (!comment) return;
    std::size_t begin = comment->text_begin;
    std::istringstream parts(comment->text);
    for (std::string part; std::getline(parts, part, ';');) {
      const std::string option = trimmed(part);
      const std::size_t at = begin + part.find(option);
      begin += part.size() + 1;
      if (!option.empty() && !option.starts_with(allow))
        settings.push_back(setting_of(option, {file, number, column_of(at)}, line));
    }
  });
  return settings;
}

std::vector<Suppression> suppressions_in(const std::string& text, const std::string& file) {
  std::vector<Suppression> found;
  if (text.find(mark) == std::string::npos) return found;
  std::vector<std::size_t> open; // those that stand before their line of code
  for_each_line(text, [&](unsigned number, const std::string& line) {
    if (holds_code(line)) {
      for (const std::size_t i : open)
        found[i].line = number;
      open.clear();
    }
    const std::optional<Comment> found_here = comment_in(line);
    const std::string comment = found_here ? trimmed(found_here->text) : "";
    if (!comment.starts_with(allow)) return;
    const unsigned column = column_of(found_here->begin);
    const auto dashes = comment.find("--");
    Suppression one{{file, number, column}, trimmed(comment.substr(allow.size())), "", 0, false};
    if (dashes != std::string::npos) {
      one.kind = trimmed(comment.substr(allow.size(), dashes - allow.size()));
      one.reason = trimmed(comment.substr(dashes + 2));
    }
    if (holds_code(line))
      one.line = number;
    else
      open.push_back(found.size());
    found.push_back(std::move(one));
  });
  return found;
}

namespace {

void suppress(std::vector<Finding>& findings, std::vector<Suppression>& suppressions) {
  for (Finding& finding : findings)
    for (Suppression& s : suppressions) {
      const auto speaks_of = [&](const Position& at) {
        return at.line == s.line && at.file == s.at.file;
      };
      const bool there = std::ranges::any_of(finding.accesses, [&](const AccessReport& access) {
        return speaks_of(access.position) || std::ranges::any_of(access.inlined_at, speaks_of);
      });
      if (!there || s.reason.empty() || (s.kind != "any" && s.kind != to_string(finding.kind)))
        continue;
      s.was_used = true;
      finding.suppressed = s.reason;
    }
}

void add_files(const std::vector<Finding>& findings, std::set<std::string>& files) {
  for (const Finding& finding : findings)
    for (const AccessReport& access : finding.accesses) {
      files.insert(access.position.file);
      for (const Position& call : access.inlined_at)
        files.insert(call.file);
    }
}

} // namespace

void suppress(KernelResult& kernel, std::vector<Suppression>& suppressions) {
  suppress(kernel.findings, suppressions);
  if (kernel.precondition) suppress(kernel.precondition->without, suppressions);
}

void suppress_by_headers(KernelResult& kernel, const std::string& source,
                         HeaderSuppressions& headers) {
  std::set<std::string> files;
  add_files(kernel.findings, files);
  if (kernel.precondition) add_files(kernel.precondition->without, files);
  files.erase(source);
  for (const std::string& file : files) {
    const auto [known, is_new] = headers.try_emplace(file);
    if (is_new) known->second = suppressions_in(read_text(file), file);
    if (!known->second.empty()) suppress(kernel, known->second);
  }
}

} // namespace heddle::project
