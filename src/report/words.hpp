// What findings are called, in words that text, HTML, SARIF, JUnit and the editor share.
#pragma once
#include "heddle/heddle.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace heddle::report {

// `text` without what could steer a terminal, but with line breaks.
std::string safe(const std::string& text);
// "f.cu:3:5"; the file alone where no line is known.
std::string place(const Position& at);
// "(3,0,0)".
std::string triple(const std::array<std::int64_t, 3>& of);
// "blockDim = (32,8), n = 5".
std::string witness_list(const WitnessValues& values);
// "blockDim.x = 32, n = 5": under the names that JSON has.
std::string plain_witness_list(const WitnessValues& values);
// "'row' and 'perm'".
std::string quoted_list(const std::vector<std::string>& names);
// "launch at f.cu:9:3", "launches at f.cu:9:3, f.cu:12:3".
std::string launches(const std::vector<std::string>& places);
// What values that are not known decide: whether the accesses happen, or which cells they touch.
std::string dependence(const Finding& finding);

// "data race on 'tile' (read-write) between threads (1,0,0) and (0,1,0) of block (0,0,0)"
std::string describe_finding(const Finding& finding);
// "read of tile[0][3] by thread (4,0,0) of block (0,0,0) at k = 1"; of a barrier "waited for by .."
// and "missed by .."; "read of row[k] (tile[0][3]) by ..", where the source has another name.
std::string describe_access(const Finding& finding, std::size_t index, bool with_loops = true);
// The first words of that: "read", "waited for", "missed".
std::string describe_what(const Finding& finding, std::size_t index);

} // namespace heddle::report
