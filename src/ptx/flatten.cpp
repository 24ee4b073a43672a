#include "ptx/program.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace heddle::ptx {
namespace {

constexpr std::size_t max_code = 4'000'000;
constexpr std::size_t max_depth = 100;

struct TooMuch {
  std::string message;
  std::uint32_t line, column;
};

class Flattener {
public:
  Flattener(const Module& module, const Function& kernel) : module_(module) {
    out_.module = &module;
    out_.kernel = &kernel;
    out_.opcodes = module.opcodes;
    for (const Function& f : module.functions)
      if (f.defined) functions_.emplace(f.name, &f);
  }

  Program run() {
    body(*out_.kernel, {}, nowhere);
    forget_overlapping();
    return std::move(out_);
  }

private:
  // Formal parameters and results of one call: the variables that hold them.
  using Binding = std::map<Index, Index>;

  struct Frame {
    const Function& function;
    const Binding& binding;
    Index call;
    Index first_register;
    std::vector<Index> starts; // per instruction of the function: where it is in the program
    std::vector<std::pair<Index, Index>> label_uses; // operand, label in the function
    std::vector<std::pair<Index, Index>> element_uses;
    std::vector<Index> returns; // operands that are to point behind the body
  };

  void body(const Function& function, const Binding& binding, Index call) {
    if (active_.size() >= max_depth) fail("calls nest too deeply", call, function);
    active_.push_back(&function);
    Frame frame{function, binding, call, static_cast<Index>(out_.registers.size()), {}, {}, {}, {}};
    out_.registers.insert(out_.registers.end(), function.registers.begin(),
                          function.registers.end());
    for (const Instruction& i : function.code) {
      frame.starts.push_back(static_cast<Index>(out_.code.size()));
      instruction(frame, i);
      if (out_.code.size() > max_code) fail("the program is too large", call, function);
    }
    frame.starts.push_back(static_cast<Index>(out_.code.size()));
    for (const auto& [operand, label] : frame.label_uses)
      out_.operands[operand].index = frame.starts[label];
    for (const auto& [element, label] : frame.element_uses)
      out_.elements[element].index = frame.starts[label];
    for (Index operand : frame.returns)
      out_.operands[operand].index = frame.starts.back();
    active_.pop_back();
  }

  [[noreturn]] void fail(std::string message, Index call, const Function& function) const {
    if (call == nowhere) throw TooMuch{std::move(message), function.line, function.column};
    throw TooMuch{std::move(message), out_.calls[call].line, out_.calls[call].column};
  }

  // ---- instructions -----------------------------------------------------------------------------

  void instruction(Frame& frame, const Instruction& i) {
    const Opcode& opcode = module_.opcodes[i.opcode];
    if (opcode.op == Op::call && call(frame, i)) return;
    if (opcode.op == Op::ret && frame.call != nowhere) {
      jump(frame, i, false);
      frame.returns.push_back(static_cast<Index>(out_.operands.size()) - 1);
      return;
    }
    const bool parameter = (opcode.op == Op::ld || opcode.op == Op::st) &&
                           opcode.space == Space::param && i.operand_count == 2;
    if (parameter && parameter_access(frame, i, opcode)) return;
    emit(frame, i, i.opcode, copied(frame, i));
    if (opcode.op == Op::brx) branch_list(frame, i);
  }

  // The operands with registers of this call; labels are noted to be set later.
  std::vector<Operand> copied(Frame& frame, const Instruction& i) {
    std::vector<Operand> operands(frame.function.operands.begin() + i.operands,
                                  frame.function.operands.begin() + i.operands + i.operand_count);
    for (Operand& o : operands)
      copy(frame, o);
    return operands;
  }

  void copy(Frame& frame, Operand& o) {
    if (register_of(o) != nowhere) o.index += frame.first_register;
    if (o.kind != Operand::Kind::vector) return;
    std::vector<Operand> elements(frame.function.elements.begin() + o.index,
                                  frame.function.elements.begin() + o.index + o.count);
    for (Operand& element : elements)
      copy(frame, element);
    o.index = static_cast<Index>(out_.elements.size());
    out_.elements.insert(out_.elements.end(), elements.begin(), elements.end());
  }

  void emit(Frame& frame, const Instruction& i, Index opcode,
            const std::vector<Operand>& operands) {
    Instruction copy = i;
    copy.opcode = opcode;
    if (copy.guard != nowhere) copy.guard += frame.first_register;
    copy.operands = static_cast<Index>(out_.operands.size());
    copy.operand_count = static_cast<std::uint16_t>(operands.size());
    for (const Operand& o : operands) {
      if (o.kind == Operand::Kind::label)
        frame.label_uses.emplace_back(static_cast<Index>(out_.operands.size()), o.index);
      out_.operands.push_back(o);
    }
    out_.code.push_back(copy);
    out_.call_of.push_back(frame.call);
  }

