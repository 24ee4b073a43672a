#include "ptx/micro.hpp"

#include <algorithm>
#include <functional>

namespace heddle::ptx {
namespace {

struct Malformed {
  std::string message;
  Index instruction;
};

struct Shape {
  unsigned sources = 0; // at least
  unsigned addresses = 0;
};

Shape tensor_shape(TensorOp op) {
  switch (op) {
  case TensorOp::alloc:
  case TensorOp::copy:
    return {1, 1};
  case TensorOp::dealloc:
    return {2, 0};
  case TensorOp::load:
  case TensorOp::store:
  case TensorOp::commit:
  case TensorOp::shift:
    return {0, 1};
  case TensorOp::product:
    return {2, 1};
  case TensorOp::relinquish:
  case TensorOp::wait_load:
  case TensorOp::wait_store:
  case TensorOp::fence_before:
  case TensorOp::fence_after:
    break;
  }
  return {};
}

// Operands that an instruction must have beside its result.
Shape shape(const Opcode& opcode) {
  switch (opcode.op) {
  case Op::abs:
  case Op::bfind:
  case Op::brev:
  case Op::clz:
  case Op::cnot:
  case Op::neg:
  case Op::not_:
  case Op::popc:
  case Op::cvt:
  case Op::cvta:
  case Op::getctarank:
  case Op::isspacep:
  case Op::brx:
    return {1, 0};
  case Op::add:
  case Op::sub:
    return {opcode.carry_in ? 3U : 2U, 0};
  case Op::bmsk:
  case Op::div:
  case Op::mapa:
  case Op::max:
  case Op::min:
  case Op::mul:
  case Op::mul24:
  case Op::and_:
  case Op::or_:
  case Op::xor_:
  case Op::rem:
  case Op::shl:
  case Op::shr:
  case Op::szext:
  case Op::set:
  case Op::setp:
    return {2, 0};
  case Op::bfe:
  case Op::dp2a:
  case Op::dp4a:
  case Op::fma:
  case Op::fns:
  case Op::mad24:
  case Op::prmt:
  case Op::sad:
  case Op::shf:
  case Op::selp:
  case Op::slct:
    return {3, 0};
  case Op::mad:
    return {opcode.carry_in ? 4U : 3U, 0};
  case Op::bfi:
  case Op::lop3:
    return {4, 0};
  case Op::shfl:
    return {opcode.text.starts_with("shfl.sync") ? 4U : 3U, 0};
  case Op::vote:
  case Op::redux:
  case Op::match:
    return {opcode.text.find("sync") != std::string::npos ? 2U : 1U, 0};
  case Op::elect:
  case Op::bar_warp:
    return {1, 0};
  case Op::bar:
    return {is_of_cluster(opcode.bar) ? 0U : opcode.bar == BarOp::sync ? 1U : 2U, 0};
  case Op::ld:
  case Op::st:
  case Op::ldmatrix:
  case Op::stmatrix:
  case Op::cp_async_mbarrier:
    return {0, 1};
  case Op::atom:
    return {opcode.mode == Mode::cas ? 2U : 1U, 1};
  case Op::red:
    return {1, 1};
  case Op::st_bulk:
    return {1, 1};
  case Op::map_change:
    return opcode.text.starts_with("tensormap.cp") ? Shape{1, 2} : Shape{1, 1};
  case Op::map_fence:
    return opcode.text.find("acquire") != std::string::npos ? Shape{1, 1} : Shape{0, 0};
  case Op::st_async:
    return {0, 2};
  case Op::cp_async:
  case Op::cp_async_bulk:
    return {1, 2};
  case Op::cp_async_tensor:
    return {0, opcode.target == Space::shared ? 3U : 2U};
  case Op::cp_async_wait:
    return {opcode.mode == Mode::all ? 0U : 1U, 0};
  case Op::cp_async_bulk_wait:
  case Op::wgmma_wait:
    return {1, 0};
  case Op::wgmma:
    return {2, 0};
  case Op::tcgen05:
    return tensor_shape(opcode.tensor);
  case Op::mbarrier:
    if (opcode.mbar == MbarOp::pending_count) return {1, 0};
    return {opcode.mbar == MbarOp::arrive || opcode.mbar == MbarOp::arrive_drop
                ? (opcode.expect_tx ? 1U : 0U)
                : (opcode.mbar == MbarOp::inval ? 0U : 1U),
            1};
  default:
    return {};
  }
}

class Compiler {
public:
  Compiler(const Program& p, const Flow& flow, const Slice& slice)
      : p_(p), flow_(flow), slice_(slice), slots_(p.registers.size(), no_slot) {}

