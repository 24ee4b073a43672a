#include "ptx/read/outline.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>

namespace heddle::ptx {
namespace {

struct Body {
  std::string_view name;
  bool entry = false;
  std::size_t open = 0, end = 0; // its brace, and behind the one that closes it
};

bool in_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '$' || c == '%';
}

class Scanner {
public:
  explicit Scanner(std::string_view text) : text_(text) {
    for (const char c : {'{', '}', '"', '/'})
      stops_[static_cast<unsigned char>(c)] = true;
  }

  // Nothing where braces do not match.
  std::optional<std::vector<Body>> run() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '/' || c == '"') {
        skip(c);
      } else if (c == '{') {
        if (depth_++ == 0 && !header_.name.empty()) header_.open = at_;
        ++at_;
      } else if (c == '}') {
        if (depth_ == 0) return std::nullopt;
        ++at_;
        if (--depth_ == 0) close();
      } else if (depth_ > 0) {
        while (at_ < text_.size() && !stops_[static_cast<unsigned char>(text_[at_])])
          ++at_;
      } else {
        outside(c);
      }
    }
    if (depth_ != 0) return std::nullopt;
    return std::move(bodies_);
  }

private:
  // A comment, a string, or a lone slash.
  void skip(char first) {
    const std::string_view rest = text_.substr(at_);
    std::size_t length = 1;
    if (first == '"')
      length = past(rest.find_first_of("\"\n", 1), 1);
    else if (rest.starts_with("//"))
      length = past(rest.find('\n'), 0);
    else if (rest.starts_with("/*"))
      length = past(rest.find("*/", 2), 2);
    at_ += length;
  }
  std::size_t past(std::size_t found, std::size_t more) const {
    return found == std::string_view::npos ? text_.size() - at_ : found + more;
  }

  void close() {
    if (header_.open) {
      header_.end = at_;
      bodies_.push_back(header_);
    }
    header_ = {};
  }

  void outside(char c) {
    if (c == ';') header_ = {};
    if (c == '.' && (keyword(".entry") || keyword(".func"))) return header();
    ++at_;
  }
  bool keyword(std::string_view word) const {
    return text_.substr(at_).starts_with(word) &&
           (at_ + word.size() >= text_.size() || !in_word(text_[at_ + word.size()]));
  }

  // From `.entry` or `.func` to the name, over attributes and the list of results.
  void header() {
    header_ = {};
    header_.entry = keyword(".entry");
    ++at_;
    word();
    int lists = 0;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '/' || c == '"') {
        skip(c);
        continue;
      }
      lists += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (c == ';' || c == '{' || c == '}') return;
      if (c == '.') {
        ++at_;
        word();
      } else if (in_word(c)) {
        const std::string_view name = word();
        if (lists > 0) continue;
        header_.name = name;
        return;
      } else {
        ++at_;
      }
    }
  }
  std::string_view word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && in_word(text_[at_]))
      ++at_;
    return text_.substr(begin, at_ - begin);
  }

  std::string_view text_;
  std::array<bool, 256> stops_{};
  std::size_t at_ = 0, depth_ = 0;
  Body header_;
  std::vector<Body> bodies_;
};

// Which bodies are reached from those that are wanted: any word of a body may be a call.
std::vector<bool> reached(std::string_view text, const std::vector<Body>& bodies,
                          const std::function<bool(const std::string&)>& wanted) {
  std::unordered_map<std::string_view, std::size_t> by_name;
  std::vector<bool> out(bodies.size());
  std::vector<std::size_t> work;
  for (std::size_t n = 0; n < bodies.size(); ++n) {
    by_name.emplace(bodies[n].name, n);
    if (bodies[n].entry && wanted(std::string(bodies[n].name))) work.push_back(n);
  }
  while (!work.empty()) {
    const Body& body = bodies[work.back()];
    const bool again = out[work.back()];
    out[work.back()] = true;
    work.pop_back();
    for (std::size_t at = body.open; !again && at < body.end;) {
      const std::size_t begin = at;
      while (at < body.end && in_word(text[at]))
        ++at;
      if (at == begin) {
        ++at;
        continue;
      }
      const auto found = by_name.find(text.substr(begin, at - begin));
      if (found != by_name.end() && !out[found->second]) work.push_back(found->second);
    }
  }
  return out;
}

} // namespace

std::vector<Stretch> outline(std::string_view text,
                             const std::function<bool(const std::string&)>& wanted) {
  const auto bodies = Scanner(text).run();
  std::vector<Stretch> out{{0, text.size(), 1, 0, false}};
  if (!bodies) return out;
  const std::vector<bool> needed = reached(text, *bodies, wanted);
  for (std::size_t n = 0; n < bodies->size(); ++n) {
    if (needed[n]) continue;
    const Body& body = (*bodies)[n];
    Stretch& before = out.back();
    before.end = body.open;
    before.ends_in_header = true;
    const std::string_view between = text.substr(before.begin, body.end - before.begin);
    const auto lines = static_cast<std::uint32_t>(std::ranges::count(between, '\n'));
    const std::size_t last = text.rfind('\n', body.end - 1);
    const std::size_t line_begin = last == std::string_view::npos ? 0 : last + 1;
    out.push_back({body.end, text.size(), before.line + lines, body.end - line_begin, false});
  }
  return out;
}

} // namespace heddle::ptx
