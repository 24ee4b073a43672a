#include "ptx/findings.hpp"
#include "ptx/read/parameters.hpp"
#include "support/tensor_core.hpp"

#include <cxxabi.h>
#include <fmt/format.h>

#include <bit>
#include <cstdlib>
#include <memory>

namespace heddle::ptx {
namespace {

using sync::BarrierRef;
using sync::Detail;
using sync::Role;

bool is_access(Role role) {
  return role == Role::read || role == Role::write || role == Role::atomic ||
         role == Role::copy_read || role == Role::copy_write || role == Role::matrix_read ||
         role == Role::tensor_read || role == Role::tensor_write;
}

FindingKind kind(sync::FindingKind k) {
  switch (k) {
  case sync::FindingKind::deadlock:
    return FindingKind::deadlock;
  case sync::FindingKind::count:
  case sync::FindingKind::count_multiple:
    return FindingKind::count;
  case sync::FindingKind::barrier_id:
    return FindingKind::barrier_id;
  case sync::FindingKind::recycling:
    return FindingKind::recycling;
  case sync::FindingKind::alignment:
    return FindingKind::alignment;
  case sync::FindingKind::lapped:
    return FindingKind::lapped;
  case sync::FindingKind::leftover:
    return FindingKind::leftover;
  case sync::FindingKind::exited_threads:
    return FindingKind::exited_threads;
  case sync::FindingKind::race:
    return FindingKind::race;
  case sync::FindingKind::same_value_write:
    return FindingKind::same_value_write;
  case sync::FindingKind::proxy:
    return FindingKind::proxy;
  }
  return FindingKind::race;
}

class Reporter {
public:
  explicit Reporter(const Reporting& how) : how_(how) {}

  // Places behind the end of the program are of accesses that may not happen.
  bool is_doubtful(sync::Place place) const { return place.pc >= how_.program.code.size(); }
  Index instruction(sync::Place place) const {
    const auto size = static_cast<Index>(how_.program.code.size());
    return place.pc >= size ? place.pc - size : place.pc;
  }

  Position position(Index instruction) const {
    const Instruction& i = how_.program.code[instruction];
    return {how_.program.module->path, i.line, i.column};
  }

  std::string text_line(Index instruction) const {
    return std::string(how_.files.line(how_.file, how_.program.code[instruction].line));
  }

  Position source(Index line) const {
    if (line == nowhere) return {};
    const Module& module = *how_.program.module;
    const SourceLine& l = module.lines[line];
    const auto file = module.files.find(l.file);
    return {file == module.files.end() ? "" : file->second, l.line, l.column};
  }

  Position source_of(Index instruction) const {
    return source(how_.program.code[instruction].source);
  }

  // Calls around an instruction: those that the compiler inlined, then those that we did.
  std::vector<Position> inlined_at(Index instruction) const {
    std::vector<Position> out;
    const Module& module = *how_.program.module;
    const auto compiled = [&](Index line) {
      for (; line != nowhere && module.lines[line].inlined_at != nowhere;
           line = module.lines[line].inlined_at)
        out.push_back(source(module.lines[line].inlined_at));
    };
    compiled(how_.program.code[instruction].source);
    for (Index call = how_.program.call_of[instruction]; call != nowhere;
         call = how_.program.calls[call].outer) {
      const Program::Call& at = how_.program.calls[call];
      out.push_back({module.path, at.line, at.column});
      compiled(at.source);
    }
    return out;
  }

  static bool is_lifetime(std::uint32_t at) {
    return at < Layout::map_memory && at % Layout::block_stride == Layout::lifetime;
  }
  // Of another block than the first: whose shared memory it is.
  std::string owner(std::uint32_t at) const {
    return blocks_of(how_.launch) > 1
               ? fmt::format(" of block {} of the cluster", at / Layout::block_stride)
               : "";
  }

  std::string address(std::uint32_t engine_address) const {
    if (engine_address >= Layout::map_memory) return "";
    if (is_lifetime(engine_address)) return owner(engine_address);
    const std::uint32_t at = engine_address % Layout::block_stride;
    return place(at) + owner(engine_address);
  }
  std::string place(std::uint32_t at) const {
    if (at >= Layout::tensor_memory) { // as the source path shows it: which 16 lanes, which column
      const std::int64_t cell = (at - Layout::tensor_memory) / tensor_cell;
      return fmt::format("[{}][{}]", cell / tensor_columns, cell % tensor_columns);
    }
    const Layout::Place* place = how_.layout.find_shared(at);
    if (!place) return fmt::format("+{}", at);
    return fmt::format("+{}", at - place->begin);
  }
  std::string variable(std::uint32_t engine_address) const {
    if (engine_address >= Layout::map_memory) return "a tensor map";
    const std::uint32_t at = engine_address % Layout::block_stride;
    if (at >= Layout::lifetime) return "shared memory";
    if (at >= Layout::tensor_memory) return "tensor memory";
    const Layout::Place* place = how_.layout.find_shared(at);
    return place ? plain_name(how_.program.module->variables[place->variable].name)
                 : "shared memory";
  }

