// Reading a PTX file.
#pragma once
#include "ptx/module.hpp"
#include "support/context.hpp"

#include <optional>

namespace heddle::ptx {

// Nothing after an error, which is then the last of ctx.diagnostics with its place.
std::optional<Module> parse(const std::string& path, Ctx& ctx);

} // namespace heddle::ptx
