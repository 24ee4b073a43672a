// Lists of arguments and of parameters, as a text has them, without reading it as C++.
#pragma once
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::project {

// Comments, strings and characters as blanks, so that every position stays what it is.
std::string code_of(std::string_view text);

// The place of the bracket that closes the one at `open`, and of the commas between its parts;
// npos: none is near.
std::size_t closing(std::string_view code, std::size_t open, std::vector<std::size_t>& commas);

struct Word {
  std::size_t begin, end;
};
// The next word from there on, numbers left out; one that begins at the end: there is none.
Word next_word(std::string_view code, std::size_t at);

struct List {
  std::string function; // without namespaces, objects and arguments of templates
  std::size_t open, close;
  std::vector<std::string> parts; // without blanks but between words
};

// Calls `use` with each list behind a word.
void for_each_list(std::string_view code, const std::function<void(const List&)>& use);

} // namespace heddle::project
