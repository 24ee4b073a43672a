#include "lsp/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <filesystem>

namespace heddle::lsp {

using nlohmann::json;

namespace {

constexpr std::string_view scheme = "file://";

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

int hex(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// Units of UTF-16 that a character takes which begins with this byte of UTF-8; 0: within one.
std::size_t units(char byte) {
  const auto b = static_cast<std::uint8_t>(byte);
  return (b & 0xc0) == 0x80 ? 0 : b >= 0xf0 ? 2 : 1;
}

// Behind the bracket that closes the one at `at`.
std::size_t behind_bracket(std::string_view line, std::size_t at) {
  int depth = 0;
  for (; at < line.size(); ++at) {
    depth += line[at] == '[' || line[at] == '(';
    depth -= line[at] == ']' || line[at] == ')';
    if (depth == 0) return at + 1;
  }
  return at;
}

} // namespace

std::string path_of(const std::string& uri) {
  if (!uri.starts_with(scheme)) return "";
  std::string path;
  for (std::size_t i = scheme.size(); i < uri.size(); ++i) {
    const int high = uri[i] == '%' && i + 2 < uri.size() ? hex(uri[i + 1]) : -1;
    const int low = high >= 0 ? hex(uri[i + 2]) : -1;
    if (low >= 0) i += 2;
    path += low >= 0 ? static_cast<char>(high * 16 + low) : uri[i];
  }
  return path;
}

std::string uri_of(const std::string& path) {
  std::error_code none;
  std::string uri(scheme);
  for (const char c : std::filesystem::absolute(path, none).lexically_normal().string())
    uri += is_word(c) || std::string_view("/.-~").find(c) != std::string_view::npos
               ? std::string(1, c)
               : fmt::format("%{:02X}", static_cast<std::uint8_t>(c));
  return uri;
}

Lines::Lines(const std::string& text) : text_(text), starts_{0} {
  for (std::size_t i = 0; i < text_.size(); ++i)
    if (text_[i] == '\n') starts_.push_back(i + 1);
}

std::string_view Lines::line(std::size_t number) const {
  if (number >= starts_.size()) return {};
  const std::size_t end = number + 1 < starts_.size() ? starts_[number + 1] : text_.size();
  std::string_view line = std::string_view(text_).substr(starts_[number], end - starts_[number]);
  while (line.ends_with('\n') || line.ends_with('\r'))
    line.remove_suffix(1);
  return line;
}

json Lines::position(std::size_t line, std::size_t column) const {
  const std::size_t number = std::min(line > 0 ? line - 1 : 0, starts_.size() - 1);
  std::size_t character = 0;
  for (const char c : this->line(number).substr(0, column > 0 ? column - 1 : 0))
    character += units(c);
  return {{"line", number}, {"character", character}};
}

std::size_t Lines::offset(const json& position) const {
  const std::size_t number = position.at("line");
  if (number >= starts_.size()) return text_.size();
  const std::size_t wanted = position.at("character");
  const std::string_view line = this->line(number);
  std::size_t at = 0, seen = 0;
  while (at < line.size() && seen < wanted) {
    seen += units(line[at++]);
    while (at < line.size() && units(line[at]) == 0)
      ++at;
  }
  return starts_[number] + at;
}

std::size_t Lines::line_of(std::size_t offset) const {
  const auto behind = std::ranges::upper_bound(starts_, offset);
  return static_cast<std::size_t>(behind - starts_.begin()) - 1;
}

json Lines::range(std::size_t line, std::size_t column) const {
  const std::string_view text = this->line(line > 0 ? line - 1 : 0);
  std::size_t end = column > 0 ? column - 1 : 0;
  while (end < text.size() && is_word(text[end]))
    ++end;
  while (end < text.size() && (text[end] == '[' || text[end] == '('))
    end = behind_bracket(text, end);
  end = std::min(std::max(end, column), text.size());
  return {{"start", position(line, column)}, {"end", position(line, end + 1)}};
}

namespace {

// Where the comment or literal ends that begins at `at`; `at` where none does.
std::size_t behind_silent(const std::string& text, std::size_t at) {
  const auto end = [&](std::size_t found, std::size_t length) {
    return found == std::string::npos ? text.size() : found + length;
  };
  if (text.compare(at, 2, "//") == 0) return end(text.find('\n', at), 0);
  if (text.compare(at, 2, "/*") == 0) return end(text.find("*/", at + 2), 2);
  const bool digits = at > 0 && is_word(text[at - 1]) && text[at] == '\''; // 1'000
  if ((text[at] != '"' && text[at] != '\'') || digits) return at;
  std::size_t i = at + 1;
  while (i < text.size() && text[i] != text[at] && text[i] != '\n')
    i += text[i] == '\\' ? 2 : 1;
  return std::min(i + 1, text.size());
}

} // namespace

std::string code_alone(const std::string& text) {
  std::string code = text;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = behind_silent(text, at);
    for (std::size_t i = at; i < end; ++i)
      if (code[i] != '\n') code[i] = ' ';
    at = std::max(end, at + 1);
  }
  return code;
}

namespace {

// The name before the last parentheses between `__global__` and the body at `open`.
std::string name_before(const std::string& code, std::size_t begin, std::size_t open) {
  std::size_t at = code.rfind(')', open);
  int depth = 0;
  for (; at > begin && at != std::string::npos; --at) {
    depth += code[at] == ')';
    depth -= code[at] == '(';
    if (depth == 0) break;
  }
  while (at > begin && !is_word(code[at - 1]))
    --at;
  const std::size_t end = at;
  while (at > begin && is_word(code[at - 1]))
    --at;
  return code.substr(at, end - at);
}

std::size_t closing_brace(const std::string& code, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < code.size(); ++at) {
    depth += code[at] == '{';
    depth -= code[at] == '}';
    if (depth == 0) return at;
  }
  return std::string::npos;
}

} // namespace

