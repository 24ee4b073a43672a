#include "cuda/launch/elsewhere.hpp"

#include "cuda/parse/precompiled.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

// One kernel in all files that declare it alike.
std::string identity(const clang::FunctionDecl& f) {
  std::string name;
  llvm::raw_string_ostream out(name);
  f.getNameForDiagnostic(out, clang::PrintingPolicy(f.getASTContext().getLangOpts()), true);
  return name + " " + f.getType().getCanonicalType().getAsString();
}

std::vector<std::string> parameters_of(const clang::FunctionDecl& f) {
  std::vector<std::string> names;
  for (unsigned i = 0; i < f.getNumParams(); ++i)
    names.push_back(name_of_parameter(f, i));
  return names;
}

// The name of a parameter, or of a member of one, as the file calls it that has the kernel.
std::string renamed(const std::string& name, const std::vector<std::string>& from,
                    const std::vector<std::string>& to) {
  const std::string head = name.substr(0, name.find_first_of(".["));
  const auto at = std::ranges::find(from, head) - from.begin();
  return to.at(static_cast<std::size_t>(at)) + name.substr(head.size());
}

// Of a file that is not read, or cannot be.
LaunchCase open_launch(const KernelCode& code) {
  LaunchCase launch;
  launch.place = "another file";
  launch.loc = code.loc;
  launch.open = all_axes;
  return launch;
}

} // namespace

LaunchesElsewhere::LaunchesElsewhere(Ctx& ctx) {
  if (!ctx.options.use_launches) return;
  std::vector<Input> inputs;
  for (const LaunchingFile& file : ctx.options.launched_by) {
    units_.push_back(read(file, ctx));
    inputs.insert(inputs.end(), ctx.inputs.begin(), ctx.inputs.end());
  }
  ctx.inputs = std::move(inputs);
}

LaunchesElsewhere::Reading LaunchesElsewhere::read(const LaunchingFile& file, Ctx& ctx) {
  Reading reading;
  reading.counts_for = file.kernels;
  Ctx other{ctx.options, std::move(ctx.files), {}};
  other.options.kernels.clear();
  if (!file.is_asked_for) {
    other.options.defines = file.defines;
    other.options.includes = file.includes;
    other.options.flags = file.flags;
  }
  parse(file.path, other, [&](Unit& unit) {
    reading.is_whole = true;
    reading.assumed = unit.assumed;
    for (auto& [decl, launches] : find_launches(unit, pool_).kernels)
      if (!decl->getDefinition() && !unit.lost_bodies.contains(decl) && decl->isExternallyVisible())
        reading.kernels[identity(*decl)] = {std::move(launches), parameters_of(*decl)};
  });
  ctx.files = std::move(other.files);
  ctx.inputs = std::move(other.inputs);
  if (!reading.is_whole && file.is_asked_for)
    ctx.report(Severity::error, {},
               "--launched-by '" + file.path + "' cannot be read" +
                   (other.diagnostics.empty() ? "" : ": " + other.diagnostics.front().message));
  return reading;
}

std::optional<Launches> LaunchesElsewhere::of(KernelCode& code, const Launches& own) const {
  if (!code.decl || !code.decl->isExternallyVisible()) return std::nullopt;
  Launches found;
  found.pool = pool_;
  const std::string name = identity(*code.decl);
  const std::vector<std::string> parameters = parameters_of(*code.decl);
  KernelLaunches& all = found.kernels[code.decl->getCanonicalDecl()];
  const std::string plain = code.decl->getNameAsString();
  const auto counts = [&](const Reading& unit) {
    return unit.counts_for.empty() || unit.counts_for.contains(plain);
  };
  const bool are_all_read = std::ranges::all_of(
      units_, [&](const Reading& unit) { return unit.is_whole || !counts(unit); });
  const auto known = own.kernels.find(code.decl->getCanonicalDecl());
  const bool has_own = known != own.kernels.end() && !known->second.cases.empty();
  if (!has_own && !are_all_read) return std::nullopt;
  for (const Reading& unit : units_) {
    if (!counts(unit)) continue;
    const auto it = unit.kernels.find(name);
    if (it == unit.kernels.end()) continue;
    KernelLaunches there = it->second.launches;
    for (auto* cases : {&there.cases, &there.open, &there.seen})
      for (LaunchCase& c : *cases)
        for (PassedValue& value : c.passed)
          value.name = renamed(value.name, it->second.parameters, parameters);
    std::ranges::move(there.cases, std::back_inserter(all.cases));
    std::ranges::move(there.open, std::back_inserter(all.open));
    std::ranges::move(there.seen, std::back_inserter(all.seen));
    for (const Assumed& assumed : unit.assumed)
      if (std::ranges::find(code.assumed, assumed.text, &Assumed::text) == code.assumed.end())
        code.assumed.push_back(assumed);
  }
  if (!are_all_read) all.cases.push_back(open_launch(code));
  if (all.cases.empty()) return std::nullopt;
  if (!has_own) return found;
  for (const auto part : {&KernelLaunches::cases, &KernelLaunches::open, &KernelLaunches::seen})
    (all.*part).insert((all.*part).begin(), (known->second.*part).begin(),
                       (known->second.*part).end());
  return found;
}

} // namespace heddle::cuda
