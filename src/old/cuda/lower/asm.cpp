// Inline assembly: operands, registers, and one instruction after another.
#include "cuda/lower/asm.hpp"

#include "cuda/syntax/walk.hpp"

#include <algorithm>
#include <array>

namespace heddle::cuda {

namespace {

// Neither memory that is checked nor order between threads.
bool does_nothing(const std::string& opcode) {
  static constexpr std::array ignored{"fence",          "membar",        "setmaxnreg",
                                      "griddepcontrol", "prefetch",      "prefetchu",
                                      "nanosleep",      "applypriority", "pmevent"};
  const std::string first = opcode.substr(0, opcode.find('.'));
  return std::ranges::find(ignored, first) != ignored.end() ||
         opcode.starts_with("cp.async.bulk.prefetch");
}

} // namespace

std::vector<std::string> asm_parts(const std::string& opcode) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= opcode.size();) {
    const std::size_t end = std::min(opcode.find('.', begin), opcode.size());
    parts.push_back(opcode.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

bool AsmLowering::Instruction::has(std::string_view part) const {
  return std::ranges::find(parts, part) != parts.end();
}

CT asm_type(const std::string& suffix) {
  if (suffix == "pred") return make_bool();
  if (suffix == "f16") return make_floating(16, "__half");
  if (suffix == "bf16") return make_floating(16, "__nv_bfloat16");
  if (suffix == "f32") return make_floating(32, "float");
  if (suffix == "f64") return make_floating(64, "double");
  for (const unsigned width : {8u, 16u, 32u, 64u}) {
    const std::string digits = std::to_string(width);
    if (suffix == "u" + digits || suffix == "b" + digits) return make_integer(width, false);
    if (suffix == "s" + digits) return make_integer(width, true);
  }
  return nullptr;
}

void Lowering::lower_node(const AsmStmt& n, const StmtNode& s) {
  AsmLowering(*this, n, s.loc).run();
}

void AsmLowering::run() {
  const auto parsed = parse_asm(stmt_.text);
  read_operands();
  if (!parsed) {
    l_.unsupported("inline assembly: " + stmt_.text, loc_);
  } else {
    for (std::size_t i = 0; i < parsed->size();) {
      const std::size_t spun = spin_length(*parsed, i);
      spun ? spin((*parsed)[i]) : execute((*parsed)[i]);
      i += std::max<std::size_t>(spun, 1);
    }
  }
  write_outputs();
}

void AsmLowering::read_operands() {
  std::vector<Lowering::Mark> after;
  for (const AsmOperand& output : stmt_.outputs) {
    Slot slot;
    if (!output.expr) {
      slot.type = make_integer(32, false);
    } else {
      slot.output = l_.eval_lvalue(output.expr);
      slot.type = slot.output.type;
      if (output.constraint.starts_with("+")) slot.value = l_.load(slot.output);
    }
    operands_.push_back(std::move(slot));
    after.push_back(l_.mark());
  }
  for (const AsmOperand& input : stmt_.inputs) {
    Slot slot;
    if (input.expr) slot.value = l_.eval(input.expr);
    slot.type = slot.value ? slot.value->type : make_integer(32, false);
    operands_.push_back(std::move(slot));
    after.push_back(l_.mark());
  }
  for (std::size_t i = operands_.size(); i-- > 0;) {
    l_.protect(operands_[i].output, after[i]);
    if (operands_[i].value) l_.protect(*operands_[i].value, after[i]);
  }
}

void AsmLowering::write_outputs() {
  const Lowering::Mark before = l_.mark();
  for (std::size_t i = 0; i < stmt_.outputs.size(); ++i) {
    const AsmOperand& output = stmt_.outputs[i];
    Slot& slot = operands_[i];
    if (!output.expr || (output.constraint.starts_with("+") && !slot.assigned)) continue;
    LValue l = slot.output;
    l_.protect(l, before);
    Value v;
    if (slot.assigned && slot.value) {
      v = *slot.value;
      l_.protect(v, before);
      v = reinterpreted(v, l.type);
    } else {
      v = l_.unknown_value(l.type, "the result of inline assembly", loc_);
    }
    l_.store(l, v);
  }
}

// Registers have bits; the types are those of who uses them.
Value AsmLowering::reinterpreted(const Value& v, const CT& to) {
  if (!v.type || !to) return v;
  if ((v.type->is_integral() && to->is_integral()) || same_type(v.type, to))
    return l_.convert(v, to, loc_);
  if (to->is(CType::Kind::pointer)) return l_.convert(v, to, loc_);
  const bool same_size = v.type->is_arithmetic() && to->is_arithmetic() &&
                         !v.type->is(CType::Kind::boolean) && !to->is(CType::Kind::boolean) &&
                         v.type->width == to->width && v.scalar;
  if (!same_size) return l_.unknown_value(to, "the result of inline assembly", loc_);
  if (v.scalar->type == value_type(to)) return l_.make_scalar(to, v.scalar);
  return l_.make_scalar(to, l_.pure("bits", value_type(to), {v.scalar}));
}

AsmLowering::Slot& AsmLowering::slot(const AsmArg& arg) {
  if (arg.kind == AsmArg::Kind::operand) {
    const auto i = static_cast<std::size_t>(arg.number);
    if (i < operands_.size()) return operands_[i];
  }
  return registers_[arg.name];
}

Value AsmLowering::value(const AsmArg& arg) {
  if (arg.kind == AsmArg::Kind::number) return l_.int_value(arg.number, make_integer(64, true));
  const bool own = registers_.contains(arg.name); // .reg .pred %p;
  if (arg.kind == AsmArg::Kind::name && arg.name.starts_with('%') && !own)
    return special_register(arg.name.substr(1));
  if (arg.kind == AsmArg::Kind::name || arg.kind == AsmArg::Kind::operand) {
    Slot& s = slot(arg);
    if (s.value) return *s.value;
  }
  return l_.unknown_value(make_integer(32, false), "the result of inline assembly", loc_);
}

Value AsmLowering::number(const AsmArg& arg, const CT& type) {
  const Value v = value(arg);
  return v.pointer ? l_.convert(v, type, loc_) : reinterpreted(v, type);
}

void AsmLowering::set(const AsmArg& to, Value v) {
  if (to.kind == AsmArg::Kind::name && to.name == "_") return;
  if (to.kind != AsmArg::Kind::name && to.kind != AsmArg::Kind::operand) return forget(to);
  Slot& s = slot(to);
  s.value = std::move(v);
  s.assigned = true;
}

void AsmLowering::forget(const AsmArg& to, Scope sharing) {
  for (const AsmArg& item : to.items)
    forget(item, sharing);
  if (to.kind != AsmArg::Kind::name && to.kind != AsmArg::Kind::operand) return;
  Slot& s = slot(to);
  s.assigned = true;
  s.value.reset();
  if (sharing != Scope::thread)
    s.value = l_.unknown_value(s.type ? s.type : make_integer(32, false),
                               "the result of inline assembly", loc_, sharing);
}

Value AsmLowering::special_register(const std::string& name) {
  static const std::map<std::string, std::string> vectors{
      {"tid", "threadIdx"}, {"ntid", "blockDim"}, {"ctaid", "blockIdx"}, {"nctaid", "gridDim"}};
  const std::size_t dot = name.find('.');
  if (const auto it = vectors.find(name.substr(0, dot)); it != vectors.end() && dot != name.npos)
    if (auto l = l_.geometry(it->second, name.substr(dot + 1), loc_)) return *l->value;
  const CT u32 = make_integer(32, false);
  if (name == "laneid")
    return l_.make_scalar(u32, pool_.rem(l_.linear_thread(loc_), pool_.constant(32, Type::u32())));
  // A warp's number is one that the hardware gives, and may change.
  const bool of_warp = name == "warpid" || name == "smid" || name == "nsmid" || name == "nwarpid";
  const CT type = name.ends_with("64") || name == "globaltimer" ? make_integer(64, false) : u32;
  return l_.unknown_value(type, "the special register %" + name, loc_,
                          of_warp ? Scope::warp : Scope::thread);
}

std::string AsmLowering::spelled(const AsmArg& arg) {
  if (arg.kind == AsmArg::Kind::number) return std::to_string(arg.number);
  if (arg.kind == AsmArg::Kind::operand) {
    const auto i = static_cast<std::size_t>(arg.number);
    if (i < operands_.size() && operands_[i].value && operands_[i].value->scalar)
      if (const auto c = constant_value(operands_[i].value->scalar)) return std::to_string(*c);
    const std::size_t outputs = stmt_.outputs.size();
    if (i < outputs) return spell(stmt_.outputs[i].expr);
    if (i < operands_.size()) return spell(stmt_.inputs[i - outputs].expr);
  }
  if (arg.kind == AsmArg::Kind::memory && !arg.items.empty())
    return "[" + spelled(arg.items[0]) +
           (arg.number ? " + " + std::to_string(arg.number) : std::string()) + "]";
  return arg.name;
}

std::string AsmLowering::spell_args(const Instruction& i, std::size_t begin, std::size_t end) {
  std::string s = i.ins.opcode;
  for (std::size_t k = begin; k < std::min(end, i.args().size()); ++k)
    s += (k == begin ? " " : ", ") + spelled(i.args()[k]);
  return s;
}

// nullptr: always.
Expr AsmLowering::guard(const AsmInstruction& ins) {
  if (!ins.guard) return nullptr;
  const Expr p = l_.truth(value(*ins.guard), loc_);
  return ins.guard->negated ? pool_.logical_not(p) : p;
}

void AsmLowering::execute(const AsmInstruction& ins) {
  if (ins.opcode.empty()) return;
  const Expr cond = guard(ins);
  if (!cond || is_true(cond)) return effect(ins);
  if (is_false(cond)) return;
  const std::vector<Slot> operands = operands_;
  const std::map<std::string, Slot> registers = registers_;
  core::Block block = l_.collect([&] { effect(ins); });
  l_.emit_if(cond, std::move(block), {}, loc_);
  const auto join = [&](Slot& now, const Slot& before) {
    if (!now.value || !before.value) return; // it had none: whoever reads it relies on the guard
    const Value old = reinterpreted(*before.value, now.value->type);
    now.value = l_.select(cond, *now.value, old);
  };
  for (std::size_t i = 0; i < operands_.size(); ++i)
    join(operands_[i], operands[i]);
  for (auto& [name, now] : registers_)
    if (const auto it = registers.find(name); it != registers.end()) join(now, it->second);
}

void AsmLowering::effect(const AsmInstruction& ins) {
  const Instruction i{ins, asm_parts(ins.opcode)};
  if (does_nothing(ins.opcode)) return;
  if (i.key() == "trap" || i.key() == "exit") return l_.emit(core::Exit{}, loc_);
  if (!barrier(i) && !mbarrier(i) && !memory(i) && !compute(i)) not_understood(ins);
}

// Only registers go in and out, and nothing in the name speaks of other threads or of memory.
bool AsmLowering::stays_in_registers(const AsmInstruction& ins) const {
  static const std::set<std::string, std::less<>> others{
      "sync", "aligned", "async", "bar",        "barrier", "mbarrier", "arrive",  "wait", "commit",
      "vote", "match",   "shfl",  "activemask", "ld",      "st",       "atom",    "red",  "cp",
      "tex",  "call",    "brkpt", "bra",        "ret",     "exit",     "volatile"};
  if (ins.args.size() < 2 || !stmt_.clobbers.empty() || stmt_.outputs.empty()) return false;
  const auto is_register = [](const AsmArg& arg) {
    return arg.kind == AsmArg::Kind::name || arg.kind == AsmArg::Kind::operand ||
           arg.kind == AsmArg::Kind::number;
  };
  return std::ranges::all_of(ins.args, is_register) &&
         std::ranges::none_of(asm_parts(ins.opcode),
                              [&](const std::string& part) { return others.contains(part); });
}

void AsmLowering::not_understood(const AsmInstruction& ins) {
  if (stays_in_registers(ins)) return forget(ins.args[0]);
  l_.unsupported("inline assembly: " + ins.text, loc_);
  if (!ins.args.empty()) forget(ins.args[0]);
}

} // namespace heddle::cuda
