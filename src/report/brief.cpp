#include "report/brief.hpp"

#include "report/plural.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <sstream>
#include <string_view>

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

// "a[..] read at line 8 (f.cu:8:3)" in its parts.
struct Read {
  std::string what, line, file;
};

std::optional<Read> read_in(const std::string& text) {
  constexpr std::string_view at = " read at line ";
  const std::size_t end = text.rfind(at), open = text.rfind(" (");
  if (end == std::string::npos || open == std::string::npos || open < end) return std::nullopt;
  const std::string line = text.substr(end + at.size(), open - end - at.size());
  const std::size_t place = text.find(":" + line + ":", open);
  if (place == std::string::npos) return std::nullopt; // more is said of it, or it is elsewhere
  return Read{text.substr(0, end), line, text.substr(open + 2, place - open - 2)};
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

std::vector<std::string> brief_assumptions(const std::vector<std::string>& assumptions) {
  struct Told {
    std::string conditions, launch;
  };
  std::vector<Told> told;
  for (const std::string& assumption : assumptions) {
    const std::size_t end = std::min(assumption.rfind(" (launch"), assumption.size());
    const std::string launch = assumption.substr(end);
    const std::string condition = brief_assumption(assumption.substr(0, end));
    // by all its places: what is left of them below may be that of another launch, too
    const auto same = std::ranges::find(told, launch, &Told::launch);
    if (launch.empty() || same == told.end())
      told.push_back({condition, launch});
    else
      same->conditions += ", " + condition;
  }
  std::vector<std::string> out;
  for (const Told& of : told)
    out.push_back(of.conditions + brief_assumption(of.launch));
  return out;
}

std::vector<std::string> brief_dependences(const std::vector<std::string>& texts) {
  struct Told {
    std::string text; // of the first
    std::vector<std::string> lines;
    Read read;
  };
  std::vector<Told> told;
  for (const std::string& text : texts) {
    const std::optional<Read> read = read_in(text);
    const auto same = std::ranges::find_if(told, [&](const Told& of) {
      return read && of.read.what == read->what && of.read.file == read->file;
    });
    if (!read)
      told.push_back({text, {}, {}});
    else if (same == told.end())
      told.push_back({text, {read->line}, *read});
    else if (std::ranges::find(same->lines, read->line) == same->lines.end())
      same->lines.push_back(read->line);
  }
  std::vector<std::string> out;
  for (const Told& of : told)
    out.push_back(of.lines.size() < 2 ? of.text
                                      : fmt::format("{} read at lines {} ({})", of.read.what,
                                                    fmt::join(of.lines, ", "), of.read.file));
  return out;
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