  // A branch under the guard of `i`, or under its opposite; its operand is the last one.
  void jump(Frame& frame, const Instruction& i, bool opposite) {
    Instruction branch = i;
    if (opposite) branch.guard_negated = !branch.guard_negated;
    Operand target;
    target.kind = Operand::Kind::label;
    emit(frame, branch, opcode_named("bra"), {target});
    frame.label_uses.pop_back();
  }

  void branch_list(Frame& frame, const Instruction& i) {
    Operand& list = out_.operands.back();
    if (i.operand_count != 2 || list.kind != Operand::Kind::function) return;
    const auto found = frame.function.branch_targets.find(module_.names[list.index]);
    if (found == frame.function.branch_targets.end()) return;
    list.kind = Operand::Kind::vector;
    list.index = static_cast<Index>(out_.elements.size());
    list.count = static_cast<std::uint16_t>(found->second.size());
    for (Index label : found->second) {
      Operand target;
      target.kind = Operand::Kind::label;
      frame.element_uses.emplace_back(static_cast<Index>(out_.elements.size()), label);
      out_.elements.push_back(target);
    }
  }

  Index opcode_named(const std::string& text) {
    for (Index i = 0; i < out_.opcodes.size(); ++i)
      if (out_.opcodes[i].text == text) return i;
    out_.opcodes.push_back(*decode(text));
    return static_cast<Index>(out_.opcodes.size()) - 1;
  }

  // ---- calls ------------------------------------------------------------------------------------

  std::vector<Operand> list(const Frame& frame, const Operand& o) const {
    if (o.kind != Operand::Kind::vector) return {};
    return {frame.function.elements.begin() + o.index,
            frame.function.elements.begin() + o.index + o.count};
  }

  // `call (results), callee, (arguments);` with either list left out. False: there is no body that
  // fits and is not about to be run already; the call stays, and is not understood if it is
  // reached.
  bool call(Frame& frame, const Instruction& i) {
    const Operand* operands = &frame.function.operands[i.operands];
    unsigned at = 0;
    std::vector<Operand> results, arguments;
    if (at < i.operand_count && operands[at].kind == Operand::Kind::vector)
      results = list(frame, operands[at++]);
    if (at >= i.operand_count || operands[at].kind != Operand::Kind::function) return false;
    const auto found = functions_.find(module_.names[operands[at++].index]);
    if (found == functions_.end()) return false;
    if (at < i.operand_count) arguments = list(frame, operands[at]);
    const Function& callee = *found->second;
    if (arguments.size() != callee.parameters.size() || results.size() != callee.results.size())
      return false;
    if (std::ranges::count(active_, &callee) > 0) return false;
    expand(frame, i, callee, results, arguments);
    return true;
  }

  void expand(Frame& frame, const Instruction& i, const Function& callee,
              const std::vector<Operand>& results, const std::vector<Operand>& arguments) {
    Index skip = nowhere;
    if (i.guard != nowhere) {
      jump(frame, i, true);
      skip = static_cast<Index>(out_.operands.size()) - 1;
    }
    Instruction plain = i;
    plain.guard = nowhere;
    const auto call = static_cast<Index>(out_.calls.size());
    out_.calls.push_back(
        {static_cast<Index>(out_.code.size()), i.line, i.column, i.source, frame.call});
    Binding binding;
    for (std::size_t n = 0; n < arguments.size(); ++n)
      bind(frame, plain, callee.parameters[n], arguments[n], binding);
    for (std::size_t n = 0; n < results.size(); ++n)
      if (results[n].kind == Operand::Kind::symbol)
        binding[callee.results[n]] = resolved(frame, results[n].index);
      else
        binding[callee.results[n]] = fresh_variable();
    const auto registers = static_cast<Index>(out_.registers.size()); // the callee's, from here on
    for (std::size_t n = 0; n < arguments.size(); ++n) {
      const Variable& formal = module_.variables[callee.parameters[n]];
      if (formal.space != Space::generic) continue;
      Operand actual = arguments[n];
      copy(frame, actual);
      move(frame, plain, registers + static_cast<Index>(formal.align), actual, formal.type);
    }
    body(callee, binding, call);
    for (std::size_t n = 0; n < results.size(); ++n)
      if (results[n].kind == Operand::Kind::reg) {
        const Variable& formal = module_.variables[callee.results[n]];
        Operand value;
        value.kind = Operand::Kind::reg;
        value.index = formal.space == Space::generic
                          ? registers + static_cast<Index>(formal.align)
                          : slot(binding[callee.results[n]], 0, formal.type);
        move(frame, plain, frame.first_register + results[n].index, value, formal.type);
      }
    if (skip != nowhere) out_.operands[skip].index = static_cast<Index>(out_.code.size());
  }

  void bind(Frame& frame, const Instruction& i, Index formal, const Operand& actual,
            Binding& binding) {
    if (module_.variables[formal].space == Space::generic) return;
    if (actual.kind == Operand::Kind::symbol) {
      binding[formal] = resolved(frame, actual.index);
      return;
    }
    binding[formal] = fresh_variable();
    Operand value = actual;
    copy(frame, value);
    const Type type = module_.variables[formal].type;
    move(frame, i, slot(binding[formal], 0, type), value, type);
  }

