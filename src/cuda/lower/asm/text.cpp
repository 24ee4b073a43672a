#include "cuda/lower/asm/text.hpp"

#include "cuda/parse/percents.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <utility>

namespace heddle::cuda {

namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' || c == '.' ||
         c == ':';
}

constexpr char operand_mark = '\x01'; // in front of an operand's number

// Where a comment that begins at `i` ends; `i` where none does.
std::size_t comment_end(const std::string& text, std::size_t i) {
  if (text.compare(i, 2, "//") == 0) return std::min(text.find('\n', i), text.size());
  if (text.compare(i, 2, "/*") != 0) return i;
  const std::size_t end = text.find("*/", i + 2);
  return end == std::string::npos ? text.size() : end + 2;
}

// Without comments, as the assembler sees it but for operands: LLVM writes `$0` for those, `$$` for
// a dollar sign and `${:uid}` for a number of this statement's own.
std::string plain_text(const std::string& text) {
  std::string s;
  for (std::size_t i = 0; i < text.size();) {
    if (const std::size_t end = comment_end(text, i); end != i) {
      s += ' ';
      i = end;
    } else if (text.compare(i, 2, "$$") == 0) {
      s += '$';
      i += 2;
    } else if (text.compare(i, 7, "${:uid}") == 0) {
      s += '0';
      i += 7;
    } else if (text[i] == '$') {
      s += operand_mark;
      ++i;
    } else {
      s += text[i++];
    }
  }
  return s;
}

class Parser {
public:
  explicit Parser(const std::string& text) : text_(plain_text(text)) {}

  std::optional<std::vector<AsmInstruction>> run() {
    while (skip(), at_ < text_.size() && ok_) {
      if (text_[at_] == '{' || text_[at_] == '}' || text_[at_] == ';') {
        ++at_;
        continue;
      }
      statement();
    }
    if (!current_.labels.empty()) found_.push_back(std::move(current_));
    if (!ok_) return std::nullopt;
    return std::move(found_);
  }

private:
  void skip() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])))
      ++at_;
  }
  bool take(char c) {
    skip();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  std::string word() {
    skip();
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_word(text_[at_]))
      ++at_;
    return text_.substr(begin, at_ - begin);
  }

  // Where a single ':' stands; `shared::cta` has two.
  static std::size_t label_end(const std::string& s) {
    for (std::size_t i = 0; i < s.size(); ++i) {
      if (s[i] != ':') continue;
      if (i + 1 >= s.size() || s[i + 1] != ':') return i;
      ++i;
    }
    return std::string::npos;
  }

  void statement() {
    if (take('@')) {
      const bool negated = take('!');
      current_.guard = arg();
      current_.guard->negated = negated;
    }
    skip();
    const std::size_t begin = at_;
    std::string opcode = word();
    if (const std::size_t colon = label_end(opcode); colon != std::string::npos) {
      if (current_.guard || colon == 0) return fail();
      at_ = begin + colon + 1;
      return current_.labels.push_back(opcode.substr(0, colon));
    }
    if (opcode.empty()) return fail();
    if (opcode == ".reg") {
      at_ = std::min(text_.find(';', at_), text_.size());
      return;
    }
    if (opcode[0] == '.') return fail(); // .shared, .pragma, ..
    current_.opcode = std::move(opcode);
    skip();
    while (ok_ && at_ < text_.size() && text_[at_] != ';') {
      current_.args.push_back(arg());
      if (!take(',')) break;
    }
    skip();
    if (at_ < text_.size() && text_[at_] != ';' && text_[at_] != '}') return fail();
    std::size_t end = at_;
    while (end > begin && std::isspace(static_cast<unsigned char>(text_[end - 1])))
      --end;
    current_.text = text_.substr(begin, end - begin);
    found_.push_back(std::exchange(current_, {}));
  }

  AsmArg arg() {
    AsmArg a = simple();
    if (!take('|')) return a;
    AsmArg pair;
    pair.kind = AsmArg::Kind::group;
    pair.items.push_back(std::move(a));
    pair.items.push_back(simple());
    return pair;
  }

  AsmArg simple() {
    AsmArg a;
    if (take('!')) {
      a = simple();
      a.negated = true;
    } else if (take('[')) {
      memory(a);
    } else if (take('{')) {
      a.kind = AsmArg::Kind::group;
      do {
        a.items.push_back(arg());
      } while (ok_ && take(','));
      if (!take('}')) fail();
    } else if (take(operand_mark)) {
      const std::string n = word();
      a.kind = AsmArg::Kind::operand;
      a.name = n;
      const auto r = std::from_chars(n.data(), n.data() + n.size(), a.number);
      if (n.empty() || r.ptr != n.data() + n.size()) fail(); // ${0:h}
    } else if (take('%')) {                                  // %laneid
      a.name = "%" + word();
    } else {
      literal(a);
    }
    return a;
  }

  void memory(AsmArg& a) {
    a.kind = AsmArg::Kind::memory;
    a.items.push_back(simple());
    if (take('+')) {
      const bool negative = take('-');
      AsmArg offset;
      literal(offset);
      if (offset.kind != AsmArg::Kind::number) fail();
      a.number = negative ? -offset.number : offset.number;
    }
    while (ok_ && take(','))
      a.items.push_back(simple());
    if (!take(']')) fail();
  }

  void literal(AsmArg& a) {
    const bool negative = take('-');
    a.name = word();
    if (a.name.empty()) return fail();
    if (!std::isdigit(static_cast<unsigned char>(a.name[0]))) {
      if (negative) fail();
      return;
    }
    std::string digits = a.name;
    if (digits.ends_with('U') || digits.ends_with('u')) digits.pop_back();
    int base = 10;
    if (digits.starts_with("0x") || digits.starts_with("0X")) base = 16;
    if (digits.starts_with("0b") || digits.starts_with("0B")) base = 2;
    if (base != 10) digits = digits.substr(2);
    if (base == 10 && digits.size() > 1 && digits[0] == '0') base = 8;
    std::uint64_t value = 0;
    const auto r = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    if (r.ec != std::errc() || r.ptr != digits.data() + digits.size()) return; // 0f3f800000
    a.kind = AsmArg::Kind::number;
    a.number = static_cast<std::int64_t>(negative ? 0 - value : value);
  }

  void fail() {
    ok_ = false;
    at_ = text_.size();
  }

  std::string text_;
  std::size_t at_ = 0;
  bool ok_ = true;
  AsmInstruction current_;
  std::vector<AsmInstruction> found_;
};

} // namespace

std::optional<std::vector<AsmInstruction>> parse_asm(const std::string& text) {
  return Parser(with_percents(text)).run();
}

} // namespace heddle::cuda
