#include "cli/options/options.hpp"

#include "cli/options/values.hpp"
#include "heddle/cluster.hpp"
#include "project/database.hpp"
#include "report/wrap.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <thread>

namespace heddle::cli {
namespace {

constexpr std::array stages{"ir", "core", "protocol", "skeleton", "crosses", "traces", "smt"};

unsigned processors() { return std::max(1U, std::thread::hardware_concurrency()); }

void add_param(CheckCommand& command, const std::string& text) {
  const auto [name, value] = parse_param(text);
  std::string& known = command.options.params[name];
  if (!command.fixed_here.insert(name).second && known != value)
    throw UsageError(fmt::format("'{}' has the value {} already", name, known));
  known = value;
}

void add_tensor_map(CheckCommand& command, const std::string& text) {
  const auto [name, box] = parse_tensor_map(text);
  std::string& known = command.options.params[name];
  if (!command.fixed_here.insert(name).second && known != box)
    throw UsageError(fmt::format("'{}' has the value {} already", name, known));
  known = box;
}

// Kept beside the values of parameters, as boxes are.
void set_cluster(CheckCommand& command, const std::string& text) {
  constexpr std::int64_t most = 16; // CUDA C++ Programming Guide, "Thread Block Clusters"
  const auto shape = parse_triple(text, 1);
  if (shape[0] * shape[1] * shape[2] > most)
    throw UsageError(fmt::format("a cluster has at most {} blocks", most));
  command.options.params[std::string(cluster_shape_name)] =
      fmt::format("{}x{}x{}", shape[0], shape[1], shape[2]);
}

void set_dump(CheckCommand& command, const std::string& stage) {
  if (std::ranges::find(stages, stage) == stages.end())
    throw UsageError(fmt::format("expected one of {}", fmt::join(stages, ", ")));
  command.options.dump = stage;
}

void set_arch(CheckCommand& command, const std::string& value) {
  command.options.arch = parse_arch(value);
  command.options.arch_is_given = true;
  for (std::string& define : project::arch_defines(value))
    command.options.defines.push_back(std::move(define));
}

void set_launches(CheckCommand& command, const std::string& value) {
  if (value != "use" && value != "ignore") throw UsageError("expected use or ignore");
  command.options.use_launches = value == "use";
}

void set_timeout(CheckCommand& command, const std::string& value) {
  command.options.timeout_seconds = parse_seconds(value);
  command.timeout_is_given = true;
}

// Short for a time per question; whichever of --effort and --timeout comes last holds.
void set_effort(CheckCommand& command, const std::string& value) {
  constexpr double low = 0.3, high = 60;
  command.timeout_is_given = value != "normal";
  if (value == "low")
    command.options.timeout_seconds = low;
  else if (value == "high")
    command.options.timeout_seconds = high;
  else if (value == "normal")
    command.options.timeout_seconds = Options{}.timeout_seconds;
  else
    throw UsageError("expected low, normal or high");
}

void add_text(std::vector<std::string>& list, const std::string& value, const char* expected) {
  if (value.empty()) throw UsageError(fmt::format("expected {}", expected));
  list.push_back(value);
}

void set_warp_sync(CheckCommand& command, const std::string& value) {
  command.options.warp_sync = static_cast<unsigned>(parse_count(value, 1, 1024));
}

const std::vector<OptionSpec> table{
    {"kernel", 0, Arity::repeated, "NAME", "all of the file", "", "check only the kernel NAME",
     [](CheckCommand& c, const std::string& v) {
       add_text(c.options.kernels, v, "the name of a kernel");
     }},
    {"block", 0, Arity::single, "X[,Y[,Z]]",
     "launch bounds and launches of the file, else symbolic along the axes used",
     "1 to 1024 threads, at most 64 in Z, or 'symbolic'", "threads per block",
     [](CheckCommand& c, const std::string& v) { c.options.block = parse_block(v); }},
    {"large-block", 0, Arity::single, "X[,Y[,Z]]", "", "1 and more",
     "threads per block, also more than any GPU has: to compare with other tools",
     [](CheckCommand& c, const std::string& v) { c.options.block = parse_dim3(v); }},
    {"grid", 0, Arity::single, "X[,Y[,Z]]",
     "launches of the file, else symbolic along the axes used", "1 and more, or 'symbolic'",
     "blocks per grid",
     [](CheckCommand& c, const std::string& v) { c.options.grid = parse_dim3(v); }},
    {"cluster", 0, Arity::single, "X[,Y[,Z]]", "__cluster_dims__ and launches, else not known",
     "1 to 16", "blocks per cluster", set_cluster},
    {"launches", 0, Arity::single, "use|ignore", "use", "",
     "whether launches in the file say what sizes and arguments are", set_launches},
    {"launched-by", 0, Arity::repeated, "FILE", "folders: files of the folder that launch it", "",
     "FILE launches kernels of the file that is checked, or calls what launches them",
     [](CheckCommand& c, const std::string& v) {
       c.options.launched_by.push_back({v, {}, {}, {}, true});
     }},
    {"assume", 0, Arity::repeated, "E", "", "",
     "assume the condition E over parameters and dimensions, as in 'n % 32 == 0'",
     [](CheckCommand& c, const std::string& v) {
       add_text(c.options.assumptions, v, "a condition in source syntax");
     }},
    {"infer-requires", 0, Arity::flag, "", "", "",
     "look for the weakest simple condition under which a refuted kernel is verified; it becomes "
     "part of the verdict",
     [](CheckCommand& c, const std::string&) { c.options.infer_requires = true; }},
    {"param", 0, Arity::repeated, "N=V", "", "integers", "fix the scalar parameter N to V",
     add_param},
    {"tensor-map", 0, Arity::repeated, "N=BOX", "not known", "",
     "copies by the tensor map N, a parameter (N+64: a part of it), copy a box, as in 64x128xf16",
     add_tensor_map},
    {"alias", 0, Arity::repeated, "A,B", "parameters point to distinct arrays", "",
     "the pointer parameters A and B may point to the same array",
     [](CheckCommand& c, const std::string& v) { c.options.aliases.push_back(parse_alias(v)); }},
    {"define", 'D', Arity::repeated, "NAME[=V]", "", "", "define a macro",
     [](CheckCommand& c, const std::string& v) { c.options.defines.push_back(parse_define(v)); }},
    {"include", 'I', Arity::repeated, "DIR", "", "", "search DIR for included files",
     [](CheckCommand& c, const std::string& v) { add_text(c.options.includes, v, "a folder"); }},
    {"strict-headers", 0, Arity::flag, "", "", "", "a header that is not found is an input error",
     [](CheckCommand& c, const std::string&) { c.options.strict_headers = true; }},
    {"arch", 0, Arity::single, "SM", "sm_80", "", "the architecture, for __CUDA_ARCH__", set_arch},
    {"jobs", 'j', Arity::single, "N", "number of processors", "1 to 1024",
     "files and solver calls at a time",
     [](CheckCommand& c, const std::string& v) {
       c.options.jobs = static_cast<unsigned>(parse_count(v, 1, 1024));
     }},
    {"timeout", 0, Arity::single, "S", "10; 0.75 for more than 8 files", "above 0",
     "seconds of processor time per question to the solver", set_timeout},
    {"effort", 0, Arity::single, "E", "normal", "low, normal, high",
     "how long to try: --timeout 0.3, as it is by default, or 60", set_effort},
    {"kernel-limit", 0, Arity::single, "S", "6 times --timeout, 20 at least", "above 0",
     "seconds of processor time per kernel; what is not decided then is unknown",
     [](CheckCommand& c, const std::string& v) { c.options.kernel_seconds = parse_seconds(v); }},
    {"memory", 0, Arity::single, "MB", "4096", "16 to 1048576",
     "megabytes per question to the solver",
     [](CheckCommand& c, const std::string& v) {
       c.options.memory_mb = static_cast<unsigned>(parse_count(v, 16, 1048576));
     }},
    {"dump", 0, Arity::single, "STAGE", "", "ir, core, protocol, skeleton, crosses, traces, smt",
     "print an intermediate form before the results", set_dump},
    {"strict-writes", 0, Arity::flag, "", "", "", "writes of equal values to one cell are races",
     [](CheckCommand& c, const std::string&) { c.options.strict_writes = true; }},
    {"strict-reads", 0, Arity::flag, "", "", "",
     "a plain read beside atomics for a guess that an atomicCAS checks is a race",
     [](CheckCommand& c, const std::string&) { c.options.strict_reads = true; }},
    {"strict-exit", 0, Arity::flag, "", "", "",
     "a barrier that threads miss because they have exited is divergence",
     [](CheckCommand& c, const std::string&) { c.options.strict_exit = true; }},
    {"strict-aligned", 0, Arity::flag, "", "", "",
     "an aligned barrier that warps reach at different instructions is an error",
     [](CheckCommand& c, const std::string&) { c.options.strict_aligned = true; }},
    {"strict-proxy", 0, Arity::flag, "", "", "",
     "a proxy fence that is missing behind reads, or that comes late, is an error",
     [](CheckCommand& c, const std::string&) { c.options.strict_proxy = true; }},
    {"pdl", 0, Arity::flag, "", "", "",
     "grids may begin before the one before them in the stream has ended",
     [](CheckCommand& c, const std::string&) { c.options.pdl = true; }},
    {"bit-precise", 0, Arity::flag, "", "", "",
     "prove that no arithmetic that matters overflows, instead of assuming it",
     [](CheckCommand& c, const std::string&) { c.options.bit_precise = true; }},
    {"warp-sync", 0, Arity::optional, "N", "off; 32 without N", "1 to 1024",
     "groups of N consecutive threads run in lock-step", set_warp_sync, "32"},
    {"help", 'h', Arity::flag, "", "", "", "print this and stop",
     [](CheckCommand& c, const std::string&) { c.help = true; }},
};

template <class Command> std::string spelled(const OptionOf<Command>& option) {
  std::string out = option.letter ? fmt::format("-{}, ", option.letter) : "    ";
  out += fmt::format("--{}", option.name);
  if (option.arity == Arity::optional) return out + fmt::format(" [{}]", option.value);
  return *option.value ? out + fmt::format(" {}", option.value) : out;
}

} // namespace

const std::vector<OptionSpec>& kernel_options() { return table; }

const std::vector<OptionSpec>& check_options() {
  static const std::vector<OptionSpec> all = [] {
    std::vector<OptionSpec> options = table;
    options.insert(options.end(), run_options().begin(), run_options().end());
    return options;
  }();
  return all;
}

std::string check_help() {
  std::string out = "Usage: heddle check FILE.cu|DIR|GLOB|-... [options]\n"
                    "\n"
                    "Checks every CUDA kernel of the files for data races and barrier divergence.\n"
                    "A folder stands for the .cu files below it that .gitignore leaves, '-' for\n"
                    "standard input. Flags of nvcc and Clang are taken as they are.\n"
                    "What no option, launch or bound fixes stays symbolic: a verdict covers all\n"
                    "values.\n"
                    "\nOptions:\n";
  out += option_lines(check_options());
  return out + "\nExit codes: 0 verified, 1 refuted, 2 usage or input error, 3 unknown.\n";
}

template <class Command> std::string option_lines(const std::vector<OptionOf<Command>>& options) {
  constexpr std::size_t width = 80, indent = 27;
  std::string out;
  for (const OptionOf<Command>& option : options) {
    const std::string name = "  " + spelled(option);
    const std::string gap = name.size() < indent ? std::string(indent - name.size(), ' ')
                                                 : "\n" + std::string(indent, ' ');
    out += name + gap + report::wrapped(option.help, width, indent, indent) + "\n";
    std::vector<std::string> facts;
    if (*option.range) facts.push_back(option.range);
    if (*option.initial) facts.push_back(fmt::format("default: {}", option.initial));
    if (option.arity == Arity::repeated) facts.push_back("repeatable");
    if (facts.empty()) continue;
    const std::string text = fmt::format("[{}]", fmt::join(facts, "; "));
    out += fmt::format("{:{}}{}\n", "", indent, report::wrapped(text, width, indent, indent + 1));
  }
  return out;
}
template std::string option_lines(const std::vector<PtxOptionSpec>&);

CheckCommand default_command() {
  CheckCommand command;
  command.options.jobs = processors();
  return command;
}

} // namespace heddle::cli