  Code run() {
    if (const auto wrong = lay_out(p_, out_.layout)) throw Malformed{*wrong, nowhere};
    std::vector<Index> start(flow_.blocks.size() + 1);
    for (Index b = 0; b < flow_.blocks.size(); ++b) {
      start[b] = static_cast<Index>(out_.micros.size());
      block(flow_.blocks[b], b);
    }
    start.back() = static_cast<Index>(out_.micros.size());
    for (Micro& m : out_.micros) {
      if (m.target != nowhere) m.target = start[m.target];
      if (m.meets != nowhere) m.meets = start[m.meets];
    }
    for (Index& target : out_.targets)
      target = start[target];
    return std::move(out_);
  }

private:
  void block(const Block& block, Index number) {
    for (Index i = block.begin; i < block.end; ++i) {
      const bool branches = i + 1 == block.end && block.successors.size() > 1;
      if (!slice_.needed[i] && !branches) {
        const Op op = p_.opcode(p_.code[i]).op;
        if (op != Op::bra && op != Op::brx) continue;
        if (block.successors.size() == 1 && block.successors[0] == number + 1) continue;
      }
      Micro m = branches && !slice_.needed[i] ? skip(i) : micro(i);
      if (!slice_.needed[i]) m.guard = no_slot; // goes to one place either way
      m.meets = block.meets;
      out_.micros.push_back(m);
    }
  }

  Micro skip(Index i) {
    Micro m;
    m.op = Op::bra;
    m.skips = true;
    m.instruction = i;
    m.opcode = &p_.opcode(p_.code[i]);
    return m;
  }

  Micro micro(Index index) {
    at_ = index;
    const Instruction& i = p_.code[index];
    Micro m;
    m.opcode = &p_.opcode(i);
    m.op = m.opcode->op;
    m.instruction = index;
    m.seed = std::hash<std::string>{}(m.opcode->text) | 1;
    if (i.guard != nowhere) m.guard = slot(i.guard);
    m.guard_negated = i.guard_negated;
    if (m.op == Op::call) library_call(m, i);
    if (m.op == Op::bra || m.op == Op::brx)
      branch(m, i);
    else
      operands(m, i);
    return m;
  }

  // Functions of the device's library that touch nothing which matters here. Of their results
  // nothing is known.
  void library_call(Micro& m, const Instruction& i) const {
    for (unsigned n = 0; n < i.operand_count; ++n) {
      const Operand& o = p_.operand(i, n);
      if (o.kind != Operand::Kind::function) continue;
      const std::string& name = p_.module->names[o.index];
      if (name == "vprintf" || name == "free") m.op = Op::nothing;
      if (name == "__assertfail") m.op = Op::trap;
    }
  }

  // ---- operands ---------------------------------------------------------------------------------

  void branch(Micro& m, const Instruction& i) {
    each_operand(p_, i, [&](const Operand& o, bool) {
      if (o.kind != Operand::Kind::label) return;
      if (m.op == Op::bra) m.target = flow_.block_of[o.index];
      out_.targets.push_back(flow_.block_of[o.index]);
      ++m.count;
    });
    m.first = static_cast<Index>(out_.targets.size()) - m.count;
    if (m.count == 0 || (m.op == Op::bra && m.count != 1))
      throw Malformed{"a branch without a label", at_};
    if (m.op == Op::brx) m.source[m.sources++] = source(p_.operand(i, 0), Type::u32);
  }

  void operands(Micro& m, const Instruction& i) {
    unsigned addresses = 0;
    // barriers and calls take their operands as they stand
    const bool call = m.opcode->op == Op::call || m.op == Op::unsupported;
    if (reads_changing(i)) m.op = Op::opaque;
    for (unsigned n = 0; n < i.operand_count && !call; ++n) {
      const Operand& o = p_.operand(i, n);
      if (n == 0 && m.opcode->has_result)
        result(m, o);
      else if (o.kind == Operand::Kind::address)
        address(m, o, addresses++);
      else if (o.kind == Operand::Kind::vector)
        data(m, o);
      else if (is_value(o))
        value(m, o, n);
      else if (o.kind != Operand::Kind::none)
        throw Malformed{"an operand that has no value", at_};
    }
    check(m, addresses);
  }

