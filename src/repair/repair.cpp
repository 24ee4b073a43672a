#include "heddle/repair.hpp"

#include "cuda/statements.hpp"
#include "repair/diff.hpp"
#include "repair/trial.hpp"
#include "smt/known.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <numeric>

namespace heddle {

namespace repair {

namespace {

using Mode = RepairOptions::Mode;
using Clock = std::chrono::steady_clock;

std::string plain(const std::string& name) { return name.substr(0, name.find('<')); }

// "scale<float>" is asked for as `scale`, as `ns::scale` or in full.
bool is_asked(const std::string& kernel, const std::vector<std::string>& names) {
  return names.empty() || std::ranges::any_of(names, [&](const std::string& name) {
           const std::string asked = plain(name);
           return asked == plain(kernel) || asked.ends_with("::" + plain(kernel));
         });
}

void reach(const cuda::SourceTree& tree, const cuda::SourceStatement& s, std::set<Extent>& texts);
void reach(const cuda::SourceTree& tree, std::size_t function, std::set<Extent>& texts) {
  const cuda::SourceFunction& f = tree.functions[function];
  if (texts.insert(f.extent).second) reach(tree, f.body, texts);
}
void reach(const cuda::SourceTree& tree, const cuda::SourceStatement& s, std::set<Extent>& texts) {
  for (const cuda::SourceCall& call : s.calls)
    reach(tree, call.function, texts);
  for (const cuda::SourceStatement& part : s.parts)
    reach(tree, part, texts);
}

// Kernels that share text are repaired together: a barrier in it is one for all of them.
std::vector<std::vector<std::size_t>> groups_of(const cuda::SourceTree& tree) {
  std::vector<std::set<Extent>> texts(tree.kernels.size());
  std::vector<std::size_t> group(tree.kernels.size());
  std::iota(group.begin(), group.end(), std::size_t{0});
  for (std::size_t i = 0; i < tree.kernels.size(); ++i) {
    reach(tree, tree.kernels[i].function, texts[i]);
    for (std::size_t k = 0; k < i; ++k)
      if (group[k] != group[i] &&
          std::ranges::any_of(texts[i], [&](const Extent& e) { return texts[k].contains(e); }))
        std::ranges::replace(group, std::size_t(group[k]), std::size_t(group[i]));
  }
  std::map<std::size_t, std::vector<std::size_t>> members;
  for (std::size_t i = 0; i < group.size(); ++i)
    members[group[i]].push_back(i);
  std::vector<std::vector<std::size_t>> groups;
  for (auto& [first, kernels] : members)
    groups.push_back(std::move(kernels));
  std::ranges::sort(groups);
  return groups;
}

void report(RepairResult& result, const std::string& text) {
  Message& message = result.messages.emplace_back();
  message.severity = "error";
  message.text = text;
  message.position.file = result.path;
}

class Repair {
public:
  Repair(const std::string& path, const std::optional<std::string>& text, const Options& options,
         const RepairOptions& repair)
      : text_(text), options_(options), repair_(repair) {
    result_.path = path;
  }

  RepairResult run() {
    Ctx ctx{options_, {}, {}};
    tree_ = cuda::read_statements(result_.path, ctx, text_);
    for (const Diagnostic& d : ctx.diagnostics)
      result_.messages.push_back(
          {to_text(d.severity),
           d.message,
           {d.loc ? ctx.files.path(d.loc.file) : result_.path, d.loc.line, d.loc.column},
           ""});
    if (result_.has_errors()) return std::move(result_);
    std::vector<std::size_t> all;
    for (const auto& group : groups_of(tree_))
      if (std::ranges::any_of(group, [&](std::size_t k) {
            return is_asked(tree_.kernels[k].name, options_.kernels);
          })) {
        all.insert(all.end(), group.begin(), group.end());
        solve(group);
      }
    for (const std::string& name : tree_.others)
      if (is_asked(name, options_.kernels)) judge(name);
    if (result_.groups.empty()) {
      report(result_, "no kernel found");
      return std::move(result_);
    }
    if (!all.empty()) write(all);
    return std::move(result_);
  }

private:
  static const char* to_text(Severity severity) {
    return severity == Severity::error     ? "error"
           : severity == Severity::warning ? "warning"
                                           : "note";
  }