  std::string name(const BarrierRef& barrier) const {
    switch (barrier.kind) {
    case BarrierRef::Kind::none:
      return "";
    case BarrierRef::Kind::named:
      return named(barrier.id);
    case BarrierRef::Kind::warp:
      return fmt::format("warp barrier {:#x}", barrier.id);
    case BarrierRef::Kind::mbarrier:
      if (barrier.id == Layout::cluster_barrier) return "the barrier of the cluster";
      if (barrier.id % Layout::block_stride > Layout::lifetime)
        return "allocation of a pair of blocks";
      return fmt::format("mbarrier {}{}", variable(barrier.id), address(barrier.id));
    }
    return "";
  }
  // Numbered as Emulator::named_id does.
  std::string named(std::uint32_t id) const {
    constexpr std::uint32_t ids_of_block = 16, beyond_ids = 1024;
    if (blocks_of(how_.launch) == 1) return fmt::format("barrier {}", id);
    if (id >= beyond_ids) return fmt::format("barrier {}", id - beyond_ids);
    return fmt::format("barrier {} of block {} of the cluster", id % ids_of_block,
                       id / ids_of_block - 1);
  }

  std::array<std::int64_t, 3> thread(sync::ThreadId number) const {
    const auto& b = how_.launch.block;
    const std::uint32_t id = number % threads_of_block(how_.launch);
    return {id % b[0], id / b[0] % b[1], id / b[0] / b[1]};
  }
  std::uint32_t rank(sync::ThreadId number) const { return number / threads_of_block(how_.launch); }

  AccessReport participant(const sync::Participant& p, const sync::Finding& f) const {
    AccessReport out = at(instruction(p.place), p.thread, sync::to_string(p.role));
    if (f.barrier.kind == BarrierRef::Kind::none && is_lifetime(f.address))
      out.access = p.role != Role::write ? "use" : instruction(p.place) == 0 ? "start" : "end";
    // an operation on an mbarrier may race as an access to its bytes
    const bool bytes = is_access(p.role) || f.barrier.kind == BarrierRef::Kind::none;
    out.array = bytes ? variable(f.address) : name(f.barrier);
    out.cell = bytes ? address(f.address) : "";
    return out;
  }

  AccessReport at(Index instruction, sync::ThreadId id, const char* what) const {
    AccessReport out;
    out.position = position(instruction);
    out.access = what;
    out.thread = thread(id);
    const auto block = block_at(how_.launch, rank(id));
    out.block = {block[0], block[1], block[2]};
    out.inlined_at = inlined_at(instruction);
    out.source_line = text_line(instruction);
    out.source = source_of(instruction);
    return out;
  }