  // Clocks and their like differ each time that they are read.
  bool reads_changing(const Instruction& i) const {
    const bool computes = p_.opcode(i).op < Op::ld; // the first of those that do not
    const auto* first = p_.operands.data() + i.operands;
    return computes && std::any_of(first, first + i.operand_count, [](const Operand& o) {
             return o.kind == Operand::Kind::special &&
                    static_cast<Special>(o.index) == Special::other;
           });
  }

  static bool is_value(const Operand& o) {
    return o.kind == Operand::Kind::reg || o.kind == Operand::Kind::imm ||
           o.kind == Operand::Kind::special || o.kind == Operand::Kind::symbol;
  }

  void check(const Micro& m, unsigned addresses) const {
    const Shape wanted = shape(*m.opcode);
    const bool data = m.op == Op::st || m.op == Op::stmatrix || m.op == Op::mov || m.op == Op::ld ||
                      m.op == Op::ldmatrix || m.op == Op::atom || m.op == Op::red ||
                      m.op == Op::wgmma || m.op == Op::tcgen05 || m.op == Op::st_async;
    unsigned sources = m.sources + (m.op != Op::ld && m.op != Op::mov ? m.count : 0U);
    if (m.op == Op::st || m.op == Op::stmatrix) sources = std::max(sources, 1U) - 1;
    const bool moves = m.op == Op::mov && m.sources == 0 && m.count == 0;
    const bool stores = m.op == Op::st && m.sources == 0 && m.count == 0;
    if (sources < wanted.sources || addresses < wanted.addresses || moves || stores)
      throw Malformed{"too few operands", at_};
    if (m.count > 0 && !data && m.op != Op::opaque && m.op != Op::pure && m.op != Op::mapa)
      throw Malformed{"unexpected list of operands", at_};
  }

  void result(Micro& m, const Operand& o) {
    const bool two = m.op == Op::setp || m.op == Op::set || m.op == Op::shfl || m.op == Op::match ||
                     m.op == Op::elect || m.opcode->carry_out;
    const Operand& first = o.kind == Operand::Kind::vector && o.count ? p_.elements[o.index] : o;
    if (first.kind == Operand::Kind::reg)
      m.result_size = static_cast<std::uint8_t>(size_of(p_.registers[first.index].type));
    if (o.kind == Operand::Kind::reg) {
      m.result = slot(o.index);
    } else if (o.kind == Operand::Kind::vector && two && o.count == 2) {
      m.result = slot_or_none(p_.elements[o.index]);
      m.second_result = slot_or_none(p_.elements[o.index + 1]);
    } else if (o.kind == Operand::Kind::vector && !two) {
      m.first = static_cast<Index>(out_.lists.size());
      m.count = o.count;
      for (unsigned e = 0; e < o.count; ++e)
        out_.lists.push_back(slot_or_none(p_.elements[o.index + e]));
    } else if (o.kind == Operand::Kind::address && m.op == Op::mbarrier) {
      address(m, o, 0); // an arrival without a state
    } else if (o.kind != Operand::Kind::none) {
      throw Malformed{"a result that is no register", at_};
    }
  }

  Slot slot_or_none(const Operand& o) {
    if (o.kind == Operand::Kind::none) return no_slot;
    if (o.kind != Operand::Kind::reg) throw Malformed{"a result that is no register", at_};
    return slot(o.index);
  }

  void address(Micro& m, const Operand& o, unsigned n) {
    if (n >= m.base.size()) throw Malformed{"too many addresses", at_};
    if (n == 0) m.origins = address_origins(p_, slice_, o);
    m.offset[n] = o.value;
    if (o.base == Operand::Kind::none) {
      m.base[n] = constant(0);
    } else if (o.base == Operand::Kind::symbol) {
      m.base[n] = placed(o.index, 0);
    } else if (o.base == Operand::Kind::reg) {
      m.base[n] = slot(o.index);
    } else {
      throw Malformed{"an address that is no memory", at_};
    }
  }

  void data(Micro& m, const Operand& o) {
    // their results are unknown as it is
    if (m.op == Op::pure || m.op == Op::opaque || m.op == Op::wgmma || m.op == Op::tcgen05) return;
    if (m.count > 0) throw Malformed{"two lists of operands", at_};
    m.first = static_cast<Index>(out_.lists.size());
    m.count = o.count;
    for (unsigned e = 0; e < o.count; ++e) {
      const Operand& element = p_.elements[o.index + e];
      if (element.kind != Operand::Kind::none && !is_value(element))
        throw Malformed{"an operand that has no value", at_};
      out_.lists.push_back(element.kind == Operand::Kind::none ? constant(0)
                                                               : source(element, m.opcode->type));
    }
  }

