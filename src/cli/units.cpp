#include "cli/units.hpp"

#include "cli/ptx.hpp"
#include "project/database.hpp"
#include "project/files.hpp"
#include "project/headers.hpp"
#include "project/launching.hpp"
#include "project/naming.hpp"
#include "project/programs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <map>
#include <set>

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t few_files = 8;
constexpr double seconds_in_a_tree = 0.75;
constexpr double repair_seconds = 1;
// Of a kernel: so many questions that are asked in vain, and no less than that.
constexpr double questions_in_vain = 6, least_kernel_seconds = 20;

// What Clang would see noise in; empty: nothing. Of UTF-16, which editors on Windows write, without
// a mark at its start every other byte of what programs hold is 0.
const char* why_no_text(const std::string& text) {
  constexpr const char* utf16 = "this file is UTF-16; save it as UTF-8";
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) return utf16;
  const std::string_view start = std::string_view(text).substr(0, 256);
  std::array<std::size_t, 2> zeros{}; // at even places, at odd ones
  for (std::size_t i = 0; i < start.size(); ++i)
    if (start[i] == '\0') ++zeros[i % 2];
  if (zeros[0] + zeros[1] <= start.size() / 4) return "";
  return zeros[0] == 0 || zeros[1] == 0 ? utf16 : "this file is not text";
}

class Finder {
public:
  Finder(const CheckCommand& command, const std::vector<std::string>& arguments)
      : command_(command), arguments_(arguments), headers_(command.files) {}

  Units find() {
    project::Found found = project::find_files(command_.files);
    std::ranges::move(found.mistakes, std::back_inserter(units_.messages));
    for (const std::string& file : found.files)
      add(file, nullptr);
    if (!command_.project.empty()) add_project();
    limit_time();
    find_wholes();
    find_launching();
    find_calls();
    find_programs();
    return std::move(units_);
  }

private:
  // Of a tree, most of what is not decided in a second is not decided in ten.
  void limit_time() {
    const bool is_tree = units_.jobs.size() > few_files;
    for (std::size_t i = 0; i < units_.jobs.size(); ++i) {
      Options& options = units_.jobs[i].options;
      if (is_tree && !has_timeout_[i]) options.timeout_seconds = seconds_in_a_tree;
      if (options.kernel_seconds == 0)
        options.kernel_seconds =
            std::max(least_kernel_seconds, questions_in_vain * options.timeout_seconds);
    }
  }

  // What the user names, or says something of, or compiles, is whole.
  bool may_be_part(std::size_t job) const {
    return is_searched_[job] &&
           std::ranges::find(command_.files, units_.jobs[job].path) == command_.files.end();
  }

  void find_wholes() {
    std::map<std::string, std::size_t> jobs; // those that may be parts, by path
    for (std::size_t job = 0; job < units_.jobs.size(); ++job)
      if (may_be_part(job)) jobs[fs::path(units_.jobs[job].path).lexically_normal()] = job;
    std::vector<std::vector<std::size_t>> including(units_.jobs.size());
    for (std::size_t job = 0; job < units_.jobs.size(); ++job)
      for (const fs::path& path : read_[job])
        if (const auto at = jobs.find(path); at != jobs.end() && at->second != job)
          including[at->second].push_back(job);
    units_.whole.resize(units_.jobs.size());
    for (std::size_t job = 0; job < units_.jobs.size(); ++job)
      for (const std::size_t other : including[job])
        if (!units_.whole[job] && including[other].empty()) units_.whole[job] = other;
  }

  // Programs whose kernels stand in other files than their launches.
  void find_launching() {
    for (std::size_t job = 0; job < units_.jobs.size(); ++job) {
      if (!units_.jobs[job].options.launched_by.empty()) continue; // the user says it
      for (auto& [other, kernels] : launches_.launching(job)) {
        const project::Job& from = units_.jobs[other];
        if (from.text) continue; // of standard input
        const Options& options = from.options;
        units_.jobs[job].options.launched_by.push_back(
            {from.path, options.defines, options.includes, options.flags, false, kernels});
      }
      const auto unread = launches_.launched_by_too_many(job);
      if (!unread.empty()) // no path: as one that cannot be read
        units_.jobs[job].options.launched_by.push_back({"", {}, {}, {}, false, unread});
    }
  }

