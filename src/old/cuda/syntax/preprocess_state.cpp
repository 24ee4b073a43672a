#include "cuda/syntax/preprocess_state.hpp"

#include "cuda/syntax/prelude.hpp"
#include "cuda/syntax/source_text.hpp"

#include <algorithm>
#include <filesystem>

namespace heddle::cuda {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t max_includes = 4000;
constexpr std::size_t max_total_bytes = std::size_t{64} << 20;
constexpr std::size_t max_expansions = 2'000'000;
constexpr std::size_t max_macro_depth = 200;
constexpr std::size_t max_tokens = 4'000'000;
constexpr std::size_t max_complaints = 200;
constexpr std::size_t max_directive_depth = 200;

std::string directory_of(const std::string& path) {
  const fs::path parent = fs::path(path).parent_path();
  return parent.empty() ? "." : parent.string();
}

} // namespace

std::optional<std::string> PreprocessState::open_main(const std::string& path) {
  std::string why;
  std::optional<FileText> text = read_source(path, why);
  if (text && deepest_directive(text->cleaned) > max_directive_depth) {
    why = "a preprocessing directive nests parentheses too deeply";
    text.reset();
  }
  if (!text) {
    ctx_.report(Severity::error, {}, why);
    return std::nullopt;
  }
  std::error_code error;
  main_path_ = fs::absolute(path, error).lexically_normal().string();
  ids_[main_path_] = ctx_.files.add(path, std::move(text->original));
  user_paths_[main_path_] = path;
  directories_.push_back(directory_of(path));
  bytes_ += text->cleaned.size();
  return std::move(text->cleaned);
}

std::vector<std::string> PreprocessState::macros() const {
  std::vector<std::string> all;
  const std::vector<std::string>& own = ctx_.options.defines;
  const auto name_of = [](std::string_view macro) { return macro.substr(0, macro.find('=')); };
  for (const std::string_view macro : prelude_macros())
    if (std::ranges::none_of(own, [&](const auto& d) { return name_of(d) == name_of(macro); }))
      all.emplace_back(macro);
  // of two definitions the last one holds, as with other compilers
  for (auto it = own.begin(); it != own.end(); ++it)
    if (std::none_of(it + 1, own.end(), [&](const auto& d) { return name_of(d) == name_of(*it); }))
      all.push_back(*it);
  return all;
}

std::optional<std::string> PreprocessState::locate(const std::string& name, bool is_system) const {
  std::vector<std::string> places;
  if (!is_system) places.push_back(directories_.back());
  places.insert(places.end(), ctx_.options.includes.begin(), ctx_.options.includes.end());
  if (fs::path(name).is_absolute()) places.assign(1, "");
  for (const std::string& place : places) {
    std::error_code error;
    const fs::path candidate = (fs::path(place) / name).lexically_normal();
    if (fs::is_regular_file(candidate, error)) return candidate.string();
  }
  return std::nullopt;
}

bool PreprocessState::find_include(const std::string& name, const Place& at) {
  if (name.size() < 2) return false;
  const std::string bare = name.substr(1, name.size() - 2);
  const bool is_system = name.front() == '<';
  const std::optional<std::string> found = locate(bare, is_system);
  if (!found) {
    if (!is_known_header(bare))
      ctx_.report(Severity::note, loc(at), "header " + name + " not found: skipped");
    return false;
  }
  std::string why;
  const std::optional<FileText> text = read_source(*found, why);
  if (text && directories_.size() >= max_include_depth) why = "headers nest too deeply";
  if (text && deepest_directive(text->cleaned) > max_directive_depth)
    why = "a preprocessing directive nests parentheses too deeply";
  if (++includes_ > max_includes || bytes_ > max_total_bytes) why = "too many headers";
  if (why.empty()) return true;
  warn_once(at, "header " + name + " skipped: " + why);
  return false;
}

std::string PreprocessState::enter_file(const std::string& path) {
  directories_.push_back(directory_of(path));
  std::string why;
  std::optional<FileText> text = read_source(path, why);
  if (!text) return "\n";
  bytes_ += text->cleaned.size();
  if (!ids_.contains(path)) ids_[path] = ctx_.files.add(path, std::move(text->original));
  return std::move(text->cleaned);
}

void PreprocessState::leave_file() {
  if (directories_.size() > 1) directories_.pop_back();
}

bool PreprocessState::enter_macro(MacroCall call) {
  if (calls.size() >= max_macro_depth) {
    warn_once(call, "macros nest too deeply: not expanded");
    return false;
  }
  if (++expansions_ > max_expansions) {
    if (!stopped_) fail(call, "too many macro expansions");
    return false;
  }
  calls.push_back(std::move(call));
  return true;
}

bool PreprocessState::count_token() {
  if (++tokens_ > max_tokens && !stopped_) fail({}, "the file is too large after preprocessing");
  return !stopped_;
}

Loc PreprocessState::loc(const Place& at) {
  if (at.file != last_name_) {
    const auto it = ids_.find(at.file);
    if (it == ids_.end()) return {};
    last_name_ = at.file;
    last_id_ = it->second;
  }
  return {last_id_, static_cast<std::uint32_t>(at.line), static_cast<std::uint32_t>(at.column)};
}

void PreprocessState::warn_once(const Place& at, const std::string& text) {
  const Loc where = loc(at);
  for (const Diagnostic& d : ctx_.diagnostics)
    if (d.loc == where && d.message == text) return;
  if (++complaints_ > max_complaints) return;
  ctx_.report(Severity::warning, where, text);
}

void PreprocessState::complain(const Place& at, const std::string& text, bool recoverable) {
  if (!recoverable) return fail(at, text);
  warn_once(at, text);
  if (complaints_ > max_complaints && !stopped_) fail(at, "too many preprocessing errors");
}

void PreprocessState::fail(const Place& at, const std::string& text) {
  stopped_ = true;
  ctx_.report(Severity::error, loc(at), text);
}

} // namespace heddle::cuda