  // What shares text with a kernel that is asked for is checked, too.
  Options options_for(const std::vector<std::size_t>& group) const {
    Options options = options_;
    for (const std::size_t k : group)
      if (const std::string& name = tree_.kernels[k].name;
          options.kernels.empty() || !is_asked(name, options.kernels))
        options.kernels.push_back(plain(name));
    return options;
  }

  // A kernel that has no places of its own.
  void judge(const std::string& name) {
    const auto start = Clock::now();
    Options options = options_;
    if (options.kernels.empty()) options.kernels = {plain(name)};
    RepairedKernels kernels;
    kernels.kernels = {name};
    kernels.checks = 1;
    const CheckResult checked = check_text(result_.path, tree_.text, options);
    const auto it = std::ranges::find(checked.kernels, name, &KernelResult::kernel);
    if (it != checked.kernels.end() && it->verdict == Verdict::verified)
      kernels.outcome = RepairOutcome::right;
    else
      kernels.reasons.emplace_back(
          "its body is not understood, or is made by a macro or in another file");
    kernels.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    result_.groups.push_back(std::move(kernels));
  }

  void solve(const std::vector<std::size_t>& group) {
    const auto start = Clock::now();
    const Layout layout(tree_, group, repair_);
    RepairedKernels kernels;
    for (const std::size_t k : group)
      kernels.kernels.push_back(tree_.kernels[k].name);
    std::set<ChoiceId> before;
    for (ChoiceId i = 0; i < layout.choices().size(); ++i)
      if (!layout.choices()[i].is_new) before.insert(i);
    kernels.cost_before = layout.cost(before);
    const Options options = options_for(group);
    const bool removes = repair_.mode != Mode::missing;
    if (removes && layout.waits()) {
      kernels.outcome = RepairOutcome::right;
      kernels.cost_after = kernels.cost_before;
      kernels.notes.emplace_back("left alone: a fence, a volatile access or a loop that only waits "
                                 "shows that threads may wait for others, and barriers may be "
                                 "there for that");
    } else {
      const Task task{result_.path, options, repair_, tree_, layout};
      const smt::KnownAnswers known; // not for the last check, of the text that is handed out
      take(kernels, layout, before, layout.chooses_named() ? search_by_trial(task) : search(task));
    }
    if (layout.has_assembly() && repair_.mode == Mode::optimize)
      kernels.notes.emplace_back("of inline assembly, only statements that are one named barrier "
                                 "each are removed or weakened");
    else if (layout.has_assembly())
      kernels.notes.emplace_back("named barriers and inline assembly are neither added nor removed "
                                 "(--optimize removes and weakens named barriers)");
    kernels.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    result_.groups.push_back(std::move(kernels));
  }

  void take(RepairedKernels& kernels, const Layout& layout, const std::set<ChoiceId>& before,
            const Found& found) {
    kernels.outcome = found.outcome;
    kernels.reasons = found.reasons;
    kernels.notes = found.notes;
    kernels.checks = found.checks;
    kernels.cost_after = kernels.cost_before;
    if (found.outcome != RepairOutcome::repaired) return;
    kernels.optimal = found.optimal;
    kernels.cost_after = layout.cost(found.barriers);
    if (found.barriers == before) {
      kernels.outcome = RepairOutcome::right;
      return;
    }
    for (ChoiceId i = 0; i < layout.choices().size(); ++i)
      if (found.barriers.contains(i) != before.contains(i))
        change(kernels, layout, found, before, i);
    edit(layout, found.barriers);
  }

  static std::string bare(std::string text) {
    text.erase(text.find_last_not_of("; ") + 1);
    return text;
  }
  static bool is_weakened(const Layout& layout, const Found& found, const Choice& barrier) {
    return std::ranges::any_of(found.barriers, [&](ChoiceId i) {
      const Choice& c = layout.choices()[i];
      return c.is_arrival && c.statement == barrier.statement;
    });
  }