  // Of functions that launch, and what else names them, in files that need not launch anything.
  void find_calls() {
    static const std::set<std::string> endings{".c",   ".cc", ".cpp", ".cxx", ".c++",
                                               ".cuh", ".h",  ".hpp", ".hxx", ".inl"};
    std::vector<Message> none;
    for (const std::string& file : command_.files)
      if (std::error_code error; fs::is_directory(file, error))
        project::for_each_file(file, none, [&](const fs::path& path) {
          if (!endings.contains(path.extension().string()) || launches_.has_calls_of(path)) return;
          const std::string text = project::read_text(path);
          launches_.add_calls(path, text);
          if (may_launch_) programs_.add(path, text);
          if (launches_.wants_names_of(path)) launches_.add_names(path, text);
        });
    if (units_.jobs.size() > 1)
      for (const project::Job& job : units_.jobs)
        if (launches_.wants_names_of(job.path))
          launches_.add_names(job.path, job.text ? *job.text : project::read_text(job.path));
    for (const fs::path& header : launches_.headers())
      if (launches_.wants_names_of(header)) launches_.add_names(header, project::read_text(header));
    for (std::size_t job = 0; job < units_.jobs.size(); ++job) {
      units_.jobs[job].options.called_with_one = launches_.calls_with_one(job);
      units_.jobs[job].options.named_elsewhere = launches_.named_elsewhere(job);
    }
  }

  // Files without main that launch, and those that launch their kernels, with the programs that
  // call their functions.
  void find_programs() {
    if (!may_launch_) return;
    for (project::Job& job : units_.jobs) {
      Options& options = job.options;
      if (!options.use_launches) continue;
      for (const std::string& name : programs_.variables_elsewhere(job.path))
        options.named_elsewhere.insert({name});
      options.programs =
          programs_with(job.path, options.called_with_one, options.defines, options.flags);
      for (LaunchingFile& from : options.launched_by)
        if (!from.path.empty())
          from.programs =
              programs_with(from.path, options.called_with_one, from.defines, from.flags);
    }
  }

  using Texts = std::vector<std::string>;
  std::vector<Program> programs_with(const std::string& path, const std::vector<CallWithOne>& calls,
                                     const Texts& defines, const Texts& flags) {
    std::vector<Program> found;
    for (const project::ProgramIndex::Files& files : programs_.programs_of(path)) {
      Program program;
      Options options;
      for (const fs::path& file : files) {
        if (!are_read_so(file, defines, flags)) return {};
        program.files.push_back(file.string());
        headers_.look_up(file, project::read_text(file), options);
      }
      program.includes = std::move(options.includes);
      std::ranges::copy_if(calls, std::back_inserter(program.called_with_one),
                           [&](const CallWithOne& call) {
                             return std::ranges::none_of(program.files, [&](const auto& file) {
                               return call.place.substr(0, call.place.rfind(':')) == file;
                             });
                           });
      found.push_back(std::move(program));
    }
    return found;
  }
  // What is known of how the file is compiled may be another thing: one text has one of both.
  bool are_read_so(const fs::path& file, const Texts& defines, const Texts& flags) const {
    return std::ranges::all_of(units_.jobs, [&](const project::Job& job) {
      return fs::path(job.path).lexically_normal() != file ||
             (job.options.defines == defines && job.options.flags == flags);
    });
  }

  void add_project() {
    const project::Database database = project::read_database(command_.project);
    if (!database.mistake.empty()) units_.messages.push_back(input_error(database.mistake));
    std::error_code none;
    const fs::path here = fs::current_path(none);
    for (const project::CompileCommand& one : database.commands) {
      if (!one.mistake.empty()) {
        units_.messages.push_back(input_error(one.mistake, one.file));
        continue;
      }
      const std::string near = fs::path(one.file).lexically_relative(here).string();
      add(near.empty() || near.starts_with("..") ? one.file : near, &one);
    }
  }

