#include "cli/options/values.hpp"

#include "heddle/tensor_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace heddle::cli {
namespace {

constexpr std::int64_t max_dimension = std::numeric_limits<std::int32_t>::max();
constexpr double max_seconds = 1e6;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (char c : text)
    if (c == separator)
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

// An integer of at most 64 bits, signed or unsigned.
bool is_integer(const std::string& text) {
  const bool negative = text.starts_with('-');
  std::string digits = negative ? text.substr(1) : text;
  const bool hex = digits.starts_with("0x") || digits.starts_with("0X");
  if (hex) digits = digits.substr(2);
  std::uint64_t value = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value, hex ? 16 : 10);
  if (digits.empty() || error != std::errc{} || stop != end) return false;
  return !negative || value <= std::uint64_t{1} << 63;
}

} // namespace

bool is_identifier(const std::string& text) {
  return !text.empty() && is_name_start(text[0]) &&
         std::ranges::all_of(text, [](char c) { return is_name_start(c) || is_digit(c); });
}

std::int64_t parse_count(const std::string& text, std::int64_t low, std::int64_t high) {
  std::int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || error != std::errc{} || stop != end || value < low || value > high)
    throw UsageError(fmt::format("expected an integer from {} to {}", low, high));
  return value;
}

unsigned parse_arch(const std::string& text) {
  std::string number = text;
  for (const std::string prefix : {"sm_", "compute_"})
    if (number.starts_with(prefix)) number = number.substr(prefix.size());
  if (number.ends_with('a') || number.ends_with('f')) number.pop_back();
  try {
    return static_cast<unsigned>(parse_count(number, 10, 999));
  } catch (const UsageError&) {
    throw UsageError("expected an architecture, as sm_90");
  }
}

double parse_seconds(const std::string& text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value, std::chars_format::fixed);
  const bool read = !text.empty() && error == std::errc{} && stop == end;
  if (!read || !std::isfinite(value) || value <= 0 || value > max_seconds)
    throw UsageError(fmt::format("expected seconds, above 0 and at most {}", max_seconds));
  return value;
}

namespace {

// `limits`: of each axis, in words.
Dim3Option parse_dim3_to(const std::string& text, const std::string& limits) {
  if (text == "symbolic") return {true, {1, 1, 1}};
  const std::vector<std::string> parts = split(text, ',');
  Dim3Option out;
  try {
    if (parts.size() > out.value.size()) throw UsageError("");
    for (std::size_t i = 0; i < parts.size(); ++i)
      out.value[i] = parse_count(parts[i], 1, max_dimension);
  } catch (const UsageError&) {
    throw UsageError(fmt::format("expected X[,Y[,Z]], {}, or 'symbolic'", limits));
  }
  return out;
}

} // namespace

Dim3Option parse_dim3(const std::string& text) {
  return parse_dim3_to(text, fmt::format("each from 1 to {}", max_dimension));
}

Dim3Option parse_block(const std::string& text) {
  constexpr std::int64_t most = 1024, most_in_z = 64;
  const Dim3Option block = parse_dim3_to(
      text, fmt::format("X and Y from 1 to {}, Z from 1 to {}, together at most {} threads", most,
                        most_in_z, most));
  if (block.value[2] > most_in_z)
    throw UsageError(fmt::format("a block has at most {} threads in z", most_in_z));
  std::int64_t threads = 1;
  for (const std::int64_t extent : block.value) {
    if (extent > most || (threads *= extent) > most)
      throw UsageError(fmt::format("a block has at most {} threads", most));
  }
  return block;
}

std::pair<std::string, std::string> parse_param(const std::string& text) {
  const std::size_t equals = text.find('=');
  const std::string name = text.substr(0, equals);
  const std::string value = equals == std::string::npos ? "" : text.substr(equals + 1);
  if (!is_identifier(name) || !is_integer(value))
    throw UsageError("expected name=value with an integer value of at most 64 bits");
  return {name, value};
}

std::array<std::int64_t, 3> parse_triple(const std::string& text, std::int64_t low) {
  const std::vector<std::string> parts = split(text, ',');
  std::array<std::int64_t, 3> out{low, low, low};
  try {
    if (parts.size() > out.size()) throw UsageError("");
    for (std::size_t i = 0; i < parts.size(); ++i)
      out[i] = parse_count(parts[i], low, max_dimension);
  } catch (const UsageError&) {
    throw UsageError(fmt::format("expected X[,Y[,Z]], each from {} to {}", low, max_dimension));
  }
  return out;
}

std::pair<std::string, std::string> parse_ptx_param(const std::string& text) {
  const std::size_t equals = text.find('=');
  const std::string name = text.substr(0, equals);
  const std::string value = equals == std::string::npos ? "" : text.substr(equals + 1);
  if (name.empty() || !(is_integer(value) || (value.size() > 1 && value[0] == '@')))
    throw UsageError("expected name=value with an integer value of at most 64 bits, or name=@file");
  return {name, value};
}

std::pair<std::string, std::string> parse_tensor_map(const std::string& text) {
  const std::size_t equals = text.find('=');
  const std::string name = text.substr(0, equals);
  const std::string box = equals == std::string::npos ? "" : text.substr(equals + 1);
  if (name.empty() || !tensor_box_bytes(box))
    throw UsageError("expected name=box with extents of 1 to 256 and a type, as in a=64x128xf16");
  return {name, box};
}

std::pair<std::string, std::string> parse_alias(const std::string& text) {
  const std::vector<std::string> parts = split(text, ',');
  if (parts.size() != 2 || !is_identifier(parts[0]) || !is_identifier(parts[1]))
    throw UsageError("expected the names of two pointer parameters, a,b");
  if (parts[0] == parts[1]) throw UsageError("expected two different parameters");
  return {parts[0], parts[1]};
}

std::string parse_define(const std::string& text) {
  const std::size_t end = std::min(text.find_first_of("=("), text.size());
  if (!is_identifier(text.substr(0, end)))
    throw UsageError("expected NAME, NAME=value or NAME(args)=value");
  if (text.find('\n') != std::string::npos) throw UsageError("expected a single line");
  return text;
}

} // namespace heddle::cli
