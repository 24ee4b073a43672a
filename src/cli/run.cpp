#include "cli/run.hpp"

#include "cli/console.hpp"
#include "cli/options/options.hpp"
#include "cli/parts.hpp"
#include "cli/ptx.hpp"
#include "cli/shard.hpp"
#include "cli/units.hpp"
#include "cli/verdict.hpp"
#include "project/files.hpp"
#include "project/kept.hpp"
#include "project/kernel_heads.hpp"
#include "project/pool.hpp"
#include "project/time_left.hpp"
#include "project/write_file.hpp"
#include "report/brief.hpp"
#include "report/html/html.hpp"
#include "report/plural.hpp"
#include "report/read.hpp"
#include "report/summary.hpp"
#include "report/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <set>
#include <unistd.h>

namespace heddle::cli {
namespace {

constexpr int interrupted_code = 130; // as shells have it

class Run {
public:
  Run(const CheckCommand& command, const std::vector<std::string>& arguments, bool colour_out,
      bool colour_err)
      : command_(command), arguments_(arguments), colour_out_(colour_out), colour_err_(colour_err),
        is_text_(command.format == Format::text),
        console_(isatty(STDERR_FILENO) == 1 && colour_err) {}

  Outcome run() {
    if (!command_.baseline.empty()) baseline_.emplace(command_.baseline);
    std::vector<Message> mistakes = mistakes_of(command_.options);
    command_.origins.tell(mistakes);
    units_ = find_units(command_, arguments_);
    if (!mistakes.empty()) return refuse(mistakes);
    files_ = units_.jobs.size();
    for (project::Job& job : units_.jobs)
      job.options.of_many |= files_ > 1;
    std::optional<project::Kept> kept;
    if (const std::string folder = cache_folder(); !folder.empty()) kept.emplace(folder);
    if (command_.shards > 0) choose_shard(kept && command_.cache ? &*kept : nullptr);
    for (const Message& message : units_.messages)
      tell(message);
    results_.resize(units_.jobs.size());
    done_.resize(units_.jobs.size());
    left_.emplace(units_.jobs.size(), command_.options.jobs);
    catch_interrupts();
    // a home that cannot be written is no news to those who did not ask for a cache
    if (kept && !kept->note().empty() && (command_.cache || kept->is_usable())) {
      Message note;
      note.severity = "note";
      note.text = kept->note();
      tell(note);
    }
    check_all(kept ? &*kept : nullptr);
    return finish();
  }

private:
  // Those that others include come last: most of them are checked then.
  void check_all(project::Kept* kept) {
    std::vector<std::size_t> wholes, parts;
    elsewhere_.resize(units_.jobs.size());
    has_parts_.resize(units_.jobs.size());
    for (std::size_t job = 0; job < units_.jobs.size(); ++job)
      (units_.whole[job] ? parts : wholes).push_back(job);
    if (!check_these(wholes, kept)) return;
    std::erase_if(parts, [this](std::size_t job) { return is_checked_elsewhere(job); });
    if (!parts.empty()) check_these(parts, kept);
  }

  bool check_these(const std::vector<std::size_t>& which, project::Kept* kept) {
    std::vector<project::Job> jobs;
    for (const std::size_t job : which)
      jobs.push_back(units_.jobs[job]);
    return project::check_all(
        jobs, command_.options.jobs,
        {[&](std::size_t i, const KernelResult& k) { on_kernel(which[i], k); },
         [&](std::size_t i, CheckResult&& r) { on_file(which[i], std::move(r)); },
         [this] { return should_stop(); },
         [&](std::size_t i) { left_->start(which[i], seconds()); }},
        kept);
  }

  bool is_checked_elsewhere(std::size_t job) {
    const std::string& path = units_.jobs[job].path;
    const auto [whole, is_new] = reported_.try_emplace(*units_.whole[job]);
    if (is_new) whole->second = Reported(results_[whole->first]);
    elsewhere_[job] = whole->second;
    if (!has_only(project::read_text(path), elsewhere_[job].names_in(path))) return false;
    done_[job] = true;
    ++files_done_;
    left_->done(job, seconds());
    part(job);
    progress();
    return true;
  }

  void part(std::size_t job) {
    Message note;
    note.severity = "note";
    note.text =
        "its kernels are checked where " + units_.jobs[*units_.whole[job]].path + " includes it";
    note.position.file = units_.jobs[job].path;
    results_[job].messages.push_back(std::move(note));
  }

