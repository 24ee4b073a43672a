#include "ptx/read/parameters.hpp"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>

namespace heddle::ptx {
namespace {

// `void k<int>(float*, int)`: the two between the last parentheses.
std::vector<std::string> types_of(const std::string& mangled) {
  if (!mangled.starts_with("_Z")) return {};
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> demangled(
      abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status), &std::free);
  if (status != 0 || !demangled) return {};
  const std::string text = demangled.get();
  if (!text.ends_with(')')) return {};
  std::size_t begin = text.size() - 1;
  for (int depth = 1; depth > 0 && begin > 0;) {
    --begin;
    depth += text[begin] == ')' ? 1 : text[begin] == '(' ? -1 : 0;
  }
  std::vector<std::string> out{""};
  int depth = 0;
  for (std::size_t at = begin + 1; at + 1 < text.size(); ++at) {
    const char c = text[at];
    if (c == '(' || c == '<') ++depth;
    if (c == ')' || c == '>') --depth;
    if (c == ',' && depth == 0) {
      out.emplace_back();
      ++at; // the blank behind it
    } else {
      out.back() += c;
    }
  }
  return out;
}

std::string ordinal(std::size_t n) {
  const bool teen = n % 100 / 10 == 1;
  const char* end = teen          ? "th"
                    : n % 10 == 1 ? "st"
                    : n % 10 == 2 ? "nd"
                    : n % 10 == 3 ? "rd"
                                  : "th";
  return std::to_string(n) + end;
}

} // namespace

std::string brief_name(const Function& kernel, const std::string& parameter) {
  const std::string prefix = kernel.name + "_";
  return parameter.starts_with(prefix) ? parameter.substr(prefix.size()) : parameter;
}

std::string source_type(const Function& kernel, std::size_t n) {
  const std::vector<std::string> types = types_of(kernel.name);
  return types.size() == kernel.parameters.size() && n < types.size() ? types[n] : "";
}

std::string place_and_type(const Function& kernel, std::size_t n) {
  const std::string type = source_type(kernel, n);
  return ordinal(n + 1) + (type.empty() ? "" : ", " + type);
}

std::string all_parameters(const Module& module, const Function& kernel) {
  std::string out;
  for (std::size_t n = 0; n < kernel.parameters.size(); ++n)
    out += (n ? ", " : "") + brief_name(kernel, module.variables[kernel.parameters[n]].name) +
           " (" + place_and_type(kernel, n) + ")";
  return out;
}

} // namespace heddle::ptx