std::vector<KernelText> kernels_in(const std::string& text) {
  static const std::string word = "__global__";
  const std::string code = code_alone(text);
  std::vector<KernelText> kernels;
  for (std::size_t at = code.find(word); at != std::string::npos; at = code.find(word, at + 1)) {
    const std::size_t open = code.find_first_of("{;", at);
    if (open == std::string::npos || code[open] == ';') continue;
    const std::size_t close = closing_brace(code, open);
    if (close == std::string::npos) continue;
    kernels.push_back({name_before(code, at, open), at, open, close});
  }
  return kernels;
}

std::optional<Change> only_change(const std::string& before, const std::string& after) {
  const std::size_t shorter = std::min(before.size(), after.size());
  std::size_t first = 0, last = 0;
  while (first < shorter && before[first] == after[first])
    ++first;
  while (last < shorter - first &&
         before[before.size() - 1 - last] == after[after.size() - 1 - last])
    ++last;
  const auto delta =
      static_cast<std::ptrdiff_t>(after.size()) - static_cast<std::ptrdiff_t>(before.size());
  const auto is_quiet = [](const std::string& text, const KernelText& k) {
    const std::string body = text.substr(k.open, k.close - k.open);
    return body.find('#') == std::string::npos && body.find("heddle:") == std::string::npos;
  };
  const std::vector<KernelText> now = kernels_in(after);
  for (const KernelText& old : kernels_in(before)) {
    if (first <= old.open || before.size() - last > old.close || old.name.empty()) continue;
    const auto same = std::ranges::find_if(now, [&](const KernelText& k) {
      return k.name == old.name && k.open == old.open &&
             k.close == old.close + static_cast<std::size_t>(delta);
    });
    if (same == now.end() || !is_quiet(before, old) || !is_quiet(after, *same)) return std::nullopt;
    const Lines lines(before);
    return Change{old.name, lines.line_of(old.open) + 1, lines.line_of(old.close) + 1,
                  static_cast<std::ptrdiff_t>(std::ranges::count(after, '\n')) -
                      static_cast<std::ptrdiff_t>(std::ranges::count(before, '\n'))};
  }
  return std::nullopt;
}

} // namespace heddle::lsp
