// The parameters of a kernel as a user knows them. PTX has no names of the source, only places and,
// in a mangled name, types.
#pragma once
#include "ptx/read/module.hpp"

namespace heddle::ptx {

// `param_0` for the parameter k_param_0 of kernel k; other names as they are.
std::string brief_name(const Function& kernel, const std::string& parameter);
// Of the n-th: "1st, float const*", without the type where the kernel's name does not tell it.
std::string place_and_type(const Function& kernel, std::size_t n);
// "param_0 (1st, float const*), param_1 (2nd, int)"
std::string all_parameters(const Module& module, const Function& kernel);
// The type of the n-th in the source, or "".
std::string source_type(const Function& kernel, std::size_t n);

} // namespace heddle::ptx
