// Reading a PTX file.
#pragma once
#include "ptx/read/module.hpp"
#include "support/context.hpp"

#include <functional>
#include <optional>
#include <string>

namespace heddle::ptx {

// Functions that no kernel of which `wanted` holds reaches are declared without their bodies.
// Nothing after an error, which is then the last of ctx.diagnostics with its place.
std::optional<Module> parse(const std::string& path, Ctx& ctx,
                            const std::function<bool(const std::string&)>& wanted);

} // namespace heddle::ptx
