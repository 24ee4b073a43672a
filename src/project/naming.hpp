// How other files of a run name functions, without reading them as C++.
#pragma once
#include "heddle/options.hpp"

#include <filesystem>
#include <set>
#include <string>
#include <string_view>

namespace heddle::project {

using Functions = std::set<std::string, std::less<>>;

// Where the text may call one of these functions, which stand in another file, or give it away. A
// function of as many parameters that the text has itself is meant before others. What a header
// only declares says nothing: whoever calls it has its name.
std::set<NamedElsewhere> named_in(std::string_view text, const Functions& functions,
                                  bool is_header);

// Does the text declare the function itself?
bool declares_function(std::string_view text, std::string_view function);

// Is it a file that is compiled for itself, by its name?
bool is_compiled(const std::filesystem::path& path);

// May it hold launches?
bool may_launch(std::string_view text);

// Is it a program of its own, whatever the preprocessor leaves out? Two are not linked to one.
bool has_main(std::string_view text);

// May it be one, for its main or what a macro writes?
bool may_have_main(std::string_view text);

} // namespace heddle::project
