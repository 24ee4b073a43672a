#include "cuda/syntax/source_text.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>

namespace heddle::cuda {

std::optional<FileText> read_source(const std::string& path, std::string& why) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) {
    why = "no such file";
    return std::nullopt;
  }
  if (!std::filesystem::is_regular_file(path, error)) {
    why = "not a regular file";
    return std::nullopt;
  }
  if (std::filesystem::file_size(path, error) > max_file_bytes || error) {
    why = error ? error.message() : "the file is larger than 32 MB";
    return std::nullopt;
  }
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    why = "cannot be opened";
    return std::nullopt;
  }
  FileText result;
  result.original.assign(std::istreambuf_iterator<char>(in), {});
  if (result.original.starts_with("\xEF\xBB\xBF")) result.original.erase(0, 3);
  result.cleaned = clean_source(result.original);
  return result;
}

namespace {

// Walks source text as far as needed to tell code from comments and literals.
class Cleaner {
public:
  explicit Cleaner(std::string text) : text_(std::move(text)) {}

  std::string run() {
    while (at_ < text_.size())
      step();
    if (text_.empty() || text_.back() != '\n') text_ += '\n';
    return std::move(text_);
  }

private:
  void step() {
    const std::string_view rest = std::string_view(text_).substr(at_);
    if (rest.starts_with("//")) return line_comment();
    if (rest.starts_with("/*")) return block_comment();
    if (rest.starts_with("R\"") && !after_word()) return raw_string();
    if (rest[0] == '"') return literal('"');
    if (rest[0] == '\'') return literal('\'');
    if (std::isdigit(static_cast<unsigned char>(rest[0])) != 0 && !after_word()) return number();
    if (rest[0] == '\\') return backslash();
    blank_odd_byte();
    ++at_;
  }
  bool after_word() const {
    if (at_ == 0) return false;
    return is_word(text_[at_ - 1]);
  }
  // The preprocessor's lexer knows no digit separators: the digits move together.
  void number() {
    std::size_t end = at_;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      const bool sign = (c == '+' || c == '-') && is_exponent(text_[at_ - 1]);
      const bool separates = c == '\'' && at_ + 1 < text_.size() && is_word(text_[at_ + 1]);
      if (!is_word(c) && c != '.' && !sign && !separates) break;
      if (!separates) text_[end++] = c;
    }
    std::fill(text_.begin() + static_cast<std::ptrdiff_t>(end),
              text_.begin() + static_cast<std::ptrdiff_t>(at_), ' ');
  }
  static bool is_exponent(char c) { return c == 'e' || c == 'E' || c == 'p' || c == 'P'; }
  static bool is_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  }
  // A splice with blanks or a carriage return before the line's end, as compilers take it: the
  // backslash moves there.
  void backslash() {
    const std::size_t end = text_.find_first_not_of(" \t\r", at_ + 1);
    if (end == std::string::npos || text_[end] != '\n') {
      ++at_;
      return;
    }
    for (; at_ < end; ++at_)
      text_[at_] = ' ';
    text_[end - 1] = '\\';
    at_ = end + 1;
  }
  // In code: only what the preprocessor's lexer knows.
  void blank_odd_byte() {
    const auto byte = static_cast<unsigned char>(text_[at_]);
    if (byte >= 0x7F || (byte < 0x20 && byte != '\n' && byte != '\t')) text_[at_] = ' ';
  }
  // In comments and literals: control bytes only.
  void blank_control() {
    const auto byte = static_cast<unsigned char>(text_[at_]);
    if (byte < 0x20 && byte != '\n' && byte != '\t') text_[at_] = ' ';
  }
  // A backslash before a line's end, carriage returns apart: the line goes on.
  bool at_splice() const {
    std::size_t next = at_ + 1;
    while (next < text_.size() && text_[next] == '\r')
      ++next;
    return text_[at_] == '\\' && next < text_.size() && text_[next] == '\n';
  }
  void skip_splice() {
    for (++at_; text_[at_] == '\r'; ++at_)
      text_[at_] = ' ';
    ++at_;
  }
  void line_comment() {
    while (at_ < text_.size() && text_[at_] != '\n') {
      if (at_splice()) {
        skip_splice();
        continue;
      }
      blank_control();
      ++at_;
    }
  }
  void block_comment() {
    const std::size_t end = text_.find("*/", at_ + 2);
    const std::size_t stop = end == std::string::npos ? text_.size() : end + 2;
    for (; at_ < stop; ++at_)
      blank_control();
  }
  void raw_string() {
    const std::size_t open = text_.find('(', at_);
    if (open == std::string::npos || open - at_ > 18) return literal_from(at_ + 1);
    const std::string close = ")" + text_.substr(at_ + 2, open - at_ - 2) + "\"";
    const std::size_t end = text_.find(close, open);
    const std::size_t stop = end == std::string::npos ? text_.size() : end + close.size();
    for (; at_ < stop; ++at_)
      blank_control();
  }
  void literal_from(std::size_t start) {
    at_ = start;
    literal('"');
  }
  void literal(char quote) {
    for (++at_; at_ < text_.size() && text_[at_] != '\n'; ++at_) {
      blank_control();
      if (text_[at_] == quote) {
        ++at_;
        return;
      }
      if (at_splice()) {
        skip_splice();
        --at_;
      } else if (text_[at_] == '\\' && at_ + 1 < text_.size() && text_[at_ + 1] != '\n') {
        ++at_;
        blank_control();
      }
    }
  }

  std::string text_;
  std::size_t at_ = 0;
};

} // namespace

std::string clean_source(const std::string& text) { return Cleaner(text).run(); }

std::size_t deepest_directive(const std::string& text) {
  std::size_t deepest = 0;
  std::size_t start = 0;
  while (start < text.size()) {
    std::size_t end = text.find('\n', start);
    while (end != std::string::npos && end > start && text[end - 1] == '\\')
      end = text.find('\n', end + 1);
    const std::string_view line =
        std::string_view(text).substr(start, end == std::string::npos ? end : end - start);
    const std::size_t first = line.find_first_not_of(" \t");
    if (first != std::string_view::npos && line[first] == '#') {
      std::size_t depth = 0;
      for (const char c : line) {
        if (c == '(') deepest = std::max(deepest, ++depth);
        if (c == ')' && depth > 0) --depth;
      }
    }
    if (end == std::string::npos) break;
    start = end + 1;
  }
  return deepest;
}

} // namespace heddle::cuda
