// The whole PTX path: a file in, verdicts out.
#include "heddle/ptx.hpp"
#include "heddle/tensor_map.hpp"
#include "ptx/findings.hpp"
#include "ptx/graph.hpp"
#include "ptx/group.hpp"
#include "ptx/lanes.hpp"
#include "ptx/read/parameters.hpp"
#include "ptx/read/parse.hpp"
#include "ptx/under_way.hpp"
#include "support/memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <fstream>
#include <iterator>
#include <set>

namespace heddle {
namespace ptx {
namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

bool is_wanted(const PtxOptions& options, const std::string& kernel) {
  return options.kernels.empty() || std::ranges::count(options.kernels, kernel) > 0 ||
         std::ranges::count(options.kernels, plain_name(kernel)) > 0;
}

class Checker {
public:
  Checker(const Module& module, const PtxOptions& options, std::uint32_t file, Ctx& ctx)
      : module_(module), options_(options), file_(file), ctx_(ctx) {}

  std::vector<KernelResult> run(double parse_seconds) {
    std::vector<KernelResult> out;
    for (const Function& f : module_.functions) {
      if (!f.entry || !f.defined || !is_wanted(options_, f.name)) continue;
      if (auto result = kernel(f, parse_seconds)) {
        out.push_back(std::move(*result));
        parameters_ += fmt::format("; '{}' has {}", out.back().kernel,
                                   f.parameters.empty() ? "none" : all_parameters(module_, f));
      }
    }
    for (const auto& [name, value] : options_.params)
      if (!found_.contains(name) && !out.empty())
        error({}, fmt::format("no kernel has a parameter or variable '{}'{}", name, parameters_));
    return out;
  }

private:
  void error(Loc loc, std::string text) {
    if (!loc.file) loc.file = file_;
    ctx_.report(Severity::error, loc, std::move(text));
  }

  // ---- the launch -------------------------------------------------------------------------------

  std::optional<Launch> launch(const Function& f, std::vector<std::string>& assumptions) {
    Launch out;
    const Loc loc{file_, f.line, f.column};
    const auto& given = f.reqntid ? f.reqntid : f.maxntid;
    if (!options_.block && !given)
      return error(loc, fmt::format("the block size of '{}' is not known; give --block", f.name)),
             std::nullopt;
    std::uint64_t threads = 1;
    for (unsigned n = 0; n < 3; ++n) {
      const std::uint64_t size =
          options_.block ? static_cast<std::uint64_t>((*options_.block)[n]) : (*given)[n];
      if (size == 0 || size > 1024) threads = 0;
      threads *= size;
      out.block[n] = static_cast<std::uint32_t>(size);
    }
    if (threads == 0 || threads > 1024)
      return error(loc, "a block has 1 to 1024 threads"), std::nullopt;
    if (options_.block && f.reqntid && !std::ranges::equal(*f.reqntid, out.block))
      return error(loc, fmt::format("--block is not what '{}' requires ({}, {}, {})", f.name,
                                    (*f.reqntid)[0], (*f.reqntid)[1], (*f.reqntid)[2])),
             std::nullopt;
    assumptions.push_back(fmt::format("blockDim = ({}, {}, {}) ({})", out.block[0], out.block[1],
                                      out.block[2],
                                      options_.block ? "--block"
                                      : f.reqntid    ? ".reqntid"
                                                     : ".maxntid"));
    if (options_.grid) {
      out.grid.emplace();
      for (unsigned n = 0; n < 3; ++n)
        (*out.grid)[n] = static_cast<std::uint32_t>((*options_.grid)[n]);
      assumptions.push_back(fmt::format("gridDim = ({}, {}, {}) (--grid)", (*out.grid)[0],
                                        (*out.grid)[1], (*out.grid)[2]));
    }
    for (unsigned n = 0; n < 3; ++n)
      out.cta[n] = static_cast<std::uint32_t>(options_.cta[n]);
    if (out.grid)
      for (unsigned n = 0; n < 3; ++n)
        if (out.cta[n] >= (*out.grid)[n])
          return error(loc, "--cta is outside of --grid"), std::nullopt;
    blocks(f, out, assumptions);
    out.lock_step = options_.warp_sync;
    out.strict_aligned = options_.strict_aligned;
    out.record_graph = options_.graph != PtxOptions::Graph::none;
    out.max_steps = options_.max_steps;
    out.dynamic_shared = options_.shared_bytes;
    if (!parameters(f, out, assumptions)) return std::nullopt;
    if (out.lock_step) assumptions.emplace_back("threads of a warp run in lock-step (--warp-sync)");
    return out;
  }