  std::string message(const sync::Finding& f) const {
    const std::string b = name(f.barrier);
    switch (f.kind) {
    case sync::FindingKind::deadlock:
      return f.cycle ? fmt::format("deadlock: {} groups of threads wait for each other in a circle",
                                   f.cycle)
                     : std::string("deadlock: threads wait for arrivals that never come");
    case sync::FindingKind::count:
      if (f.detail == Detail::different_counts)
        return fmt::format("one generation of {} is asked to wait for {} threads and for {}", b,
                           f.first_count, f.second_count);
      if (f.detail == Detail::no_arrivals_left)
        return fmt::format("{} is left without any expected arrival", b);
      if (f.detail == Detail::may_complete)
        return fmt::format("an arrival at {} with .noComplete may be the one that completes the "
                           "phase, which is undefined",
                           b);
      return fmt::format("more threads arrive at {} than it waits for: {} instead of {}", b,
                         f.second_count, f.first_count);
    case sync::FindingKind::count_multiple:
      return fmt::format(
          "{} is asked to wait for {} threads, which is no multiple of the warp size", b,
          f.second_count);
    case sync::FindingKind::barrier_id:
      return f.barrier.kind == BarrierRef::Kind::mbarrier
                 ? fmt::format("{} is not initialised", b)
                 : fmt::format("there is no {}: barriers are numbered 0 to 15", b);
    case sync::FindingKind::recycling:
      return recycling(f, b);
    case sync::FindingKind::alignment:
      return f.detail == Detail::different_places
                 ? fmt::format("one generation of {}{} is reached at different instructions", b,
                               f.barrier.kind == BarrierRef::Kind::warp ? ""
                                                                        : ", which is aligned,")
                 : fmt::format("{} is aligned, but only part of the warp comes to it", b);
    case sync::FindingKind::lapped:
      return f.detail == Detail::early_wait
                 ? fmt::format("the wait on {} may return at once, by the parity of an older phase",
                               b)
                 : fmt::format("{} may complete the next phase before the wait looks at this one",
                               b);
    case sync::FindingKind::leftover:
      return f.detail == Detail::bytes_owed
                 ? fmt::format("{} is left with bytes that were expected and did not come", b)
                 : fmt::format("{} is left with arrivals that complete nothing", b);
    case sync::FindingKind::exited_threads:
      return fmt::format("{} is missed by threads that have exited", b);
    case sync::FindingKind::race:
      return "data race";
    case sync::FindingKind::same_value_write:
      return "unordered writes of the same value";
    case sync::FindingKind::proxy:
      return sync::proxy_message(f.detail, f.second.role);
    }
    return "";
  }

private:
  // Of what was inlined, the outermost call.
  std::string line(sync::Place place) const {
    const Index at = instruction(place);
    const std::vector<Position> calls = inlined_at(at);
    const Position where = calls.empty() ? source_of(at) : calls.back();
    return where.line ? fmt::format("line {}", where.line)
                      : fmt::format("line {} of the PTX", position(at).line);
  }
  // Which order is missing, in the words of the kernel; a barrier's generations count its rounds.
  std::string missing(const sync::Finding& f, const char* rounds) const {
    if (f.first.role == Role::none || f.second.role == Role::none || f.generation == 0) return "";
    return fmt::format(": nothing orders {} ({} {}) before {} ({} {})", line(f.first.place), rounds,
                       f.generation - 1, line(f.second.place), rounds, f.generation);
  }

  std::string recycling(const sync::Finding& f, const std::string& b) const {
    switch (f.detail) {
    case Detail::bytes_after_arrival:
      return fmt::format("bytes are expected of {} after it may have completed its phase", b);
    case Detail::initialised_twice:
      return fmt::format("{} is initialised while it is in use", b);
    case Detail::previous_phase:
      return fmt::format(
          "an operation on {} may fall into the phase before the one it is meant for{}", b,
          missing(f, "phase"));
    default:
      return fmt::format(
          "unsafe recycling of {}: a registration for one generation may come before "
          "another of the generation before it{}",
          b, missing(f, "generation"));
    }
  }

  const Reporting& how_;
};

// Two threads of one warp, or not.
FindingScope scope(const sync::Finding& f) {
  const bool both = f.first.role != Role::none;
  return both && f.first.thread / lanes == f.second.thread / lanes ? FindingScope::warp
                                                                   : FindingScope::block;
}

// The parameter that a source speaks of: its place in the kernel's list, or none.
std::optional<std::size_t> parameter_of(const Program& program, const Source& source) {
  const std::string name = source.name.substr(0, source.name.find('+'));
  const std::vector<Index>& all = program.kernel->parameters;
  for (std::size_t n = 0; n < all.size() && !name.empty(); ++n)
    if (brief_name(*program.kernel, program.module->variables[all[n]].name) == name) return n;
  return std::nullopt;
}

// With its place and type where the name says nothing.
std::string described(const Program& program, const Source& source) {
  const auto n = parameter_of(program, source);
  if (!n || !source.name.starts_with("param_")) return source.text;
  return source.text + " (" + place_and_type(*program.kernel, *n) + ")";
}

Question question(const Program& program, const Source& source) {
  Question out{source.hint.substr(0, source.hint.find(' ')), source.name, "", 0, source.contents};
  const auto n = parameter_of(program, source);
  if (!n) return out;
  const Variable& v = program.module->variables[program.kernel->parameters[*n]];
  out.type = source_type(*program.kernel, *n);
  out.bytes = v.size;
  return out;
}

void deadlock(const Reporter& reporter, const sync::Finding& f, Finding& out) {
  for (const sync::Blocked& blocked : f.blocked) {
    const auto thread =
        blocked.who.warp * lanes + static_cast<unsigned>(std::countr_zero(blocked.who.lanes));
    AccessReport a =
        reporter.at(reporter.instruction(blocked.place), thread, sync::to_string(blocked.role));
    a.array = reporter.name(blocked.barrier);
    const bool phases = blocked.barrier.kind == BarrierRef::Kind::mbarrier;
    const std::string owed =
        phases && blocked.bytes ? fmt::format(", {} bytes owed", blocked.bytes) : "";
    a.cell = fmt::format(", {} {} ({} of {} arrived{})", phases ? "phase" : "generation",
                         blocked.generation, blocked.registered, blocked.required, owed);
    out.accesses.push_back(std::move(a));
  }
}

} // namespace

std::string plain_name(const std::string& mangled) {
  if (!mangled.starts_with("_Z")) return mangled; // `s` would be read as the type short
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status), &std::free);
  if (status != 0 || !text) return mangled;
  // `k(float*)::tile` is tile, `void f<int>(int)` is f<int>
  std::string out;
  int depth = 0;
  bool ended = false;
  for (const char* c = text.get(); *c; ++c) {
    if (*c == '(' || *c == '<') ++depth;
    if (*c == '(' && depth == 1) ended = true;
    if (depth == 0 && (*c == ':' || *c == ' '))
      out.clear(), ended = false;
    else if (!ended && !(depth == 0 && *c == ')'))
      out += *c;
    if (*c == ')' || *c == '>') --depth;
  }
  return out.empty() ? mangled : out;
}

