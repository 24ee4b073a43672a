#include "cuda/launch/elsewhere.hpp"

#include "cuda/parse/given_text.hpp"
#include "cuda/parse/precompiled.hpp"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/MemoryBuffer.h>

#include <algorithm>
#include <filesystem>

namespace heddle::cuda {

namespace {

namespace fs = std::filesystem;

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

std::optional<std::string> text_of(const std::string& path) {
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file) return std::nullopt;
  return (*file)->getBuffer().str();
}

// Lines that undefine what the text defines.
std::string undefining(llvm::StringRef text) {
  std::string lines;
  while (!text.empty()) {
    llvm::StringRef line;
    std::tie(line, text) = text.split('\n');
    line = line.ltrim();
    if (!line.consume_front("#")) continue;
    line = line.ltrim();
    if (!line.consume_front("define")) continue;
    line = line.ltrim();
    const auto name = line.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    if (!name.empty()) lines += "#undef " + name.str() + "\n";
  }
  return lines;
}

// The text of a file with others behind it. Nothing: one of them cannot be named there.
std::optional<std::string> with_files(const std::string& path, const std::string& text,
                                      const std::vector<std::string>& files) {
  const fs::path folder = fs::absolute(path).lexically_normal().parent_path();
  std::string whole = text, last = text;
  for (const std::string& file : files) {
    const std::string name =
        fs::absolute(file).lexically_normal().lexically_relative(folder).string();
    const auto held = text_of(file);
    if (!held || name.empty() || name.find_first_of("\"\\\n") != std::string::npos)
      return std::nullopt;
    whole += "\n" + undefining(last) + "#include \"" + name + "\"\n";
    last = *held;
  }
  return whole;
}

void append(KernelLaunches& to, const KernelLaunches& more) {
  for (const auto part : {&KernelLaunches::cases, &KernelLaunches::open, &KernelLaunches::seen})
    (to.*part).insert((to.*part).end(), (more.*part).begin(), (more.*part).end());
}

} // namespace

LaunchesElsewhere::LaunchesElsewhere(const std::string& path,
                                     const std::optional<std::string>& text, Ctx& ctx) {
  if (!ctx.options.use_launches) return;
  files_ = std::move(ctx.files);
  for (const LaunchingFile& file : ctx.options.launched_by)
    units_.push_back(read(file, ctx));
  own_ = read_programs(path, text, ctx.options.programs, {ctx.options, {}, {}}, true);
  ctx.files = std::move(files_);
  ctx.inputs = std::move(inputs_);
}

LaunchesElsewhere::Reading LaunchesElsewhere::read(const LaunchingFile& file, Ctx& ctx) {
  Ctx other{ctx.options, {}, {}};
  other.options.kernels.clear();
  if (!file.is_asked_for) {
    other.options.defines = file.defines;
    other.options.includes = file.includes;
    other.options.flags = file.flags;
  }
  Reading reading = read(file.path, std::nullopt, other, false);
  if (!reading.is_whole && file.is_asked_for)
    ctx.report(Severity::error, {},
               "--launched-by '" + file.path + "' cannot be read" +
                   (reading.diagnostics.empty() ? "" : ": " + reading.diagnostics.front().message));
  if (reading.is_whole)
    if (auto all = read_programs(file.path, std::nullopt, file.programs, other, false))
      reading = std::move(*all);
  reading.path = file.path;
  reading.counts_for = file.kernels;
  return reading;
}

LaunchesElsewhere::Reading LaunchesElsewhere::read(const std::string& path,
                                                   const std::optional<std::string>& text, Ctx ctx,
                                                   bool takes_own) {
  Reading reading;
  ctx.files = std::move(files_);
  parse_text(path, text, ctx, [&](Unit& unit) {
    reading.is_whole = true;
    reading.assumed = unit.assumed;
    reading.has_errors = !unit.error_places.empty();
    const auto is_meant = [&](const clang::FunctionDecl& f) {
      return takes_own ||
             (!f.getDefinition() && !unit.lost_bodies.contains(&f) && f.isExternallyVisible());
    };
    for (auto& [decl, launches] : find_launches(unit, pool_).kernels)
      if (is_meant(*decl))
        reading.kernels[identity(*decl)] = {std::move(launches), parameters_of(*decl)};
  });
  files_ = std::move(ctx.files);
  reading.diagnostics = std::move(ctx.diagnostics);
  inputs_.insert(inputs_.end(), ctx.inputs.begin(), ctx.inputs.end());
  return reading;
}

