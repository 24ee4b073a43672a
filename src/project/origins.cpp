#include "project/origins.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <sstream>
#include <string_view>

namespace heddle::project {
namespace {

constexpr std::string_view conditions = "--assume"; // also the file of their positions

const std::string& value_of(const Setting& setting) {
  static const std::string none;
  return setting.words.size() > 1 ? setting.words[1] : none;
}

bool is_of(const Setting& setting, std::string_view option) {
  return setting.words.front() == option;
}

// Both say how many threads a block has.
bool is_named(const Setting& setting, const std::string& option) {
  return is_of(setting, option) || (option == "--block" && is_of(setting, "--large-block"));
}

bool fixes(const Setting& setting, const std::string& parameter) {
  return is_of(setting, "--param") && value_of(setting).starts_with(parameter + "=");
}

// "a,b" of --alias.
std::array<std::string, 2> pair_of(const Setting& setting) {
  const std::string& value = value_of(setting);
  const auto comma = std::min(value.find(','), value.size() - 1);
  return {value.substr(0, comma), value.substr(comma + 1)};
}

bool is_about(const Setting& setting, const std::string& option, const std::string& condition) {
  if (!is_named(setting, option)) return false;
  if (option == conditions) return condition == value_of(setting);
  if (option == "--param") return fixes(setting, condition.substr(0, condition.find(' ')));
  if (option != "--alias") return true;
  const auto [a, b] = pair_of(setting);
  return condition.starts_with(a + " and " + b + " ") ||
         condition.starts_with(b + " and " + a + " ");
}

std::string shown(const Setting& setting) {
  if (setting.at.file.empty()) return setting.words.front();
  return setting.at.file + ":" + std::to_string(setting.at.line);
}

// Of "--assume (2)", 1; of "--assume", 0.
std::size_t index_of(const std::string& file) {
  const auto open = std::min(file.find('('), file.size());
  std::size_t number = 1;
  std::from_chars(file.data() + std::min(open + 1, file.size()), file.data() + file.size(), number);
  return number - 1;
}

} // namespace

void Origins::override_by(const std::set<std::string>& options,
                          const std::set<std::string>& parameters) {
  const auto is_given = [&](const Setting& s) { return options.contains(s.words.front()); };
  const bool gives_block = options.contains("--block") || options.contains("--large-block");
  std::erase_if(settings_, [&](const Setting& s) {
    if (is_named(s, "--block")) return gives_block;
    if (is_of(s, "--param"))
      return parameters.contains(value_of(s).substr(0, value_of(s).find('=')));
    return !is_of(s, conditions) && !is_of(s, "--alias") && is_given(s);
  });
  if (options.contains("--large-block")) set({{"--large-block"}, {}, ""});
}

void Origins::tell(std::string& assumption) const {
  const auto open = assumption.rfind(" (--");
  const auto close = assumption.find(')', std::min(open, assumption.size()));
  if (open == std::string::npos || close == std::string::npos) return;
  const std::string option = assumption.substr(open + 2, close - open - 2);
  const std::string condition = assumption.substr(0, open);
  const auto last = std::find_if(settings_.rbegin(), settings_.rend(), [&](const Setting& s) {
    return is_about(s, option, condition.substr(condition.find_first_not_of(' ')));
  });
  if (last != settings_.rend()) assumption.replace(open + 2, close - open - 2, shown(*last));
}

void Origins::tell(KernelResult& kernel) const {
  for (std::string& assumption : kernel.assumptions)
    tell(assumption);
  for (LaunchResult& launch : kernel.launches)
    for (std::string& assumption : launch.assumptions)
      tell(assumption);
}

const Setting* Origins::that_assumes(const std::string& file) const {
  std::size_t left = index_of(file);
  for (const Setting& s : settings_)
    if (is_of(s, conditions) && left-- == 0) return &s;
  return nullptr;
}

// The one that a message of the form "--param n: .." or "--alias: .. 'a'" speaks of.
const Setting* Origins::that_is_wrong(const Message& message) const {
  if (message.position.file.starts_with(conditions)) return that_assumes(message.position.file);
  const auto speaks_of = [&](const Setting& s) {
    if (message.text.starts_with("--param ")) {
      const std::string rest = message.text.substr(std::string_view("--param ").size());
      return fixes(s, rest.substr(0, rest.find_first_of(":=")));
    }
    if (!message.text.starts_with("--alias: ") || !is_of(s, "--alias")) return false;
    return std::ranges::any_of(pair_of(s), [&](const std::string& name) {
      return message.text.ends_with("'" + name + "'");
    });
  };
  const auto found = std::ranges::find_if(settings_, speaks_of);
  return found == settings_.end() ? nullptr : &*found;
}

void Origins::tell(Message& message) const {
  if (const Setting* setting = that_is_wrong(message); setting && !setting->at.file.empty()) {
    // what is wrong with a condition stands at a column of it
    const unsigned within =
        message.position.file.starts_with(conditions) && message.position.line == 1
            ? setting->value_offset + message.position.column - 1
            : 0;
    message.position = setting->at;
    message.position.column += within;
    message.source_line = setting->line;
    if (message.text.starts_with("--")) message.text.erase(0, 2);
  }
  if (message.text.find("\n  ") == std::string::npos) return;
  std::istringstream lines(message.text);
  std::string all;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("  ")) tell(line);
    all += (all.empty() ? "" : "\n") + line;
  }
  message.text = all;
}

void Origins::tell(std::vector<Message>& messages) const {
  for (Message& message : messages)
    tell(message);
}

} // namespace heddle::project
