// What the server says when it is asked: hover and code actions.
#include "lsp/actions.hpp"
#include "lsp/apart.hpp"
#include "lsp/diagnostics.hpp"
#include "lsp/server.hpp"

#include "report/identity.hpp"

#include <algorithm>
#include <set>

namespace heddle::lsp {

using nlohmann::json;

namespace {

constexpr std::size_t most_told = 8;

json markdown(const std::string& text) {
  return {{"contents", {{"kind", "markdown"}, {"value", text}}}};
}

bool is_race(const Finding& f) {
  return (f.kind == FindingKind::race || f.kind == FindingKind::unordered_flag) &&
         f.accesses.size() == 2;
}

// By barriers, which a repair puts in and takes out of conditions.
bool may_be_repaired(const Finding& f) {
  return (is_race(f) && f.scope != FindingScope::grid) || f.kind == FindingKind::divergence ||
         f.kind == FindingKind::exited_threads;
}

std::string pair_of(const Finding& f) {
  const auto one = [](const AccessReport& a) {
    return "the " + a.access + " of `" + a.array + "` in line " + std::to_string(a.position.line);
  };
  return one(f.accesses[0]) + " and " + one(f.accesses[1]);
}

std::set<std::string> pairs_of(const std::vector<KernelResult>& kernels) {
  std::set<std::string> pairs;
  for (const KernelResult& kernel : kernels)
    for (const Finding& finding : kernel.findings)
      if (is_race(finding)) pairs.insert(pair_of(finding));
  return pairs;
}

const KernelText* kernel_at(const std::vector<KernelText>& kernels, std::size_t offset) {
  const auto it = std::ranges::find_if(
      kernels, [&](const KernelText& k) { return k.begin <= offset && offset <= k.close; });
  return it == kernels.end() ? nullptr : &*it;
}

} // namespace

json Server::hover(const json& params) {
  const auto it = documents_.find(params.at("textDocument").at("uri"));
  if (it == documents_.end()) return nullptr;
  const Document& document = it->second;
  const std::size_t offset = Lines(document.text).offset(params.at("position"));
  if (const auto without = without_barrier(document.text, offset))
    return hover_on_barrier(document, *without, offset);
  const std::size_t line = params.at("position").at("line").get<std::size_t>() + 1;
  std::string text;
  for (const KernelResult& kernel : document.kernels)
    for (const Finding& finding : kernel.findings)
      if (std::ranges::any_of(finding.accesses, [&](const AccessReport& a) {
            return a.position.file == document.path && a.position.line == line;
          }))
        text += (text.empty() ? "" : "\n\n---\n\n") + told(finding);
  if (!text.empty()) return markdown("May run at the same time:\n\n" + text);
  return nullptr;
}

// What a barrier orders is what would race without it.
json Server::hover_on_barrier(const Document& document, const std::string& without,
                              std::size_t offset) {
  const std::vector<KernelText> kernels = kernels_in(document.text);
  const KernelText* kernel = kernel_at(kernels, offset);
  const std::set<std::string> before = pairs_of(document.kernels);
  const std::optional<CheckResult> result =
      check_now(document, without, kernel ? kernel->name : "");
  if (!result) return nullptr;
  std::string text;
  std::size_t more = 0;
  for (const std::string& pair : pairs_of(result->kernels)) {
    if (before.contains(pair)) continue;
    if (++more <= most_told) text += "\n- " + pair;
  }
  if (more > most_told) text += "\n- and " + std::to_string(more - most_told) + " pairs more";
  if (!text.empty()) return markdown("This barrier orders\n" + text);
  const bool decided =
      !result->kernels.empty() && std::ranges::none_of(result->kernels, [](const KernelResult& k) {
        return k.verdict == Verdict::unknown;
      });
  return markdown(decided ? "Without this barrier nothing more would race."
                          : "What this barrier orders is not decided.");
}

// Checks a text in place of the file's; nothing where something newer is to be done.
std::optional<CheckResult> Server::check_now(const Document& document, const std::string& text,
                                             const std::string& kernel) {
  const std::string uri = document.uri;
  const std::int64_t version = document.version;
  try {
    project::Job job = make_job_(document.path, text);
    if (!kernel.empty()) job.options.kernels = {kernel};
    CheckResult result;
    const bool whole =
        project::check_all({job}, job.options.jobs,
                           {[](std::size_t, const KernelResult&) {},
                            [&](std::size_t, CheckResult&& all) { result = std::move(all); },
                            [&] { return is_overtaken(uri, version); }});
    return whole ? std::optional(std::move(result)) : std::nullopt;
  } catch (const std::exception&) { // options that are wrong: diagnostics say so
    return std::nullopt;
  }
}

bool Server::is_overtaken(const std::string& uri, std::int64_t version) {
  pump(0);
  return exits_ || transport_.ended() || !is_current(uri, version);
}

json Server::actions(const json& params) {
  json all = json::array();
  const std::string uri = params.at("textDocument").at("uri");
  const auto it = documents_.find(uri);
  if (it == documents_.end() || it->second.checked != it->second.text) return all;
  const std::size_t first = params.at("range").at("start").at("line").get<std::size_t>() + 1;
  const std::size_t last = params.at("range").at("end").at("line").get<std::size_t>() + 1;
  const Document document = it->second; // it may be closed meanwhile
  std::set<std::string> repaired;
  for (const KernelResult& kernel : document.kernels)
    for (const Finding& finding : kernel.findings) {
      const auto is_there = [&](const AccessReport& a) {
        return a.position.file == document.path && first <= a.position.line &&
               a.position.line <= last;
      };
      const bool starts_there = [&] {
        const Position at = place_in(document.path, finding);
        return first <= at.line && at.line <= last;
      }();
      if (!starts_there && std::ranges::none_of(finding.accesses, is_there)) continue;
      if (may_be_repaired(finding) && repaired.insert(kernel.kernel).second)
        if (json action = repair_action(document, kernel); !action.is_null())
          all.push_back(std::move(action));
      for (json& action : written_actions(document, kernel, finding))
        if (std::ranges::find(all, action) == all.end()) all.push_back(std::move(action));
    }
  return all;
}

json Server::repair_action(const Document& document, const KernelResult& kernel) {
  const std::string key = kernel.kernel + '\0' + document.text;
  if (last_repair_.first != key) {
    begin_progress("Looking for barriers in " + kernel.kernel);
    const auto text = run_apart(
        [&] {
          return repaired_text(make_job_(document.path, document.text), document.text,
                               kernel.kernel);
        },
        [&] { return is_overtaken(document.uri, document.version); });
    end_progress();
    if (!text) return nullptr;
    last_repair_ = {key, *text};
  }
  if (last_repair_.second.empty()) return nullptr;
  const json edit = edit_between(document.text, last_repair_.second);
  return {{"title", "Insert the barriers that make '" + kernel.kernel + "' right"},
          {"kind", "quickfix"},
          {"isPreferred", true},
          {"edit", {{"changes", {{document.uri, json::array({edit})}}}}}};
}

} // namespace heddle::lsp
