#include "report/mistakes.hpp"

#include "report/words.hpp"

#include <algorithm>
#include <string_view>

namespace heddle::report {
namespace {

// Before what the compiler says, as reasons have it.
constexpr std::string_view markers[] = {
    "does not compile: ", "declaration may be missing: ", "whose declaration is not understood: "};

// The name that a message says is not declared; "": it says something else.
std::string undeclared_name(const std::string& message) {
  for (const std::string_view start :
       {"use of undeclared identifier '", "unknown type name '", "no template named '"})
    if (message.starts_with(start))
      return message.substr(start.size(), message.find('\'', start.size()) - start.size());
  return "";
}

} // namespace

std::optional<Mistake> mistake_in(const Unknown& unknown) {
  std::size_t begin = 0;
  for (const std::string_view marker : markers)
    if (const auto at = unknown.reason.rfind(marker); at != std::string::npos)
      begin = std::max(begin, at + marker.size());
  if (begin == 0) return std::nullopt;
  const std::string text = unknown.reason.substr(begin), name = undeclared_name(text);
  return Mistake{text, name.empty() ? place(unknown.position) + " " + text : "'" + name + "'"};
}

std::vector<Unknown> without_consequences(const std::vector<Unknown>& unknowns) {
  constexpr std::string_view call = "call of ", end = ", whose definition is not understood";
  std::vector<Unknown> out;
  for (const Unknown& unknown : unknowns) {
    const std::string& reason = unknown.reason;
    const bool is_call = reason.starts_with(call) && reason.ends_with(end);
    const std::string name =
        is_call ? reason.substr(call.size(), reason.size() - call.size() - end.size()) : "";
    if (!is_call || std::ranges::none_of(unknowns, [&](const Unknown& other) {
          return other.reason.starts_with(name + " ") && mistake_in(other);
        }))
      out.push_back(unknown);
  }
  return out;
}

} // namespace heddle::report