  // One block, or those of a cluster of known shape, where that many can be run together.
  static void blocks(const Function& f, Launch& out, std::vector<std::string>& assumptions) {
    constexpr std::uint64_t most_blocks = 8, most_threads = 1024;
    const std::uint64_t threads = threads_of_block(out);
    std::uint64_t count = 1;
    if (f.cluster)
      for (const std::uint64_t extent : *f.cluster)
        count *= std::min(extent, most_blocks + 1);
    if (count > 1 && count <= most_blocks && threads % lanes == 0 &&
        count * threads <= most_threads)
      for (unsigned n = 0; n < 3; ++n) {
        out.cluster[n] = static_cast<std::uint32_t>((*f.cluster)[n]);
        out.cta[n] -= out.cta[n] % out.cluster[n];
      }
    const std::uint32_t run = blocks_of(out);
    const auto [x, y, z] = block_at(out, run - 1);
    const std::string first =
        fmt::format("blockIdx = ({}, {}, {})", out.cta[0], out.cta[1], out.cta[2]);
    assumptions.push_back(
        run == 1 ? first + ": one block was run"
                 : fmt::format("{} to ({}, {}, {}): the blocks of one cluster were run", first, x,
                               y, z));
  }

  // A parameter's own name, or what follows the kernel's name in it: `k_param_0` or `param_0`.
  const Variable* named(const Function& f, const std::string& name) const {
    for (Index p : f.parameters)
      if (module_.variables[p].name == name || module_.variables[p].name == f.name + "_" + name)
        return &module_.variables[p];
    for (const Variable& v : module_.variables)
      if (v.name == name && (v.space == Space::constant || v.space == Space::global)) return &v;
    return nullptr;
  }

  // Decimal or 0x, perhaps negative; the command line has checked that it is an integer.
  static std::int64_t integer(const std::string& text) {
    const bool negative = text.starts_with('-');
    const std::string digits = negative ? text.substr(1) : text;
    const bool hex = digits.starts_with("0x") || digits.starts_with("0X");
    const std::uint64_t bits = std::stoull(digits, nullptr, hex ? 16 : 10);
    return static_cast<std::int64_t>(negative ? 0 - bits : bits);
  }

  bool parameters(const Function& f, Launch& out, std::vector<std::string>& assumptions) {
    for (const auto& [key, value] : options_.params) {
      const std::size_t plus = key.find('+');
      const Variable* variable = named(f, key.substr(0, plus));
      if (!variable) continue;
      found_.insert(key);
      const std::string name = variable->name + (plus == std::string::npos ? "" : key.substr(plus));
      const char* option = tensor_box_bytes(value) ? "--tensor-map" : "--param";
      assumptions.push_back(fmt::format("{} = {} ({})", key, value, option));
      if (const auto box = tensor_box_bytes(value)) {
        out.tensor_maps[name] = *box;
        continue;
      }
      if (!value.starts_with('@')) {
        out.parameters[name] = integer(value);
        continue;
      }
      std::ifstream data(value.substr(1), std::ios::binary);
      if (!data) return error({}, fmt::format("cannot read '{}'", value.substr(1))), false;
      out.parameters[name] = std::vector<std::uint8_t>{std::istreambuf_iterator<char>(data), {}};
    }
    return true;
  }

  // ---- one kernel -------------------------------------------------------------------------------

  std::optional<KernelResult> kernel(const Function& f, double parse_seconds) {
    const auto start = std::chrono::steady_clock::now();
    KernelResult result;
    result.file = module_.path;
    result.kernel = std::ranges::count(options_.kernels, f.name) ? f.name : plain_name(f.name);
    if (options_.ask && !options_.block && !f.reqntid && !f.maxntid) {
      const std::string why = fmt::format("the block size of '{}' is not known", f.name);
      result.unknowns.push_back({why, {module_.path, f.line, f.column}});
      result.unknowns.back().questions.push_back({.option = "--block", .name = "", .type = ""});
      result.verdict = Verdict::unknown;
      return result;
    }
    const std::optional<Launch> how = launch(f, result.assumptions);
    if (!how) return std::nullopt;
    const std::optional<Program> program = flatten(module_, f, file_, ctx_);
    if (!program) return std::nullopt;
    const Flow flow = analyse_flow(*program);
    const Slice needed = slice(*program, flow, false);
    const std::optional<Code> code = compile(*program, flow, needed, file_, ctx_);
    if (!code) return std::nullopt;
    const double prepared = seconds_since(start);
    bool values_judged = true;
    const Run run = execute(*program, flow, *code, needed, *how, values_judged);
    const Reporting reporting{*program,
                              code->layout,
                              *how,
                              ctx_.files,
                              file_,
                              options_.strict_writes,
                              options_.strict_proxy,
                              run.doubts,
                              values_judged,
                              run.open_barrier};
    collect(reporting, run, registers_under_way(*program, flow), result);
    result.stats.seconds = seconds_since(start);
    result.stats.peak_mb = peak_memory_mb();
    if (options_.stats) statistics(run, how->block, parse_seconds, prepared, result.stats);
    if (options_.graph == PtxOptions::Graph::dot) result.graph = dot(reporting, run.engine.graph());
    if (options_.graph == PtxOptions::Graph::svg) result.graph = svg(reporting, run.engine);
    return result;
  }

