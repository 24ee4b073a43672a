// From what the engine finds to results with lines, variables and threads.
#pragma once
#include "heddle/heddle.hpp"
#include "ptx/emulate/emulate.hpp"

namespace heddle::ptx {

// What findings are described with.
struct Reporting {
  const Program& program;
  const Layout& layout;
  const Launch& launch;
  const SourceFiles& files;
  std::uint32_t file = 0; // the PTX file
  bool strict_writes = false;
  bool strict_proxy = false;
  const std::vector<Source>& doubts; // Run::doubts
  bool values_judged = true;         // it was looked whether writes that race are equal
  bool open_barrier = false;         // Run::open_barrier
};

// The name that a C++ name was made from, without scopes and parameters; other names as they are.
std::string plain_name(const std::string& mangled);

Finding report(const Reporting& how, const sync::Finding& finding);
Unknown report(const Reporting& how, const Stop& stop);

std::string barrier_name(const Reporting& how, const sync::BarrierRef& barrier);

} // namespace heddle::ptx
