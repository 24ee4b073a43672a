// The barrier graph as a picture: a lane for each role, a band for each generation.
#pragma once
#include "ptx/findings.hpp"

namespace heddle::ptx {

// However long the run, the picture has at most 4,000 by 4,000 pixels: of many generations the
// first, the last, and those around the first finding about an order are drawn.
std::string svg(const Reporting& how, const sync::Engine& engine);

} // namespace heddle::ptx