Finding report(const Reporting& how, const sync::Finding& f) {
  const Reporter reporter(how);
  Finding out;
  out.kind = kind(f.kind);
  out.scope = scope(f);
  if (f.first.role != Role::none && f.second.role != Role::none &&
      reporter.rank(f.first.thread) != reporter.rank(f.second.thread))
    out.scope = FindingScope::grid;
  out.status = f.after_violation ? FindingStatus::possible : FindingStatus::confirmed;
  if (f.after_violation)
    out.why = "it is in a schedule that an error of synchronization before it may have changed";
  const auto doubtful = [&](const sync::Participant& p) {
    return p.role != Role::none && reporter.is_doubtful(p.place);
  };
  if (doubtful(f.first) || doubtful(f.second)) {
    out.status = FindingStatus::possible;
    out.why = "it is behind a condition that is not known";
    for (const Source& source : how.doubts)
      out.depends_on.push_back(described(how.program, source));
  }
  const auto writes = [](Role role) { return role == Role::write || role == Role::copy_write; };
  if (!how.values_judged && writes(f.first.role) && writes(f.second.role)) {
    out.status = FindingStatus::possible;
    out.why = "whether the two values are equal is not known";
  }
  if (how.open_barrier && out.kind == FindingKind::race && out.scope == FindingScope::warp &&
      out.status == FindingStatus::confirmed) {
    out.status = FindingStatus::possible;
    out.why = "a warp barrier of the lanes that the hardware runs together may order it";
  }
  const bool same_value = f.kind == sync::FindingKind::same_value_write;
  const bool promoted =
      same_value ? how.strict_writes : how.strict_proxy && f.kind == sync::FindingKind::proxy;
  if (promoted && same_value) out.kind = FindingKind::race;
  out.severity = f.warning && !promoted ? FindingSeverity::warning : FindingSeverity::error;
  out.message = reporter.message(f);
  out.occurrences = f.occurrences;
  if (f.kind == sync::FindingKind::deadlock) {
    deadlock(reporter, f, out);
    return out;
  }
  if (f.first.role != Role::none) out.accesses.push_back(reporter.participant(f.first, f));
  if (f.second.role != Role::none) out.accesses.push_back(reporter.participant(f.second, f));
  return out;
}

Unknown report(const Reporting& how, const Stop& stop) {
  const Reporter reporter(how);
  Unknown out{stop.reason, reporter.position(stop.instruction),
              reporter.text_line(stop.instruction), reporter.source_of(stop.instruction)};
  std::string hints;
  for (std::size_t n = 0; n < stop.sources.size(); ++n) {
    const Source& source = stop.sources[n];
    out.reason += (n == 0                         ? " "
                   : n + 1 == stop.sources.size() ? " and "
                                                  : ", ") +
                  described(how.program, source);
    if (source.hint.empty()) continue;
    hints += (hints.empty() ? "; try " : " ") + source.hint;
    out.questions.push_back(question(how.program, source));
  }
  out.reason += hints;
  return out;
}

std::string barrier_name(const Reporting& how, const sync::BarrierRef& barrier) {
  return Reporter(how).name(barrier);
}

} // namespace heddle::ptx
