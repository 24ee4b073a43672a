// The schedule of a finding about named barriers as a table.
#pragma once
#include <string>
#include <vector>

namespace heddle::report {

// "warp 0 arrive barrier 1 (iteration 0, generation 0)": who and what, without the generation; of
// which barrier, and which generation or phase, where that is told. "14 steps": nobody.
struct Step {
  std::string who, what, barrier, generation;
};
Step split_step(const std::string& text);

// Lines of a table with a column for each warp or thread that takes a step, time going down:
//
//   warp 0            warp 1
//   arrive barrier 1
//                     sync barrier 1
//
// Generations are left out: columns are narrow. Empty where that would be too wide.
std::vector<std::string> schedule_table(const std::vector<std::string>& steps);

} // namespace heddle::report
