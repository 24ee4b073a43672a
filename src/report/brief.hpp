// What a first look needs of texts that are long where much is known.
#pragma once
#include "heddle/heddle.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace heddle::report {

bool is_error(const Message& message);

// "n == 4 (launch at a.cu:3:5 called at a.cu:9:3 and others)": a condition of more than a few
// lines and all places but the first ones are cut off.
std::string brief_assumption(const std::string& assumption);

// Assumptions as brief_assumption() has them, those of one launch in one text:
// "n == 4, m == 8 (launch at a.cu:3:5)".
std::vector<std::string> brief_assumptions(const std::vector<std::string>& assumptions);

// Of what is read at several lines of a file, "a[..] read at line 8 (f.cu:8:3)", one text:
// "a[..] read at lines 8, 9 (f.cu)".
std::vector<std::string> brief_dependences(const std::vector<std::string>& texts);

// The messages of reading one file: headers that are not found first, which the rest may follow
// from; equal errors once, with how often; `most` errors, and how many more there are. Lists within
// a message are cut as assumptions are. Nothing is left out without being counted.
std::vector<Message> brief_messages(const std::vector<Message>& messages, std::size_t most);

} // namespace heddle::report
