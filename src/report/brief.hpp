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

// Of the calls that lead to a launch, and what they pass, only those are told that differ from
// `told`, which become it: the second condition of a launch is "C == 768 (launch at a.cu:3:5)".
std::string without_calls_told(const std::string& assumption, std::string& told);

// The messages of reading one file: headers that are not found first, which the rest may follow
// from; equal errors once, with how often; `most` errors, and how many more there are. Lists within
// a message are cut as assumptions are. Nothing is left out without being counted.
std::vector<Message> brief_messages(const std::vector<Message>& messages, std::size_t most);

} // namespace heddle::report
