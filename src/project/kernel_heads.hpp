// Kernels as a text names them, without reading it as C++: comments and strings count.
#pragma once
#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace heddle::project {

bool is_part_of_word(char c);
// The word that ends the text, blanks behind it left out.
std::string last_word(std::string_view text);
// Without `<..>` at its end.
std::string_view without_arguments(std::string_view text);

// Calls `use` with what stands behind each `__global__`, up to its body or its end, and whether it
// has a body.
void for_each_head(std::string_view text,
                   const std::function<void(std::string_view head, bool has_body)>& use);

// Does `name (` or `name<` stand in the text, as a word? Namespaces do not count.
bool declares(std::string_view text, std::string_view name);

// What stands before the parameters of kernels that have a body, or that have none.
std::set<std::string> kernels_in(std::string_view text, bool with_body);
// What stands before `<<<`, without arguments of templates and namespaces.
std::set<std::string> launched_in(std::string_view text);

} // namespace heddle::project
