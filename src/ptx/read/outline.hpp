// Where the functions of a PTX file stand, found without parsing it: a large module is parsed only
// as far as the kernels that are wanted reach.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::ptx {

// A stretch of the file that is parsed. Bodies that nobody needs lie between two of them.
struct Stretch {
  std::size_t begin = 0, end = 0; // bytes
  std::uint32_t line = 1;         // of `begin`
  std::size_t column = 0;         // bytes before it in that line
  bool ends_in_header = false;    // the body of the function that it ends with is left out
};

// Kernels of which `wanted` holds and all functions that they name, directly or not, keep their
// bodies. The whole file as one stretch where its braces do not match: the parser says why.
std::vector<Stretch> outline(std::string_view text,
                             const std::function<bool(const std::string&)>& wanted);

} // namespace heddle::ptx