  // Whether writes that race are of one value is asked only when some do: with the values of all
  // stores, the slice is most of the program, and fewer programs run to their end.
  Run execute(const Program& program, const Flow& flow, const Code& code, const Slice& needed,
              const Launch& how, bool& values_judged) {
    Run first = emulate(program, needed, code, how, Until::racing_writes);
    if (!first.racing_writes) return first;
    const Slice more = slice(program, flow, true);
    const std::optional<Code> all = compile(program, flow, more, file_, ctx_);
    std::optional<Run> valued;
    if (all) valued.emplace(emulate(program, more, *all, how));
    if (valued && !valued->stop) return std::move(*valued);
    Run whole = emulate(program, needed, code, how);
    values_judged = valued && whole.stop && whole.steps <= valued->steps;
    return values_judged ? std::move(*valued) : std::move(whole);
  }

  void collect(const Reporting& reporting, const Run& run, const RegisterUses& registers,
               KernelResult& result) {
    for (const sync::Finding& f : run.engine.findings())
      result.findings.push_back(report(reporting, f));
    result.findings = by_source_lines(std::move(result.findings));
    if (run.stop) result.unknowns.push_back(report(reporting, *run.stop));
    for (const EarlyUse& use : registers.early)
      result.unknowns.push_back(report(reporting, Stop{use.reason, use.instruction, {}}));
    const bool refuted = std::ranges::any_of(
        result.findings, [](const Finding& f) { return f.severity == FindingSeverity::error; });
    result.verdict = refuted                   ? Verdict::refuted
                     : result.unknowns.empty() ? Verdict::verified
                                               : Verdict::unknown;
    if (!reporting.program.kernel->cluster)
      result.assumptions.emplace_back("the grid has no clusters: each block is one of its own");
    result.assumptions.emplace_back(
        "global memory is not checked for races, and pointer parameters point to it");
    if (registers.copies)
      result.assumptions.emplace_back(
          "mov of a register that a product or tcgen05.ld still writes gives it another name");
    if (run.used_initial_data)
      result.assumptions.emplace_back(
          "constant and global variables have the values that the file gives them");
    if (run.used_elect)
      result.assumptions.emplace_back("elect.sync chooses the first lane of its mask");
    if (run.used_activemask)
      result.assumptions.emplace_back(
          "activemask names the lanes that no branch has sent elsewhere");
    if (run.used_tensor_memory)
      result.assumptions.emplace_back(
          "tcgen05.alloc gives columns from 0 on, one allocation behind the other");
    if (run.used_cta_scope)
      result.assumptions.emplace_back("operations on mbarriers that name no scope order the blocks "
                                      "of a cluster nevertheless");
    if (run.used_countdown)
      result.assumptions.emplace_back(
          "who counts down last, to end the lives of mbarriers, does it behind all that the others "
          "did");
  }

  static void statistics(const Run& run, const std::array<std::uint32_t, 3>& block, double parse,
                         double prepared, KernelStats& out) {
    const sync::Statistics& s = run.engine.statistics();
    out.counters = {{"threads", std::uint64_t{block[0]} * block[1] * block[2]},
                    {"dynamic barriers", s.dynamic_barriers},
                    {"shared addresses", s.shared_addresses},
                    {"accesses", s.accesses},
                    {"commands", s.commands},
                    {"race tests of a pairwise checker", s.race_tests},
                    {"instructions of warps", run.steps},
                    {"bytes held by the engine", run.engine.memory()}};
    out.stages = {{"parse", parse}, {"prepare", prepared}, {"run", out.seconds - prepared}};
  }

  const Module& module_;
  const PtxOptions& options_;
  std::uint32_t file_;
  Ctx& ctx_;
  std::set<std::string> found_;
  std::string parameters_; // of the kernels checked, for whoever gives one that there is not
};

} // namespace
} // namespace ptx

CheckResult check_ptx_file(const std::string& path, const PtxOptions& options) {
  Ctx ctx;
  CheckResult result;
  const auto start = std::chrono::steady_clock::now();
  try {
    const auto wanted = [&](const std::string& name) { return ptx::is_wanted(options, name); };
    if (const auto module = ptx::parse(path, ctx, wanted)) {
      const double seconds = ptx::seconds_since(start);
      result.kernels = ptx::Checker(*module, options, ctx.files.add(path, ""), ctx).run(seconds);
    }
  } catch (const std::exception& e) { // a bug of ours: never a verdict, never a crash
    ctx.report(Severity::error, {}, std::string("internal error: ") + e.what());
  }
  for (const Diagnostic& d : ctx.diagnostics) {
    const bool placed = d.loc.line != 0;
    result.messages.push_back({d.severity == Severity::error ? "error" : "warning",
                               d.message,
                               {path, d.loc.line, d.loc.column},
                               placed ? std::string(ctx.files.line(d.loc.file, d.loc.line)) : ""});
  }
  return result;
}

} // namespace heddle