  void add(const std::string& file, const project::CompileCommand* compiled) {
    const bool is_input = file == "-";
    const std::string name = is_input ? "/dev/stdin" : file;
    const std::string text = is_input ? std::string(std::istreambuf_iterator<char>(std::cin), {})
                                      : project::read_text(file);
    if (const std::string why = why_no_text(text); !why.empty()) {
      units_.messages.push_back(input_error(why, name));
      return;
    }
    try {
      CheckCommand own = command_of(is_input ? fs::path(".") : fs::path(file), name, text);
      Options& options = own.options;
      if (is_input)
        options.includes.emplace_back("."); // what it includes is not looked for in /dev
      if (compiled) project::add_flags(options, compiled->flags, compiled->arch);
      project::HeaderLookup::Found found = headers_.look_up(is_input ? "." : file, text, options);
      for (const LaunchingFile& from : own.options.launched_by) {
        const std::string launching = project::read_text(from.path);
        auto told = headers_.look_up(from.path, launching, options).told;
        std::ranges::move(told, std::back_inserter(found.told));
        programs_.add(from.path, launching);
      }
      units_.assumed.push_back(std::move(found.told));
      launches_.add(name, text, found.read);
      may_launch_ |= project::may_launch(text);
      if (!is_input) programs_.add(name, text);
      read_.push_back(std::move(found.read));
      is_searched_.push_back(!compiled && !is_input && !is_told_how(text, name));
      const bool hints = own.hints && (own.format == Format::text || own.format == Format::sarif ||
                                       !own.html.empty());
      units_.jobs.push_back({name, is_input ? std::optional<std::string>(text) : std::nullopt,
                             std::move(options), hints ? repair_seconds : 0,
                             std::move(own.origins)});
      has_timeout_.push_back(own.timeout_is_given);
      units_.suppressions.push_back(project::suppressions_in(text, name));
    } catch (const SettingError& e) {
      add_once(e.message);
    } catch (const UsageError& e) {
      units_.messages.push_back(input_error(e.what()));
    }
  }

  // All files of a folder have its options.
  void add_once(const Message& message) {
    if (std::ranges::none_of(units_.messages, [&](const Message& told) {
          return told.position.file == message.position.file && told.text == message.text &&
                 told.position.line == message.position.line &&
                 told.position.column == message.position.column;
        }))
      units_.messages.push_back(message);
  }

  static bool is_told_how(const std::string& text, const std::string& name) {
    return !project::settings_in(text, name).empty();
  }

  // What stands nearest to the kernels is overridden only by the command line.
  CheckCommand command_of(const fs::path& path, const std::string& name, const std::string& text) {
    std::vector<project::Setting> settings = project::settings_for(path);
    const bool of_folder = !settings.empty(); // and of its other files
    const std::vector<project::Setting> own = project::settings_in(text, name);
    settings.insert(settings.end(), own.begin(), own.end());
    CheckCommand command = parse_check(arguments_, settings);
    command.options.of_many = of_folder;
    return command;
  }

  const CheckCommand& command_;
  const std::vector<std::string>& arguments_;
  project::HeaderLookup headers_;
  project::LaunchIndex launches_; // numbered as the jobs
  project::ProgramIndex programs_{[this](const fs::path& path, const std::string& text) {
    Options options = command_.options;
    return headers_.look_up(path, text, options).read;
  }};
  bool may_launch_ = false; // some file
  Units units_;
  // of each job
  std::vector<bool> has_timeout_, is_searched_;
  std::vector<std::set<fs::path>> read_;
};

} // namespace

Units find_units(const CheckCommand& command, const std::vector<std::string>& arguments) {
  return Finder(command, arguments).find();
}

} // namespace heddle::cli
