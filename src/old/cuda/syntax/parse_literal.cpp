#include "cuda/syntax/parse_build.hpp"

#include <cctype>

namespace heddle::cuda {

namespace {

// Digits without separators, lower case.
std::string plain(std::string_view text) {
  std::string out;
  for (const char c : text)
    if (c != '\'') out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return 99;
}

void append_utf8(std::string& out, std::uint32_t code) {
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0 | (code >> 6));
    out += static_cast<char>(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    out += static_cast<char>(0xE0 | (code >> 12));
    out += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (code & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | ((code >> 18) & 0x07));
    out += static_cast<char>(0x80 | ((code >> 12) & 0x3F));
    out += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (code & 0x3F));
  }
}

// Reads digits of `base`, at most `most` of them, from text[i] on.
std::uint32_t read_digits(std::string_view text, std::size_t& i, int base, int most) {
  std::uint32_t value = 0;
  for (int n = 0; n < most && i < text.size(); ++n, ++i) {
    const int digit =
        digit_value(static_cast<char>(std::tolower(static_cast<unsigned char>(text[i]))));
    if (digit >= base) break;
    value = value * static_cast<std::uint32_t>(base) + static_cast<std::uint32_t>(digit);
  }
  return value;
}

// The escape behind the backslash at text[i - 1]; i moves behind it.
void read_escape(std::string_view text, std::size_t& i, std::string& out) {
  const char c = text[i];
  if (c >= '0' && c <= '7') {
    out += static_cast<char>(read_digits(text, i, 8, 3));
    return;
  }
  ++i;
  switch (c) {
  case 'n':
    out += '\n';
    return;
  case 't':
    out += '\t';
    return;
  case 'r':
    out += '\r';
    return;
  case 'a':
    out += '\a';
    return;
  case 'b':
    out += '\b';
    return;
  case 'f':
    out += '\f';
    return;
  case 'v':
    out += '\v';
    return;
  case 'x':
    out += static_cast<char>(read_digits(text, i, 16, 8));
    return;
  case 'u':
    append_utf8(out, read_digits(text, i, 16, 4));
    return;
  case 'U':
    append_utf8(out, read_digits(text, i, 16, 8));
    return;
  default:
    out += c;
    return;
  }
}

} // namespace

bool is_floating(std::string_view text) {
  const std::string digits = plain(text);
  if (digits.starts_with("0x")) return digits.find_first_of(".p") != std::string::npos;
  if (digits.starts_with("0b")) return false;
  return digits.find_first_of(".e") != std::string::npos ||
         (digits.ends_with("f") && digits.find_first_not_of("0123456789f") == std::string::npos);
}

std::optional<ParsedInt> parse_integer(std::string_view text, std::string& why) {
  const std::string digits = plain(text);
  ParsedInt result;
  std::size_t i = 0;
  std::uint64_t base = 10;
  if (digits.starts_with("0x")) {
    base = 16, i = 2;
  } else if (digits.starts_with("0b")) {
    base = 2, i = 2;
  } else if (digits.size() > 1 && digits[0] == '0') {
    base = 8;
  }
  result.decimal = base == 10;
  const std::size_t first = i;
  for (; i < digits.size() && digit_value(digits[i]) < 16; ++i) {
    const auto digit = static_cast<std::uint64_t>(digit_value(digits[i]));
    if (digit >= base) break;
    if (result.value > (UINT64_MAX - digit) / base) {
      why = "the integer " + std::string(text) + " does not fit in 64 bits";
      return std::nullopt;
    }
    result.value = result.value * base + digit;
  }
  result.suffix = digits.substr(i);
  const std::string& s = result.suffix;
  const bool known = s.empty() || s == "u" || s == "l" || s == "ul" || s == "lu" || s == "ll" ||
                     s == "ull" || s == "llu" || s == "z" || s == "uz" || s == "zu" || s == "i64" ||
                     s == "ui64";
  if (i == first || !known) {
    why = "'" + std::string(text) + "' is not a number";
    return std::nullopt;
  }
  if (s == "lu") result.suffix = "ul";
  if (s == "llu" || s == "ui64") result.suffix = "ull";
  if (s == "i64") result.suffix = "ll";
  if (s == "z") result.suffix = "l";
  if (s == "uz" || s == "zu") result.suffix = "ul";
  return result;
}

std::string unescape(std::string_view literal) {
  const std::size_t open = literal.find_first_of("\"'");
  if (open == std::string_view::npos || literal.size() < open + 2) return {};
  const std::string_view text = literal.substr(open + 1, literal.size() - open - 2);
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      out += text[i++];
    } else {
      ++i;
      read_escape(text, i, out);
    }
  }
  return out;
}

std::optional<std::int64_t> parse_character(std::string_view literal) {
  const std::string bytes = unescape(literal);
  if (bytes.empty() || bytes.size() > 4) return std::nullopt;
  if (bytes.size() == 1 && literal[0] == '\'') return static_cast<signed char>(bytes[0]);
  std::int64_t value = 0; // several characters: as GCC counts them
  for (const char c : bytes)
    value = value * 256 + static_cast<unsigned char>(c);
  return value;
}

} // namespace heddle::cuda