  // Nothing is checked.
  Outcome refuse(const std::vector<Message>& mistakes) {
    for (const Message& message : mistakes)
      tell(message);
    CheckResult none;
    none.messages = mistakes;
    Outcome outcome;
    if (!is_text_) outcome.out = rendered(none, {}, {});
    return outcome;
  }

  // "": results are neither taken nor kept.
  std::string cache_folder() const {
    if (command_.cache) return *command_.cache;
    const bool many = !command_.project.empty() || std::ranges::any_of(command_.files, is_folder);
    return many ? project::default_kept_folder() : "";
  }
  static bool is_folder(const std::string& name) {
    std::error_code error;
    return std::filesystem::is_directory(name, error);
  }

  // `kept`: the cache, where the command names it; each user's own is not that of all shards.
  void choose_shard(project::Kept* kept) {
    if (!command_.options.kernels.empty() || !command_.options.dump.empty())
      throw UsageError("--shard cannot be given with --kernel or --dump");
    if (!units_.messages.empty()) throw UsageError(units_.messages.front().text);
    shard_.emplace(share_of(command_, arguments_, units_, kept));
  }

  // Colours the findings of a kernel by what is said of them elsewhere.
  void mark(std::size_t job, KernelResult& kernel) {
    project::suppress(kernel, units_.suppressions[job]);
    project::suppress_by_headers(kernel, units_.jobs[job].path, in_headers_);
    if (baseline_) baseline_->mark(kernel);
    for (const std::string& folder : units_.assumed[job])
      kernel.assumptions.push_back(folder);
  }

  void on_kernel(std::size_t job, const KernelResult& from) {
    if (elsewhere_[job].has(from)) {
      has_parts_[job] = true;
      return;
    }
    KernelResult kernel = from;
    mark(job, kernel);
    findings_ += static_cast<std::size_t>(std::ranges::count_if(kernel.findings, report::counts));
    results_[job].kernels.push_back(kernel);
    if (is_text_ && command_.options.dump.empty()) print(std::move(kernel));
    progress();
  }

  void print(KernelResult kernel) {
    CheckResult one;
    one.kernels.push_back(std::move(kernel));
    console_.out(report::to_text(one, style()));
  }

  report::TextStyle style() {
    return {colour_out_,         command_.verbose ? nullptr : &told_assumptions_,
            !command_.all_pairs, command_.verbose || command_.all_pairs ? nullptr : &told_findings_,
            command_.verbose,    command_.stats,
            width_out_};
  }

  void on_file(std::size_t job, CheckResult&& result) {
    done_[job] = true;
    ++files_done_;
    left_->done(job, seconds());
    results_[job].messages = std::move(result.messages);
    results_[job].dump = std::move(result.dump);
    const bool has_none = results_[job].kernels.empty() && !results_[job].has_errors() &&
                          command_.options.kernels.empty();
    if (has_none && has_parts_[job])
      part(job);
    else if (has_none)
      without_kernel(job);
    if (is_text_ && !(has_none && files_ > 1))
      for (const Message& message : shown(results_[job].messages))
        told_or_later(message);
    if (is_text_ && !command_.options.dump.empty()) {
      console_.out(results_[job].dump);
      for (const KernelResult& kernel : results_[job].kernels)
        print(kernel);
    }
    progress();
  }

  // Kernels that the text has all the same: "; k: left out by the preprocessor (-D NAME), or ..".
  static std::string not_compiled(const std::string& path) {
    constexpr std::size_t most = 5;
    const std::set<std::string> named = project::kernels_in(project::read_text(path), true);
    if (named.empty()) return "";
    const std::vector<std::string> some(named.begin(),
                                        std::next(named.begin(), std::min(most, named.size())));
    return fmt::format("; {}{}: left out by the preprocessor (-D NAME), or in a comment",
                       fmt::join(some, ", "), named.size() > most ? ", .." : "");
  }

  // One file was meant to be checked; of many some hold host code alone.
  void without_kernel(std::size_t job) {
    ++without_kernel_;
    const std::string& path = units_.jobs[job].path;
    Message message = input_error("no kernel found" + not_compiled(path), path);
    if (files_ > 1) message.severity = "note";
    results_[job].messages.push_back(std::move(message));
  }

  std::vector<Message> shown(const std::vector<Message>& messages) const {
    constexpr std::size_t most_of_many = 3, most_of_one = 20;
    if (command_.verbose) return messages;
    return report::brief_messages(messages, files_ > 1 ? most_of_many : most_of_one);
  }

  // An option that means nothing to one file may mean something to another.
  static bool is_about_options(const Message& message) {
    return report::is_error(message) &&
           (message.position.file.starts_with("--assume") ||
            std::filesystem::path(message.position.file).filename() == ".heddle" ||
            (message.position.line == 0 && message.text.starts_with("--")));
  }

