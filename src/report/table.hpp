// The witness of two threads side by side:
//
//             thread (1,0,0)      thread (0,1,0)
//     k       0                   32
//     access  read of tile[1][0]  write of tile[1][0]
#pragma once
#include "heddle/heddle.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heddle::report {

struct LoopRow {
  std::string name;
  std::vector<std::optional<std::int64_t>>
      values; // of each access; none where it is in no such loop
};

// The loop variables of all accesses, outermost first. Those of one name share a row.
std::vector<LoopRow> loop_rows(const Finding& finding);

// As lines. None where the accesses are at equal values of equal loops and name one cell, or where
// `width` columns (0: any) do not hold the lines.
std::vector<std::string> witness_table(const Finding& finding, std::size_t width);

} // namespace heddle::report