  void change(RepairedKernels& kernels, const Layout& layout, const Found& found,
              const std::set<ChoiceId>& before, ChoiceId i) const {
    const Choice& choice = layout.choices()[i];
    BarrierChange change{choice.is_new, bare(choice.sync.text), "", {}, choice.cost, {}, {},
                         choice.braces};
    if (choice.is_arrival) { // told of the barrier that it stands for
      change.added = false;
      change.text = bare(
          tree_.text.substr(choice.statement.begin, choice.statement.end - choice.statement.begin));
      change.weakened = bare(choice.sync.text);
    } else if (!choice.is_new && is_weakened(layout, found, choice)) {
      return;
    }
    const std::size_t where = change.added ? choice.statement.end - 1 : choice.statement.begin;
    change.position = position_at(result_.path, tree_.text, where);
    if (change.added) change.insertions = alone(layout, before, i);
    for (const auto& [choices, text] : found.ordered)
      if (choice.is_new && std::ranges::find(choices, i) != choices.end() &&
          std::ranges::find(change.orders, text) == change.orders.end())
        change.orders.push_back(text);
    kernels.changes.push_back(std::move(change));
  }

  std::vector<Insertion> alone(const Layout& layout, std::set<ChoiceId> before, ChoiceId i) const {
    before.insert(i);
    return EditedText(tree_, layout, before).insertions(result_.path, tree_.text);
  }

  // Groups change different functions: their edits do not meet.
  void edit(const Layout& layout, const std::set<ChoiceId>& barriers) {
    edits_.emplace(result_.groups.size(), EditedText(tree_, layout, barriers));
  }

  void write(const std::vector<std::size_t>& kernels) {
    do {
      std::vector<EditedText> texts;
      for (const auto& [group, text] : edits_)
        texts.push_back(text);
      result_.text = EditedText::join(tree_.text, texts);
      result_.diff = unified_diff(result_.path, tree_.text, result_.text);
      result_.after = {};
      if (result_.diff.empty()) return;
      result_.after = check_text(result_.path, result_.text, options_for(kernels));
    } while (doubt());
  }

  // What is not proved as it stands in the end is not handed out. Is there any?
  bool doubt() {
    const auto is_wrong = [&](const auto& edit) {
      return !is_verified(result_.groups[edit.first]);
    };
    for (const auto& edit : edits_)
      if (is_wrong(edit)) {
        RepairedKernels& group = result_.groups[edit.first];
        group.outcome = RepairOutcome::undecided;
        group.optimal = false;
        group.cost_after = group.cost_before;
        group.changes.clear();
        group.reasons.emplace_back("the repaired file is not verified as a whole");
      }
    return std::erase_if(edits_, is_wrong) > 0;
  }

  bool is_verified(const RepairedKernels& group) const {
    return std::ranges::all_of(group.kernels, [&](const std::string& name) {
      const auto named = [&](const KernelResult& k) { return k.kernel == name; };
      return std::ranges::any_of(result_.after.kernels, named) &&
             std::ranges::none_of(result_.after.kernels, [&](const KernelResult& k) {
               return named(k) && k.verdict != Verdict::verified;
             });
    });
  }

  const std::optional<std::string>& text_; // instead of what the file holds
  const Options& options_;
  const RepairOptions& repair_;
  cuda::SourceTree tree_;
  std::map<std::size_t, EditedText> edits_; // of each group that changes
  RepairResult result_;
};

RepairResult run(const std::string& path, const std::optional<std::string>& text,
                 const Options& options, const RepairOptions& repair) {
  Options demanding = options;
  demanding.infer_requires = false; // what is right under a condition only is not right
  try {
    return Repair(path, text, demanding, repair).run();
  } catch (const std::exception& e) { // a bug of ours: never a repair, never a crash
    RepairResult result;
    result.path = path;
    report(result, std::string("internal error: ") + e.what());
    return result;
  }
}

} // namespace

} // namespace repair

RepairResult repair_file(const std::string& path, const Options& options,
                         const RepairOptions& repair) {
  return repair::run(path, std::nullopt, options, repair);
}

RepairResult repair_text(const std::string& path, const std::string& text, const Options& options,
                         const RepairOptions& repair) {
  return repair::run(path, text, options, repair);
}

bool RepairResult::has_errors() const {
  return std::ranges::any_of(messages, [](const Message& m) { return m.severity == "error"; });
}

RepairOutcome outcome(const RepairResult& result) {
  RepairOutcome worst = RepairOutcome::right;
  for (const RepairedKernels& group : result.groups)
    worst = std::max(worst, group.outcome);
  return worst;
}

const char* to_string(RepairOutcome outcome) {
  switch (outcome) {
  case RepairOutcome::right:
    return "right";
  case RepairOutcome::repaired:
    return "repaired";
  case RepairOutcome::helpless:
    return "helpless";
  case RepairOutcome::undecided:
    return "undecided";
  }
  return "";
}

} // namespace heddle
