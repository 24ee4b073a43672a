#include "report/brief.hpp"

#include "report/plural.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sstream>

namespace heddle::report {
namespace {

constexpr std::size_t most_condition = 160, most_places = 120;

// Does a header that is missing explain what comes behind?
bool is_missing_header(const Message& message) {
  return !is_error(message) && message.text.ends_with("file not found");
}

std::string brief_lines(const std::string& text) {
  if (text.find('\n') == std::string::npos) return text;
  std::istringstream lines(text);
  std::string out;
  for (std::string line; std::getline(lines, line);)
    out += (out.empty() ? "" : "\n") + brief_assumption(line);
  return out;
}

// Where the last place ends that `most_places` characters hold; else the first one, if others
// follow.
std::size_t end_of_places(const std::string& places) {
  std::size_t end = std::string::npos;
  for (std::size_t at = places.find(" at ") + 4; at < places.size(); ++at)
    for (const std::string_view next : {" called at ", ", ", " from ", " and "})
      if (places.compare(at, next.size(), next) == 0) {
        if (at >= most_places) return std::min(end, at);
        end = at;
      }
  return end;
}

} // namespace

bool is_error(const Message& message) { return message.severity == "error"; }

std::string brief_assumption(const std::string& assumption) {
  const std::size_t origin = std::min(assumption.rfind(" (launch"), assumption.size());
  std::string text = assumption.substr(0, origin), places = assumption.substr(origin);
  if (text.size() > most_condition) text = text.substr(0, most_condition - 4) + " ...";
  if (places.size() > most_places) {
    const std::size_t end = end_of_places(places);
    if (end != std::string::npos) places = places.substr(0, end) + " and others)";
  }
  return text + places;
}

std::string without_calls_told(const std::string& assumption, std::string& told) {
  const std::size_t origin = assumption.rfind(" (launch");
  if (origin == std::string::npos) return assumption;
  const std::size_t calls = std::min(assumption.find(" called at ", origin), //
                                     assumption.find(" with ", origin));
  if (calls == std::string::npos) return assumption;
  if (std::string places = assumption.substr(origin); places != told) {
    told = std::move(places);
    return assumption;
  }
  return assumption.substr(0, calls) + ")";
}

std::vector<Message> brief_messages(const std::vector<Message>& messages, std::size_t most) {
  std::map<std::string, std::size_t> counts;
  for (const Message& message : messages)
    if (is_error(message)) ++counts[message.text];
  std::vector<Message> out;
  std::size_t told = 0, left = 0;
  for (const Message& message : messages) {
    Message brief = message;
    brief.text = brief_lines(message.text);
    if (is_error(message)) {
      std::size_t& count = counts[message.text];
      if (count == 0) continue; // told before
      const std::size_t times = std::exchange(count, 0);
      if (told == most) {
        left += times;
        continue;
      }
      ++told;
      if (times > 1)
        brief.text += fmt::format(" (and {} time{} more)", times - 1, times == 2 ? "" : "s");
    }
    out.push_back(std::move(brief));
  }
  std::ranges::stable_partition(out, is_missing_header);
  if (left > 0) {
    Message rest{"note",
                 fmt::format("{} (--verbose lists them)", plural_more(left, "error")),
                 {messages.front().position.file, 0, 0},
                 ""};
    out.push_back(std::move(rest));
  }
  return out;
}

} // namespace heddle::report
