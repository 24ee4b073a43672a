// Inline assembly: operands and registers.
#include "cuda/lower/asm/asm.hpp"

#include "cuda/parse/percents.hpp"

#include <llvm/IR/InlineAsm.h>

#include <algorithm>

namespace heddle::cuda {

namespace {

const llvm::InlineAsm& assembly_of(const llvm::CallBase& call) {
  return *llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
}

} // namespace

// { .reg .u64 a; cvta.to.shared.u64 a, $1; cvt.u32.u64 $0, a; }
const llvm::Value* address_moved_by(const llvm::CallBase& call) {
  const llvm::InlineAsm& assembly = assembly_of(call);
  if (!call.getType()->isIntegerTy() || call.arg_size() != 1) return nullptr;
  const auto parsed = parse_asm(std::string(assembly.getAsmString()));
  if (!parsed) return nullptr;
  std::set<std::string> holds{"1"}; // the input
  for (const AsmInstruction& ins : *parsed) {
    const std::string key = ins.opcode.substr(0, ins.opcode.find('.'));
    const bool moves =
        key == "mov" || key == "cvta" || ins.opcode == "cvt.u32.u64" || ins.opcode == "cvt.u64.u32";
    if (!moves || ins.guard || !ins.labels.empty() || ins.args.size() != 2 ||
        !holds.contains(ins.args[1].name))
      return nullptr;
    holds.insert(ins.args[0].name);
  }
  return holds.contains("0") ? call.getArgOperand(0) : nullptr;
}

// A call of __heddle::cluster_map(address, rank), or mapa{.shared::cluster}.type $0, $1, $2 alone.
std::optional<MappedAddress> mapped_by(const llvm::CallBase& call) {
  if (call.arg_size() != 2) return std::nullopt;
  const MappedAddress mapped{call.getArgOperand(0), call.getArgOperand(1)};
  if (!call.isInlineAsm()) {
    const llvm::Function* f = call.getCalledFunction();
    const bool maps = f && f->getName().starts_with("_ZN8__heddle11cluster_map");
    return maps ? std::optional(mapped) : std::nullopt;
  }
  const auto parsed = parse_asm(std::string(assembly_of(call).getAsmString()));
  if (!parsed || parsed->size() != 1) return std::nullopt;
  const AsmInstruction& ins = parsed->front();
  const bool maps = ins.opcode.starts_with("mapa.") && !ins.guard && ins.args.size() == 3 &&
                    ins.args[0].name == "0" && ins.args[1].name == "1" && ins.args[2].name == "2";
  return maps ? std::optional(mapped) : std::nullopt;
}

bool waits_for_grid(const llvm::CallBase& assembly) {
  const std::string text(assembly_of(assembly).getAsmString());
  if (text.find("griddepcontrol") == std::string::npos) return false;
  const auto parsed = parse_asm(text);
  return parsed &&
         std::ranges::any_of(*parsed,
                             [](const AsmInstruction& i) {
                               return i.opcode == "griddepcontrol.wait" && !i.guard;
                             }) &&
         std::ranges::none_of(*parsed, [](const AsmInstruction& i) { // jumps past it
           return i.opcode.starts_with("bra");
         });
}

std::optional<Type> asm_type(const std::string& suffix) {
  if (suffix == "pred") return Type::boolean();
  if (suffix == "f16" || suffix == "bf16") return Type::opaque(16);
  if (suffix == "f32") return Type::opaque(32);
  if (suffix == "f64") return Type::opaque(64);
  for (const unsigned width : {8u, 16u, 32u, 64u}) {
    const std::string digits = std::to_string(width);
    if (suffix == "u" + digits || suffix == "b" + digits) return Type::integer(width, false);
    if (suffix == "s" + digits) return Type::integer(width, true);
  }
  return std::nullopt;
}

AsmLowering::AsmLowering(Lowering& lowering, const llvm::CallBase& call)
    : l_(lowering), pool_(lowering.pool_), call_(call), text_(assembly_of(call).getAsmString()) {}

void AsmLowering::run() {
  const auto parsed = parse_asm(text_);
  read_operands();
  if (!parsed) {
    std::string text = with_percents(text_);
    std::ranges::replace(text, '$', '%');
    l_.unsupported("inline assembly: " + text, call_);
    for (std::size_t i = 0; i < outputs_; ++i)
      operands_[i] = Slot{};
  } else {
    for (std::size_t i = 0; i < parsed->size();) {
      const std::size_t spun = passed_.empty() ? spin_length(*parsed, i) : 0;
      if (!spun) land((*parsed)[i]);
      l_.as_operation([&] {
        if (spun)
          spin((*parsed)[i]);
        else if (!pass(*parsed, i))
          execute((*parsed)[i]);
      });
      i += std::max<std::size_t>(spun, 1);
    }
  }
  write_outputs();
}

// A jump to what stands behind it: what is in between is under the condition that it is not taken.
bool AsmLowering::pass(const std::vector<AsmInstruction>& all, std::size_t at) {
  const AsmInstruction& jump = all[at];
  if (!jump.opcode.starts_with("bra") || jump.args.size() != 1) return false;
  const auto has_label = [&](const AsmInstruction& ins) {
    return std::ranges::count(ins.labels, jump.args[0].name) != 0;
  };
  if (std::none_of(all.begin() + static_cast<std::ptrdiff_t>(at) + 1, all.end(), has_label))
    return false;
  const Expr taken = guard(jump);
  passed_.emplace_back(jump.args[0].name, taken ? taken : pool_.boolean(true));
  return true;
}

// Jumps to here end.
void AsmLowering::land(const AsmInstruction& ins) {
  std::erase_if(passed_,
                [&](const auto& jump) { return std::ranges::count(ins.labels, jump.first) != 0; });
}

// The address is followed from a pointer through conversions and sums.
AsmLowering::Value AsmLowering::given(const llvm::Value& v) {
  Value value;
  value.source = &v;
  if (l_.is_address(v)) value.address = l_.pointer(v);
  if (v.getType()->isPointerTy())
    value.scalar = l_.address_value(*value.address, Type::u64());
  else if (v.getType()->isSingleValueType() && !v.getType()->isVectorTy())
    value.scalar = l_.scalar(v);
  return value;
}

// As constraints have them: outputs, inputs, then inputs that are outputs as well, by number.
void AsmLowering::read_operands() {
  unsigned next = 0;
  for (const auto& c : assembly_of(call_).ParseConstraints()) {
    const std::string code = c.Codes.empty() ? std::string() : std::string(c.Codes[0]);
    if (c.Type == llvm::InlineAsm::isClobber) {
      clobbers_memory_ |= code == "{memory}";
      continue;
    }
    Slot slot;
    const bool direct = c.Type == llvm::InlineAsm::isOutput && !c.isIndirect;
    if (!direct && next < call_.arg_size()) {
      const llvm::Value& v = *call_.getArgOperand(next++);
      slot.value = given(v);
      if (c.isIndirect) clobbers_memory_ = true;
      const bool tied = !code.empty() && code.find_first_not_of("0123456789") == code.npos;
      if (tied) operands_.at(std::stoul(code)).value = slot.value;
    }
    outputs_ += direct;
    operands_.push_back(std::move(slot));
  }
}

void AsmLowering::write_outputs() {
  if (call_.getType()->isVoidTy()) return;
  auto* parts = llvm::dyn_cast<llvm::StructType>(call_.getType());
  for (unsigned i = 0; i < outputs_; ++i)
    write_output(operands_[i], parts ? parts->getElementType(i) : call_.getType(), i);
}

void AsmLowering::write_output(Slot& slot, llvm::Type* type, unsigned index) {
  if (type->isPointerTy() || !type->isSingleValueType() || type->isVectorTy()) return;
  const bool alone = !call_.getType()->isStructTy();
  const Type as = alone ? l_.type_of(call_) : l_.type_of(type, false);
  Expr e = slot.value.scalar ? reinterpreted(slot.value.scalar, as) : nullptr;
  if (!e) e = unknown(as, slot.value.sharing);
  if (alone) return l_.define(call_, e);
  l_.results_[{&call_, index}] = e;
}

// Registers have bits; the types are those of who uses them.
Expr AsmLowering::reinterpreted(Expr e, Type to) {
  if (!e || e->type == to) return e;
  if (e->type.is_int() && to.is_int()) return pool_.cast(e, to);
  if (e->type.is_bool() || to.is_bool() || e->type.width != to.width) return nullptr;
  return l_.pure("bits", to, {e});
}

Expr AsmLowering::unknown(Type type, Scope sharing) {
  return l_.havoc(type, call_, "the result of inline assembly", sharing);
}

AsmLowering::Slot& AsmLowering::slot(const AsmArg& arg) {
  if (arg.kind == AsmArg::Kind::operand) {
    const auto i = static_cast<std::size_t>(arg.number);
    if (i < operands_.size()) return operands_[i];
  }
  return registers_[arg.name];
}

AsmLowering::Value AsmLowering::value(const AsmArg& arg) {
  if (arg.kind == AsmArg::Kind::number) return {pool_.constant(arg.number, Type::i64()), {}};
  const bool own = registers_.contains(arg.name); // .reg .pred %p;
  if (arg.kind == AsmArg::Kind::name && arg.name.starts_with('%') && !own)
    return special_register(arg.name.substr(1));
  if (arg.kind == AsmArg::Kind::name || arg.kind == AsmArg::Kind::operand) return slot(arg).value;
  return {};
}

Expr AsmLowering::number(const AsmArg& arg, Type type) {
  const Value v = value(arg);
  const Expr e = v.scalar ? reinterpreted(v.scalar, type) : nullptr;
  return e ? e : unknown(type, v.sharing);
}

void AsmLowering::set(const AsmArg& to, Value v) {
  if (to.kind == AsmArg::Kind::name && to.name == "_") return;
  if (to.kind != AsmArg::Kind::name && to.kind != AsmArg::Kind::operand) return forget(to);
  slot(to) = {std::move(v), true};
}

void AsmLowering::forget(const AsmArg& to, Scope sharing) {
  for (const AsmArg& item : to.items)
    forget(item, sharing);
  if (to.kind != AsmArg::Kind::name && to.kind != AsmArg::Kind::operand) return;
  Value nothing;
  nothing.sharing = sharing;
  slot(to) = {nothing, true};
}

// %lanemask_lt and its like; nullptr: another register.
Expr AsmLowering::lane_mask(const std::string& name) {
  if (!name.starts_with("lanemask_")) return nullptr;
  const std::string which = name.substr(9);
  const auto number = [&](std::int64_t n) { return pool_.constant(n, Type::u32()); };
  const Expr one = pool_.shl(number(1), l_.lane());
  const Expr before = pool_.sub(one, number(1));
  const Expr up_to = pool_.sub(pool_.shl(number(2), l_.lane()), number(1));
  if (which == "eq") return one;
  if (which == "lt") return before;
  if (which == "le") return up_to;
  if (which == "ge") return pool_.bit_not(before);
  return which == "gt" ? pool_.bit_not(up_to) : nullptr;
}

AsmLowering::Value AsmLowering::special_register(const std::string& name) {
  const std::map<std::string, const std::array<SymbolId, 3>*> vectors{
      {"tid", &l_.kernel_.thread_index},
      {"ntid", &l_.kernel_.block_dim},
      {"ctaid", &l_.kernel_.block_index},
      {"nctaid", &l_.kernel_.grid_dim}};
  const std::size_t dot = name.find('.');
  const std::size_t axis = dot == name.npos ? 3 : std::string("xyz").find(name.substr(dot + 1));
  if (const auto it = vectors.find(name.substr(0, dot)); it != vectors.end() && axis < 3) {
    auto& axes = name.find("cta") == name.npos ? l_.kernel_.block_axes : l_.kernel_.grid_axes;
    axes = static_cast<std::uint8_t>(axes | 1u << axis);
    return {pool_.symbol_ref((*it->second)[axis]), {}};
  }
  if (name == "laneid") return {l_.lane(), {}};
  if (const Expr mask = lane_mask(name)) return {mask, {}};
  if (const Expr number = l_.cluster_register(name.substr(0, dot), axis)) return {number, {}};
  // A warp's number is one that the hardware gives, and may change.
  const bool of_warp = name == "warpid" || name == "smid" || name == "nsmid" || name == "nwarpid";
  Scope sharing = of_warp ? Scope::warp : Scope::thread;
  if (name.starts_with("cluster")) sharing = Scope::block; // of a cluster whose shape is not known
  if (name.ends_with("smem_size") || name == "gridid") sharing = Scope::grid;
  const Type type = name.ends_with("64") || name == "globaltimer" ? Type::u64() : Type::u32();
  return {l_.havoc(type, call_, "the special register %" + name, sharing), {}};
}

std::string AsmLowering::spelled(const Value& v) {
  if (v.address && v.address->targets.size() == 1 &&
      l_.targets_[v.address->targets[0]].kind == Target::Kind::array) {
    const std::string name = l_.kernel_.arrays[l_.targets_[v.address->targets[0]].array].name;
    const auto offset = constant_value(v.address->offset);
    return offset == std::optional<std::int64_t>(0)
               ? name
               : name + " + " + to_string(pool_, v.address->offset);
  }
  return v.scalar ? to_string(pool_, v.scalar) : "?";
}

std::string AsmLowering::spelled(const AsmArg& arg) {
  if (arg.kind == AsmArg::Kind::number) return std::to_string(arg.number);
  if (arg.kind == AsmArg::Kind::operand) return spelled(slot(arg).value);
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

void Lowering::lower_asm(const llvm::CallBase& call) { AsmLowering(*this, call).run(); }

} // namespace heddle::cuda
