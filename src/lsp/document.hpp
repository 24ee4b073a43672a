// An open file and what is known of it.
#pragma once
#include "lsp/text.hpp"
#include "project/pool.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace heddle::lsp {

using Clock = std::chrono::steady_clock;

// An option that is wrong, and where it stands: in the file's text or in a `.heddle`.
struct WrongOption : std::runtime_error {
  explicit WrongOption(Message what) : std::runtime_error(what.text), message(std::move(what)) {}
  Message message;
};
// The options of a file with that text: of the command line, `.heddle` and its comments. Throws
// WrongOption or another std::exception where these are wrong.
using MakeJob = std::function<project::Job(const std::string& path, const std::string& text)>;

struct Document {
  std::string uri, path, text;
  std::int64_t version = 0;
  std::optional<Clock::time_point> due; // to be checked then
  // Of the text that was checked last.
  std::string checked;
  std::vector<KernelResult> kernels;
  std::vector<Message> messages;

  // Takes the results of a check of `text`, of one kernel alone where `change` says so. While a
  // kernel does not compile, what was said of it before stays.
  void take(const std::string& now, CheckResult&& result, const std::optional<Change>& change);
};

} // namespace heddle::lsp
