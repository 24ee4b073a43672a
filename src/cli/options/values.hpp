// Values of options: text in, checked values out. All throw UsageError saying what is accepted.
#pragma once
#include "cli/options/options.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <utility>

namespace heddle::cli {

bool is_identifier(const std::string& text);
// Decimal digits only.
// "sm_90", "compute_90", "sm_90a" or "90".
unsigned parse_arch(const std::string& text);
std::int64_t parse_count(const std::string& text, std::int64_t low, std::int64_t high);
double parse_seconds(const std::string& text);
// "X", "X,Y", "X,Y,Z" or "symbolic".
Dim3Option parse_dim3(const std::string& text);
// The same for a block, which has at most 1024 threads.
Dim3Option parse_block(const std::string& text);
// "name=value" with an integer of at most 64 bits, decimal or 0x.
std::pair<std::string, std::string> parse_param(const std::string& text);
// "X", "X,Y" or "X,Y,Z" with each number from `low` on; what is left out is `low`.
std::array<std::int64_t, 3> parse_triple(const std::string& text, std::int64_t low);
// "name=value" as above, "name+8=value" (the bytes of `name` from 8 on) or "name=@file".
std::pair<std::string, std::string> parse_ptx_param(const std::string& text);
// "name=64x128xf16" or "name+128=..": the box of a tensor map.
std::pair<std::string, std::string> parse_tensor_map(const std::string& text);
std::pair<std::string, std::string> parse_alias(const std::string& text);
// "NAME", "NAME=value" or "NAME(args)=value".
std::string parse_define(const std::string& text);

} // namespace heddle::cli