  void move(Frame& frame, const Instruction& i, Index to, const Operand& value, Type type) {
    Operand target;
    target.kind = Operand::Kind::reg;
    target.index = to;
    static constexpr const char* moves[] = {"mov.b16", "mov.b32", "mov.b64", "mov.b128"};
    const unsigned size = size_of(type);
    const char* opcode = moves[size <= 2 ? 0 : size <= 4 ? 1 : size <= 8 ? 2 : 3];
    emit(frame, i, opcode_named(type == Type::pred ? "mov.pred" : opcode), {target, value});
  }

  // ---- parameter space --------------------------------------------------------------------------

  // A formal parameter is the actual one. (No function is active twice, so that its own variables
  // need not be told apart by call.)
  Index resolved(const Frame& frame, Index variable) const {
    const auto bound = frame.binding.find(variable);
    return bound != frame.binding.end() ? bound->second : variable;
  }
  Index fresh_variable() { return 0x80000000U + fresh_++; }

  bool is_kernel_parameter(Index variable) const {
    return std::ranges::count(out_.kernel->parameters, variable) > 0;
  }

  // The register that stands for `size` bytes at `offset` of a parameter variable.
  Index slot(Index variable, std::int64_t offset, Type type) {
    const auto key = std::tuple(variable, offset, size_of(type));
    const auto [at, inserted] = slots_.emplace(key, static_cast<Index>(out_.registers.size()));
    if (inserted) out_.registers.push_back({"parameter", type});
    return at->second;
  }

  // ld.param and st.param with a fixed place become moves. False: the kernel's own parameters, or
  // a place that is computed.
  bool parameter_access(Frame& frame, const Instruction& i, const Opcode& opcode) {
    const bool load = opcode.op == Op::ld;
    const std::vector<Operand> operands = copied(frame, i);
    const Operand& place = operands[load ? 1 : 0];
    const Operand& data = operands[load ? 0 : 1];
    if (place.kind != Operand::Kind::address || place.base != Operand::Kind::symbol) return false;
    const Index variable = resolved(frame, place.index);
    if (is_kernel_parameter(variable)) return false;
    const unsigned size = size_of(opcode.type);
    const unsigned count = data.kind == Operand::Kind::vector ? data.count : 1;
    for (unsigned n = 0; n < count; ++n) {
      Operand value = data.kind == Operand::Kind::vector ? out_.elements[data.index + n] : data;
      const Index held = slot(variable, place.value + n * size, opcode.type);
      if (value.kind == Operand::Kind::none) continue;
      if (!load) {
        move(frame, i, held, value, opcode.type);
        continue;
      }
      Operand from;
      from.kind = Operand::Kind::reg;
      from.index = held;
      // small values are extended as a load does it
      static constexpr Type small[] = {Type::s8, Type::s16};
      const bool extend = std::ranges::count(small, opcode.type) > 0;
      if (!extend)
        move(frame, i, value.index, from, opcode.type);
      else
        emit(frame, i, opcode_named(opcode.type == Type::s8 ? "cvt.s32.s8" : "cvt.s32.s16"),
             {value, from});
      loads_.emplace_back(static_cast<Index>(out_.code.size()) - 1, variable);
    }
    return true;
  }

  // Where the accesses to one variable overlap without being equal, what is read is not known.
  void forget_overlapping() {
    std::set<Index> overlapping;
    const auto opaque = static_cast<Index>(out_.opcodes.size());
    Opcode forgotten = *decode("ld.param.b32");
    forgotten.op = Op::opaque;
    out_.opcodes.push_back(forgotten);
    for (auto at = slots_.begin(); at != slots_.end(); ++at) {
      const auto next = std::next(at);
      if (next == slots_.end()) break;
      const auto& [variable, offset, size] = at->first;
      if (std::get<0>(next->first) == variable && std::get<1>(next->first) < offset + size)
        overlapping.insert(variable);
    }
    for (const auto& [instruction, variable] : loads_)
      if (overlapping.contains(variable)) out_.code[instruction].opcode = opaque;
  }

  const Module& module_;
  Program out_;
  std::map<std::string, const Function*> functions_;
  std::vector<const Function*> active_;
  std::map<std::tuple<Index, std::int64_t, unsigned>, Index> slots_;
  std::vector<std::pair<Index, Index>> loads_; // instruction, variable
  Index fresh_ = 0;
};

} // namespace

std::optional<Program> flatten(const Module& module, const Function& kernel, std::uint32_t file,
                               Ctx& ctx) {
  try {
    return Flattener(module, kernel).run();
  } catch (const TooMuch& e) {
    ctx.report(Severity::error, {file, e.line, e.column}, e.message);
    return std::nullopt;
  }
}

} // namespace heddle::ptx
