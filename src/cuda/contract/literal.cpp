// Integer literals: value and type as C++ has them, where `long` has 64 bits.
#include "cuda/contract/parse.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

namespace heddle::contract {

namespace {

struct Digits {
  std::string text; // without prefix and separators, in lower case
  unsigned base;
};

Digits digits_of(const std::string& number) {
  Digits d{"", 10};
  for (const char c : number)
    if (c != '\'') d.text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (d.text.starts_with("0x")) {
    d = {d.text.substr(2), 16};
  } else if (d.text.starts_with("0b")) {
    d = {d.text.substr(2), 2};
  } else if (d.text.size() > 1 && d.text[0] == '0') {
    d.base = 8;
  }
  return d;
}

unsigned digit_value(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  return c >= 'a' && c <= 'f' ? static_cast<unsigned>(c - 'a') + 10 : 99;
}

bool is_floating(const Digits& d) {
  const char* signs = d.base == 16 ? ".p" : ".e";
  return d.base != 2 && d.text.find_first_of(signs) != std::string::npos;
}

// The first type of C's list for such a literal that holds the value.
std::optional<Type> literal_type(std::uint64_t value, bool decimal, bool is_unsigned,
                                 bool is_long) {
  for (const Type type : {Type::i32(), Type::u32(), Type::i64(), Type::u64()}) {
    if (is_long && type.width < 64) continue;
    if (is_unsigned ? type.is_signed : decimal && !type.is_signed) continue;
    const unsigned bits = type.width - (type.is_signed ? 1U : 0U);
    if (bits == 64 || value >> bits == 0) return type;
  }
  return std::nullopt;
}

} // namespace

std::variant<Literal, std::string> read_number(const std::string& text) {
  const Digits d = digits_of(text);
  if (is_floating(d)) return "'" + text + "' is no integer";
  std::uint64_t value = 0;
  std::size_t i = 0;
  for (; i < d.text.size() && digit_value(d.text[i]) < d.base; ++i) {
    const std::uint64_t digit = digit_value(d.text[i]);
    if (value > (UINT64_MAX - digit) / d.base)
      return "the integer " + text + " does not fit in 64 bits";
    value = value * d.base + digit;
  }
  constexpr auto suffixes = std::to_array<std::string_view>(
      {"", "u", "l", "ul", "lu", "ll", "ull", "llu", "z", "uz", "zu"});
  const std::string suffix = d.text.substr(i);
  if (i == 0 || text.back() == '\'' || std::ranges::find(suffixes, suffix) == suffixes.end())
    return "'" + text + "' is not a number";
  const bool is_unsigned = suffix.find('u') != std::string::npos;
  const bool is_long = suffix.find_first_of("lz") != std::string::npos;
  const auto type = literal_type(value, d.base == 10, is_unsigned, is_long);
  if (!type)
    return "the integer " + text + " does not fit in 64 bits with a sign; write " + text + "u";
  return Literal{static_cast<std::int64_t>(value), *type, text};
}

} // namespace heddle::contract
