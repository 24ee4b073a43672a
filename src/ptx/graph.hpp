// The barrier dependence graph as text: generations are nodes, participants are edges.
#pragma once
#include "ptx/findings.hpp"

namespace heddle::ptx {

// In the dot language of Graphviz.
std::string dot(const Reporting& how, const sync::Graph& graph);

} // namespace heddle::ptx