  // The type that a literal operand is cut to.
  static Type literal_type(const Opcode& opcode, unsigned operand) {
    const bool wide = opcode.mode == Mode::wide && (opcode.op == Op::mad) && operand == 3;
    if (wide) return Type::b64;
    if (opcode.op == Op::cvt || opcode.op == Op::set) return opcode.source;
    if (opcode.op == Op::cvta && opcode.type == Type::none) return Type::b64;
    const bool shift = opcode.op == Op::shl || opcode.op == Op::shr || opcode.op == Op::bfe ||
                       opcode.op == Op::bfi;
    if (shift && operand >= 2 && (opcode.op != Op::bfi || operand >= 3)) return Type::u32;
    return opcode.type;
  }

  void value(Micro& m, const Operand& o, unsigned n) {
    if (m.sources >= m.source.size()) {
      if (m.op == Op::pure || m.op == Op::opaque || m.op == Op::cp_async_bulk ||
          m.op == Op::wgmma || m.op == Op::tcgen05)
        return;
      if (m.op == Op::lop3) return; // a predicate of the .BoolOp form
      throw Malformed{"too many operands", at_};
    }
    m.negated[m.sources] = o.negated;
    m.source[m.sources++] = source(o, literal_type(*m.opcode, n));
  }

  Slot source(const Operand& o, Type type) {
    switch (o.kind) {
    case Operand::Kind::reg:
      return slot(o.index);
    case Operand::Kind::special:
      return special(static_cast<Special>(o.index));
    case Operand::Kind::symbol:
      return placed(o.index, static_cast<std::uint64_t>(o.value));
    default: {
      const unsigned size = size_of(type);
      const auto bits = static_cast<std::uint64_t>(o.value);
      return constant(size == 0 || size >= 8 ? bits : bits & ((std::uint64_t{1} << 8 * size) - 1));
    }
    }
  }

  // The address of a variable, and so many bytes.
  Slot placed(Index variable, std::uint64_t offset) {
    const std::uint64_t at = symbol(variable) + offset;
    if (p_.module->variables[variable].space != Space::shared || !p_.kernel->cluster)
      return constant(at);
    for (const auto& [slot, known] : out_.own_addresses)
      if (known == at) return slot;
    out_.own_addresses.emplace_back(out_.registers, at);
    return out_.registers++;
  }

  std::uint64_t symbol(Index variable) const {
    const Variable& v = p_.module->variables[variable];
    if (v.space == Space::param) {
      const std::vector<Index>& all = p_.kernel->parameters;
      const auto at = std::ranges::find(all, variable);
      return Layout::parameter_window + static_cast<std::uint64_t>(at - all.begin()) * 65536;
    }
    const auto found = out_.layout.address.find(variable);
    if (found == out_.layout.address.end()) throw Malformed{"an operand that has no value", at_};
    return found->second;
  }

  // ---- the register file ------------------------------------------------------------------------

  Slot slot(Index reg) {
    if (slots_[reg] == no_slot) slots_[reg] = out_.registers++;
    return slots_[reg];
  }

  Slot special(Special which) {
    for (const auto& [slot, known] : out_.specials)
      if (known == which) return slot;
    out_.specials.emplace_back(out_.registers, which);
    return out_.registers++;
  }

  Slot constant(std::uint64_t bits) {
    const auto [at, inserted] =
        constants_.emplace(bits, static_cast<Slot>(out_.constants.size()) | constant_bit);
    if (!inserted) return at->second;
    Reg reg;
    reg.value.fill(bits);
    reg.known = ~Mask{0};
    out_.constants.push_back(reg);
    return at->second;
  }

  const Program& p_;
  const Flow& flow_;
  const Slice& slice_;
  Code out_;
  std::vector<Slot> slots_;
  std::map<std::uint64_t, Slot> constants_;
  Index at_ = nowhere;
};

} // namespace

std::optional<Code> compile(const Program& program, const Flow& flow, const Slice& slice,
                            std::uint32_t file, Ctx& ctx) {
  try {
    return Compiler(program, flow, slice).run();
  } catch (const Malformed& e) {
    Loc loc{file, program.kernel->line, program.kernel->column};
    if (e.instruction != nowhere) {
      const Instruction& i = program.code[e.instruction];
      loc = {file, i.line, i.column};
    }
    ctx.report(Severity::error, loc, e.message);
    return std::nullopt;
  }
}

} // namespace heddle::ptx