  // What its options name must be in the only file that they are for.
  bool is_alone() const { return units_.jobs.size() == 1 && !units_.jobs.front().options.of_many; }

  void told_or_later(const Message& message) {
    if (is_alone() || !is_about_options(message)) tell(message);
  }

  void tell(const Message& message) {
    if (!is_text_) return;
    CheckResult one;
    one.messages.push_back(message);
    console_.err(report::messages_to_text(one, {.colour = colour_err_, .width = width_err_}));
  }

  // Keeps what all files say of an option, once, where there are many.
  void settle_option_messages() {
    if (is_alone()) return;
    std::map<std::string, std::size_t> counts; // by text
    std::size_t files = 0;
    for (const CheckResult& result : results_) {
      if (result.kernels.empty() && !result.has_errors()) continue;
      ++files;
      for (const Message& message : result.messages)
        if (is_about_options(message)) ++counts[message.text];
    }
    std::vector<Message> told;
    for (CheckResult& result : results_)
      std::erase_if(result.messages, [&](const Message& message) {
        if (!is_about_options(message)) return false;
        if (counts[message.text] < files || files_ == 1) return true;
        const bool is_told = std::ranges::find(told, message.text, &Message::text) != told.end();
        if (!is_told) told.push_back(message);
        return is_told;
      });
    for (const Message& message : told)
      tell(message);
  }

  bool should_stop() {
    constexpr double steps = 1; // seconds between lines of progress where nothing else is told
    if (seconds() > last_progress_ + steps) progress();
    if (is_text_ && console_.nobody_reads()) why_cut_ = "nobody reads the output";
    if (console_.failed()) why_cut_ = "the output cannot be written";
    if (interrupted()) why_cut_ = "interrupted";
    if (command_.time_limit > 0 && seconds() > command_.time_limit)
      why_cut_ = fmt::format("the time limit of {} s is over", command_.time_limit);
    return !why_cut_.empty();
  }

  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

  void progress() {
    constexpr double soon = 0.9; // seconds; of one file there is nothing to tell until then
    if ((units_.jobs.size() > 1 || seconds() > soon) && files_done_ < units_.jobs.size())
      console_.progress(files_done_, units_.jobs.size(), report::plural(findings_, "finding"),
                        left_->seconds(seconds()));
    last_progress_ = seconds();
  }

  Outcome finish() {
    settle_option_messages();
    CheckResult all;
    all.messages = units_.messages;
    report::RunFacts facts = this->facts();
    std::vector<report::CheckedFile> counts;
    for (std::size_t job = 0; job < results_.size(); ++job) {
      if (shard_) counts.push_back(count(shard_->indexes[job], results_[job]));
      append(all, std::move(results_[job]));
    }
    if (!command_.options.kernels.empty() && why_cut_.empty()) missing_kernels(all);
    Outcome outcome;
    outcome.exit_code = run_exit_code(all, command_.fail_on);
    if (shard_ && results_.empty()) outcome.exit_code = verified; // more shards than files
    if (is_text_)
      print_end(all, facts);
    else
      outcome.out = rendered(all, facts, std::move(counts));
    if (!command_.html.empty() && !write_html(all, facts)) outcome.exit_code = bad_input;
    const bool says_nothing =
        outcome.exit_code == verified || (all.kernels.empty() && !all.has_errors());
    if (!why_cut_.empty() && says_nothing) outcome.exit_code = unknown;
    if (interrupted()) outcome.exit_code = interrupted_code;
    if (console_.failed()) outcome.exit_code = bad_input;
    return outcome;
  }

  bool write_html(const CheckResult& all, const report::RunFacts& facts) {
    const std::string why = project::write_file(command_.html, report::to_html(all, facts));
    if (!why.empty())
      console_.err(fmt::format("heddle: error: cannot write '{}': {}\n", command_.html, why));
    return why.empty();
  }

  void missing_kernels(CheckResult& all) {
    const std::size_t before = all.messages.size();
    std::set<std::string> known;
    for (const project::Job& job : units_.jobs)
      known.merge(project::kernels_in(job.text ? *job.text : project::read_text(job.path), true));
    report_missing_kernels(command_.options.kernels, all, {known.begin(), known.end()});
    for (std::size_t i = before; i < all.messages.size(); ++i)
      tell(all.messages[i]);
  }

