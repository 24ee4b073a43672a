#include "project/launching.hpp"

#include "project/files.hpp"
#include "project/kernel_heads.hpp"
#include "project/nearness.hpp"

#include <algorithm>

namespace heddle::project {
namespace {

namespace fs = std::filesystem;

// Each of them is read: those of one kernel, and of all that a file has.
constexpr std::size_t max_launching = 8, max_read = 24;

} // namespace

void LaunchIndex::add(const fs::path& path, const std::string& text,
                      const std::set<fs::path>& read) {
  File file{path.lexically_normal(), kernels_in(text, true), {},
            kernels_in(text, false), launched_in(text),      {},
            may_have_main(text)};
  file.functions = may_launch(text) || file.is_program ? functions_in(text) : file.own;
  const std::size_t number = files_.size();
  for (const std::string& name : file.own)
    having_[name].push_back(number);
  for (const std::string& name : file.launched)
    launching_[name].push_back(number);
  for (const std::string& name : file.functions)
    functions_[name].push_back(number);
  add_calls(path, text);
  if (file.is_program) of_programs_.insert(file.functions.begin(), file.functions.end());
  file.has = file.own;
  read_[file.path] = read;
  for (const fs::path& header : read) {
    const Header& said = header_at(header);
    file.has.insert(said.has.begin(), said.has.end());
    file.declared.insert(said.declared.begin(), said.declared.end());
    file.launched.insert(said.launched.begin(), said.launched.end());
  }
  if (!file.declared.empty())
    for (const auto& [name, arguments] :
         named_in(text, Functions(file.declared.begin(), file.declared.end()), false))
      if (!arguments && file.launched.insert(name).second) launching_[name].push_back(number);
  files_.push_back(std::move(file));
}

std::vector<std::size_t> LaunchIndex::others_launching(std::size_t number,
                                                       const std::string& name) const {
  std::vector<std::size_t> all;
  if (const auto others = launching_.find(name); others != launching_.end())
    for (const std::size_t other : others->second)
      if (files_[other].declared.contains(name) && !files_[other].has.contains(name) &&
          nearest(name, other) == number)
        all.push_back(other);
  return all;
}

std::map<std::size_t, LaunchIndex::Names> LaunchIndex::launching(std::size_t number) const {
  std::map<std::size_t, Names> found;
  for (const std::string& name : files_.at(number).own) {
    const std::vector<std::size_t> all = others_launching(number, name);
    const auto more = std::ranges::count_if(all, [&](std::size_t f) { return !found.contains(f); });
    // some of many would say too much
    if (all.size() > max_launching || found.size() + static_cast<std::size_t>(more) > max_read)
      continue;
    for (const std::size_t other : all)
      found[other].insert(name);
  }
  return found;
}

LaunchIndex::Names LaunchIndex::launched_by_too_many(std::size_t number) const {
  const File& file = files_.at(number);
  Names found;
  for (const std::string& name : file.own)
    if (file.launched.contains(name) && !others_launching(number, name).empty()) found.insert(name);
  if (found.empty()) return found;
  for (const auto& [other, kernels] : launching(number))
    for (const std::string& name : kernels)
      found.erase(name);
  return found;
}

void LaunchIndex::add_calls(const fs::path& path, const std::string& text) {
  const fs::path normal = path.lexically_normal();
  if (!called_from_.insert(normal).second) return;
  for (RepeatedCall& call : repeated_calls(text))
    calling_[call.function].push_back({normal, call});
}

std::vector<CallWithOne> LaunchIndex::calls_with_one(std::size_t number) const {
  std::set<std::size_t> launching{number};
  Names read; // kernels whose launches in other files are known as they are
  for (const auto& [other, kernels] : this->launching(number)) {
    launching.insert(other);
    read.insert(kernels.begin(), kernels.end());
  }
  std::set<RepeatedCall> told;
  std::vector<CallWithOne> found;
  for (const std::size_t file : launching)
    for (const std::string& name : files_[file].functions) {
      const auto calling = calling_.find(name);
      if (calling == calling_.end() || read.contains(name)) continue;
      for (const auto& [path, call] : calling->second) {
        if (path == files_[file].path || !is_near(file, functions_.at(name), path)) continue;
        if (!told.insert({name, call.arguments, call.first, call.second, 0}).second) continue;
        found.push_back({name, call.arguments, call.first, call.second,
                         path.string() + ":" + std::to_string(call.line)});
      }
    }
  return found;
}

void LaunchIndex::add_names(const fs::path& path, const std::string& text) {
  static const Names no_functions{"main", "if", "for", "while", "switch", "catch"};
  const fs::path normal = path.lexically_normal();
  named_from_.insert(normal);
  std::set<NamedElsewhere> named = named_in(text, of_programs_, !is_compiled(normal));
  std::erase_if(named,
                [&](const NamedElsewhere& name) { return no_functions.contains(name.function); });
  if (named.empty() || has_main(text)) return; // that is a program of its own
  for (const NamedElsewhere& name : named)
    naming_[name.function][normal].insert(name);
}

std::set<NamedElsewhere> LaunchIndex::named_elsewhere(std::size_t number) const {
  std::set<std::size_t> programs{number};
  for (const auto& [other, kernels] : launching(number))
    programs.insert(other);
  std::erase_if(programs, [&](std::size_t file) { return !files_[file].is_program; });
  std::set<NamedElsewhere> found;
  for (const std::size_t file : programs)
    for (const std::string& name : files_[file].functions) {
      const auto naming = naming_.find(name);
      if (naming == naming_.end()) continue;
      for (const auto& [path, names] : naming->second)
        if (path != files_[file].path && !is_part(files_[file].path, path) &&
            is_near(file, functions_.at(name), path))
          found.insert(names.begin(), names.end());
    }
  return found;
}

std::set<fs::path> LaunchIndex::headers() const {
  std::set<fs::path> all;
  for (const auto& [path, read] : read_)
    all.insert(read.begin(), read.end());
  return all;
}

// What includes a file is one with it, and calls it in that.
bool LaunchIndex::is_part(const fs::path& file, const fs::path& of) const {
  const auto read = read_.find(of);
  return read != read_.end() && read->second.contains(file);
}

// Is none of the others nearer?
bool LaunchIndex::is_near(std::size_t file, const std::vector<std::size_t>& others,
                          const fs::path& to) const {
  const auto own = nearness(files_[file].path, to);
  return std::ranges::none_of(
      others, [&](std::size_t other) { return own < nearness(files_[other].path, to); });
}

std::size_t LaunchIndex::nearest(const std::string& name, std::size_t to) const {
  std::size_t best = files_.size();
  Nearness most;
  bool is_only = false;
  for (const std::size_t file : having_.at(name)) {
    const auto near = nearness(files_[file].path, files_[to].path);
    if (best != files_.size() && near <= most) {
      is_only &= near < most;
      continue;
    }
    best = file;
    most = near;
    is_only = true;
  }
  return is_only ? best : files_.size();
}

const LaunchIndex::Header& LaunchIndex::header_at(const fs::path& path) {
  const auto [it, is_new] = headers_.try_emplace(path);
  if (!is_new) return it->second;
  const std::string text = read_text(path);
  return it->second = {kernels_in(text, true), kernels_in(text, false), launched_in(text)};
}

} // namespace heddle::project
