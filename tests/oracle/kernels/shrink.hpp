// Makes a program that shows a fault smaller, as long as it shows it.
#pragma once
#include "program.hpp"

#include <functional>

namespace heddle::oracle {

Program shrink(Program program, const std::function<bool(const Program&)>& still_fails);

} // namespace heddle::oracle