  std::string rendered(const CheckResult& all, const report::RunFacts& facts,
                       std::vector<report::CheckedFile> counts) {
    if (!shard_) return render(all, facts, command_.format);
    shard_->shard.checked = std::move(counts);
    return report::to_json(all, shard_->shard);
  }

  report::RunFacts facts() const {
    report::RunFacts facts;
    facts.files = units_.jobs.size();
    facts.without_kernel = without_kernel_;
    facts.has_baseline = baseline_.has_value();
    facts.why_cut = why_cut_;
    facts.seconds = seconds();
    facts.failed = failed();
    for (std::size_t job = 0; job < units_.jobs.size(); ++job) {
      if (!done_[job]) facts.not_checked.push_back(units_.jobs[job].path);
      if (done_[job] && !results_[job].kernels.empty())
        for (const project::Suppression& s : units_.suppressions[job])
          if (s.was_used || command_.options.kernels.empty()) // else it may be of another kernel
            facts.allowed.push_back({s.at, s.kind, s.reason, s.was_used});
    }
    for (const auto& [header, suppressions] : in_headers_)
      for (const project::Suppression& s : suppressions)
        if (s.was_used) facts.allowed.push_back({s.at, s.kind, s.reason, true});
    return facts;
  }

  // Each file once, with the first error that was told of it.
  std::vector<report::Failed> failed() const {
    std::vector<report::Failed> failed;
    const auto add = [&](const std::string& file, const Message& message, bool has_kernels) {
      const bool is_elsewhere = !message.position.file.empty() && message.position.file != file;
      if (!report::is_error(message) || file.empty() || is_about_options(message) ||
          std::ranges::find(failed, file, &report::Failed::file) != failed.end())
        return;
      failed.push_back({file,
                        is_elsewhere ? fmt::format("{}:{}: {}", message.position.file,
                                                   message.position.line, message.text)
                                     : message.text,
                        has_kernels});
    };
    for (const Message& message : units_.messages) {
      const std::size_t before = failed.size();
      add(message.position.file, message, false);
      std::error_code none;
      if (failed.size() > before)
        failed.back().is_file = std::filesystem::is_regular_file(message.position.file, none);
    }
    for (std::size_t job = 0; job < results_.size(); ++job)
      for (const Message& message : results_[job].messages)
        add(units_.jobs[job].path, message, !results_[job].kernels.empty());
    return failed;
  }

  void print_end(const CheckResult& all, const report::RunFacts& facts) {
    if (all.kernels.empty() && units_.jobs.size() > 1 && !all.has_errors() && why_cut_.empty())
      tell(input_error(fmt::format("no kernel found in {} files", units_.jobs.size())));
    const bool many = units_.jobs.size() > 1 || all.kernels.size() > 1;
    if (many || !facts.allowed.empty() || !why_cut_.empty())
      console_.out(report::summary(all, facts, colour_out_, width_out_));
    else
      console_.out(report::next_steps(all, width_out_));
    if (console_.failed())
      console_.err(fmt::format("heddle: error: cannot write the output: {}\n", console_.failure()));
  }

  const CheckCommand& command_;
  const std::vector<std::string>& arguments_;
  bool colour_out_, colour_err_, is_text_;
  std::size_t width_out_ = terminal_width(STDOUT_FILENO),
              width_err_ = terminal_width(STDERR_FILENO);
  Console console_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::optional<Baseline> baseline_;
  std::optional<Share> shard_;
  std::optional<project::TimeLeft> left_;
  double last_progress_ = 0;
  Units units_;
  std::vector<CheckResult> results_;
  std::vector<bool> done_;
  std::map<std::size_t, Reported> reported_; // by jobs that include others
  std::vector<Reported> elsewhere_; // of each job, what the one that includes it has reported
  std::vector<bool> has_parts_;     // that were reported there, and not again
  std::size_t files_ = 0;           // of the whole run, of which this may be a shard
  std::size_t files_done_ = 0, findings_ = 0, without_kernel_ = 0;
  std::set<std::string> told_assumptions_;
  std::map<std::string, std::string> told_findings_;
  std::string why_cut_;
  project::HeaderSuppressions in_headers_;
};

bool coloured(Colour choice, bool terminal) {
  return choice == Colour::always || (choice == Colour::automatic && terminal);
}

} // namespace

Outcome check(const std::vector<std::string>& arguments, bool colour_out, bool colour_err) {
  const CheckCommand command = parse_check(arguments, project::settings_for("."));
  if (command.help) return {verified, check_help(), ""};
  return Run(command, arguments, coloured(command.colour, colour_out),
             coloured(command.colour, colour_err))
      .run();
}

} // namespace heddle::cli