// Of a file in all of its programs; nothing: one of them cannot be read as one text.
std::optional<LaunchesElsewhere::Reading>
LaunchesElsewhere::read_programs(const std::string& path, const std::optional<std::string>& text,
                                 const std::vector<Program>& programs, const Ctx& ctx,
                                 bool takes_own) {
  if (programs.empty()) return std::nullopt;
  const std::optional<std::string> whole = text ? text : text_of(path);
  if (!whole) return std::nullopt;
  files_.add(path, *whole);
  Reading all;
  for (const Program& program : programs) {
    auto one = read_program(path, *whole, program, ctx, takes_own);
    if (!one) return std::nullopt;
    all.is_whole = true;
    for (auto& [name, of] : one->kernels) {
      Of& to = all.kernels[name];
      to.parameters = of.parameters;
      append(to.launches, of.launches);
    }
    std::ranges::move(one->assumed, std::back_inserter(all.assumed));
    all.program_files.insert(program.files.begin(), program.files.end());
  }
  return all;
}

// Its files behind each other, which is another thing than each alone where one hides what another
// means by a name: then something does not compile. What does not in one of them alone says less of
// its calls than that others may come.
std::optional<LaunchesElsewhere::Reading> LaunchesElsewhere::read_program(const std::string& path,
                                                                          const std::string& text,
                                                                          const Program& program,
                                                                          Ctx ctx, bool takes_own) {
  ctx.options.kernels.clear();
  ctx.options.called_with_one = program.called_with_one;
  ctx.options.named_elsewhere.clear();
  ctx.options.includes.insert(ctx.options.includes.end(), program.includes.begin(),
                              program.includes.end());
  const auto as_one = with_files(path, text, program.files);
  if (!as_one) return std::nullopt;
  Reading reading = read(path, as_one, ctx, takes_own);
  if (!reading.is_whole || reading.has_errors) return std::nullopt;
  return reading;
}

std::optional<Launches> LaunchesElsewhere::of(KernelCode& code, const Launches& own) const {
  if (!code.decl) return std::nullopt;
  const std::string plain = code.decl->getNameAsString();
  const bool is_of_programs = own_ && comes_to(*own_, code);
  const auto counts = [&](const Reading& unit) {
    return code.decl->isExternallyVisible() &&
           (unit.counts_for.empty() || unit.counts_for.contains(plain)) &&
           !(is_of_programs && own_->program_files.contains(unit.path));
  };
  const bool are_all_read = std::ranges::all_of(
      units_, [&](const Reading& unit) { return unit.is_whole || !counts(unit); });
  Launches found;
  found.pool = pool_;
  KernelLaunches& all = found.kernels[code.decl->getCanonicalDecl()];
  if (is_of_programs)
    add(all, *own_, code);
  else if (const auto known = own.kernels.find(code.decl->getCanonicalDecl());
           known != own.kernels.end())
    append(all, known->second);
  const std::size_t before = all.cases.size();
  if (before == 0 && !are_all_read) return std::nullopt;
  for (const Reading& unit : units_)
    if (counts(unit)) add(all, unit, code);
  if (!are_all_read) all.cases.push_back(open_launch(code));
  if (!is_of_programs && all.cases.size() == before) return std::nullopt;
  return found;
}

// Do calls lead to a launch of the kernel? What none leads to is launched for others, if at all.
bool LaunchesElsewhere::comes_to(const Reading& reading, const KernelCode& code) {
  const auto it = reading.kernels.find(identity(*code.decl));
  return it != reading.kernels.end() &&
         std::ranges::any_of(it->second.launches.cases, [](const LaunchCase& c) {
           return !c.calls.empty() && std::ranges::none_of(c.facts, is_false);
         });
}

// Launches of the kernel that a reading has met.
void LaunchesElsewhere::add(KernelLaunches& to, const Reading& reading, KernelCode& code) {
  const auto it = reading.kernels.find(identity(*code.decl));
  if (it == reading.kernels.end()) return;
  const std::vector<std::string> parameters = parameters_of(*code.decl);
  KernelLaunches there = it->second.launches;
  for (auto* cases : {&there.cases, &there.open, &there.seen})
    for (LaunchCase& c : *cases)
      for (PassedValue& value : c.passed)
        value.name = renamed(value.name, it->second.parameters, parameters);
  append(to, there);
  for (const Assumed& assumed : reading.assumed)
    if (std::ranges::find(code.assumed, assumed.text, &Assumed::text) == code.assumed.end())
      code.assumed.push_back(assumed);
}

} // namespace heddle::cuda
