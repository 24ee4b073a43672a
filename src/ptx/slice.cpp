#include "ptx/slice.hpp"

#include <algorithm>

namespace heddle::ptx {

namespace {

bool is_memory(Op op) {
  return op == Op::ld || op == Op::st || op == Op::atom || op == Op::red || op == Op::ldmatrix ||
         op == Op::stmatrix;
}

bool is_shared_symbol(const Program& p, const Operand& o) {
  const bool symbol = o.kind == Operand::Kind::symbol ||
                      (o.kind == Operand::Kind::address && o.base == Operand::Kind::symbol);
  return symbol && p.module->variables[o.index].space == Space::shared;
}

class OriginFinder {
public:
  OriginFinder(const Program& p, Slice& out) : p_(p), out_(out) {
    out_.origins.assign(p.registers.size(), 0);
  }

  void run() {
    do {
      changed_ = false;
      for (const Instruction& i : p_.code)
        step(i);
    } while (changed_);
    for (const Instruction& i : p_.code)
      note_store(i);
    for (const Instruction& i : p_.code)
      note_map(i);
  }

private:
  void add(std::uint64_t& to, std::uint64_t bits) {
    changed_ |= (to | bits) != to;
    to |= bits;
  }

  std::uint64_t of_symbol(Index variable) const {
    switch (p_.module->variables[variable].space) {
    case Space::shared:
      return Origins::shared;
    case Space::local:
      return Origins::local;
    case Space::param: {
      const std::vector<Index>& all = p_.kernel->parameters;
      return Origins::parameter(std::ranges::find(all, variable) - all.begin());
    }
    default:
      return Origins::symbol;
    }
  }

  std::uint64_t of(const Operand& o) const {
    if (o.kind == Operand::Kind::symbol) return of_symbol(o.index);
    if (o.kind == Operand::Kind::address && o.base == Operand::Kind::symbol)
      return of_symbol(o.index);
    const Index reg = register_of(o);
    return reg == nowhere ? 0 : out_.origins[reg];
  }

  void step(const Instruction& i) {
    const Opcode& opcode = p_.opcode(i);
    std::uint64_t bits = 0;
    each_operand(p_, i, [&](const Operand& o, bool written) {
      if (!written) bits |= of(o);
    });
    if (opcode.op == Op::st || opcode.op == Op::stmatrix) store(i, opcode);
    if (!opcode.has_result) return;
    if (is_memory(opcode.op)) bits = loaded(i, opcode);
    if (opcode.op == Op::mapa) bits |= Origins::shared;
    if (opcode.op == Op::wgmma || opcode.op == Op::tcgen05) bits = 0; // numbers
    each_operand(p_, i, [&](const Operand& o, bool written) {
      const Index reg = written ? register_of(o) : nowhere;
      if (reg != nowhere && p_.registers[reg].type != Type::pred) add(out_.origins[reg], bits);
    });
  }

  // Pointers may be kept in local and in shared memory.
  std::uint64_t loaded(const Instruction& i, const Opcode& opcode) const {
    const std::uint64_t address = i.operand_count > 1 ? of(p_.operand(i, 1)) : 0;
    std::uint64_t bits = 0;
    if (opcode.space == Space::param) return address;
    if (opcode.space == Space::local ||
        (opcode.space == Space::generic && address & Origins::local))
      bits |= in_local_;
    if (may_be_shared(opcode, address)) bits |= in_shared_;
    return opcode.space == Space::local || opcode.space == Space::shared ? bits
                                                                         : bits | Origins::loaded;
  }

  void store(const Instruction& i, const Opcode& opcode) {
    if (i.operand_count < 2) return;
    const std::uint64_t address = of(p_.operand(i, 0));
    std::uint64_t bits = 0;
    const Operand& data = p_.operand(i, 1);
    if (data.kind == Operand::Kind::vector)
      for (unsigned e = 0; e < data.count; ++e)
        bits |= of(p_.elements[data.index + e]);
    else
      bits = of(data);
    if (opcode.space == Space::local ||
        (opcode.space == Space::generic && address & Origins::local))
      add(in_local_, bits);
    if (may_be_shared(opcode, address)) add(in_shared_, bits);
  }

  void note_store(const Instruction& i) {
    const Opcode& opcode = p_.opcode(i);
    const bool copies = opcode.op == Op::cp_async_bulk && opcode.target == Space::global;
    const bool writes = opcode.op == Op::st || opcode.op == Op::atom || opcode.op == Op::red ||
                        opcode.op == Op::map_change;
    const bool global = opcode.space == Space::global || opcode.space == Space::generic;
    const unsigned at = opcode.op == Op::atom ? 1 : 0;
    if (at >= i.operand_count || !(copies || (writes && global))) return;
    // an address of no origin may be anything
    const std::uint64_t bits = of(p_.operand(i, at));
    out_.stored |= bits ? bits : ~std::uint64_t{0};
  }

  void note_map(const Instruction& i) {
    const Opcode& opcode = p_.opcode(i);
    if (opcode.op != Op::cp_async_tensor) return;
    const unsigned at = opcode.target == Space::shared ? 1 : 0;
    if (at < i.operand_count) out_.maps |= of(p_.operand(i, at)) & out_.stored;
  }

  const Program& p_;
  Slice& out_;
  std::uint64_t in_local_ = 0, in_shared_ = 0;
  bool changed_ = false;
};

class Slicer {
public:
  Slicer(const Program& p, const Flow& flow, Slice& out) : p_(p), flow_(flow), out_(out) {
    out_.needed.assign(p.code.size(), false);
    out_.read.assign(p.registers.size(), false);
    definitions_.resize(p.registers.size());
    for (Index i = 0; i < p.code.size(); ++i)
      each_operand(p, p.code[i], [&](const Operand& o, bool written) {
        if (written && register_of(o) != nowhere) definitions_[register_of(o)].push_back(i);
      });
  }

  void run(bool values) {
    relaxed_ = std::ranges::any_of(p_.code, [&](const Instruction& i) {
      const Opcode& opcode = p_.opcode(i);
      return opcode.op == Op::bar && opcode.bar == BarOp::cluster_arrive && opcode.relaxed;
    });
    if (values) need_shared_contents();
    for (Index i = 0; i < p_.code.size(); ++i)
      if (is_root(p_.code[i])) need(i);
    while (!work_.empty()) {
      const Index i = work_.back();
      work_.pop_back();
      follow(i);
    }
  }

private:
  bool is_root(const Instruction& i) const {
    const Opcode& opcode = p_.opcode(i);
    if (opcode.op == Op::mbarrier) return opcode.mbar != MbarOp::pending_count;
    if (opcode.sets_registers) return true; // whole warpgroups come to it
    if (opcode.wide_fence) return relaxed_; // it stands before a relaxed arrival
    return synchronizes(opcode.op) ||
           (is_memory(opcode.op) && (touches_shared(i) || changes_map(i)));
  }

  const Operand* address(const Instruction& i) const {
    for (unsigned n = 0; n < i.operand_count; ++n)
      if (p_.operand(i, n).kind == Operand::Kind::address) return &p_.operand(i, n);
    return nullptr;
  }
  bool touches_shared(const Instruction& i) const {
    const Operand* at = address(i);
    return at && may_be_shared(p_.opcode(i), address_origins(p_, out_, *at));
  }
  bool changes_map(const Instruction& i) const {
    const Op op = p_.opcode(i).op;
    const Operand* at = address(i);
    return at && (op == Op::st || op == Op::atom || op == Op::red) &&
           address_origins(p_, out_, *at) & out_.maps;
  }
  bool touches_local(const Instruction& i) const {
    const Operand* at = address(i);
    const Space space = p_.opcode(i).space;
    return space == Space::local ||
           (at && space == Space::generic && address_origins(p_, out_, *at) & Origins::local);
  }

  void need(Index i) {
    if (out_.needed[i]) return;
    out_.needed[i] = true;
    work_.push_back(i);
  }

  void need_register(Index reg) {
    if (out_.read[reg]) return;
    out_.read[reg] = true;
    for (Index i : definitions_[reg]) {
      need(i);
      const Op op = p_.opcode(p_.code[i]).op;
      if (!is_memory(op)) continue;
      if (touches_shared(p_.code[i])) need_shared_contents();
      if (touches_local(p_.code[i])) need_local_contents();
    }
  }

  void need_shared_contents() {
    if (out_.shared_contents) return;
    out_.shared_contents = true;
    for (Index i = 0; i < p_.code.size(); ++i)
      if (out_.needed[i]) work_.push_back(i); // now with what they store
  }

  void need_local_contents() {
    if (out_.local_contents) return;
    out_.local_contents = true;
    for (Index i = 0; i < p_.code.size(); ++i)
      if (p_.opcode(p_.code[i]).op == Op::st && touches_local(p_.code[i])) {
        need(i);
        work_.push_back(i);
      }
  }

  // Of an access to memory the data written is needed only where contents are.
  bool is_data(const Instruction& i, unsigned operand) const {
    const Op op = p_.opcode(i).op;
    if (op == Op::st || op == Op::red) return operand >= 1;
    if (op == Op::st_async) return operand == 1;
    if (op == Op::wgmma) // all but descriptors: registers of A, whether D counts
      return operand > 2 || p_.operand(i, operand).kind == Operand::Kind::vector;
    if (op == Op::tcgen05) { // numbers, lanes of D that stay, whether D counts
      const Operand& o = p_.operand(i, operand);
      return o.kind == Operand::Kind::vector ||
             (o.kind == Operand::Kind::reg && p_.registers[o.index].type == Type::pred);
    }
    return op == Op::atom && operand >= 2;
  }

  void follow(Index index) {
    const Instruction& i = p_.code[index];
    if (i.guard != nowhere) need_register(i.guard);
    for (Index block : flow_.blocks[flow_.block_of[index]].decided_by)
      need(flow_.blocks[block].end - 1);
    const bool contents =
        (out_.shared_contents && touches_shared(i)) || (out_.local_contents && touches_local(i));
    const Opcode& opcode = p_.opcode(i);
    for (unsigned n = 0; n < i.operand_count; ++n) {
      if (n == 0 && opcode.has_result) continue;
      const bool numbers = opcode.op == Op::wgmma || opcode.op == Op::tcgen05;
      if (is_data(i, n) && (!contents || numbers)) continue;
      const Operand& o = p_.operand(i, n);
      if (o.kind != Operand::Kind::vector) {
        if (register_of(o) != nowhere) need_register(register_of(o));
      } else {
        for (unsigned e = 0; e < o.count; ++e)
          if (const Index reg = register_of(p_.elements[o.index + e]); reg != nowhere)
            need_register(reg);
      }
    }
  }

  const Program& p_;
  const Flow& flow_;
  Slice& out_;
  bool relaxed_ = false; // some arrival at the barrier of the cluster is
  std::vector<std::vector<Index>> definitions_;
  std::vector<Index> work_;
};

} // namespace

bool may_be_shared(const Opcode& opcode, std::uint64_t origins) {
  if (opcode.space == Space::shared) return true;
  return opcode.space == Space::generic && ((origins & Origins::shared) || origins == 0);
}

std::uint64_t address_origins(const Program& program, const Slice& slice, const Operand& address) {
  if (is_shared_symbol(program, address)) return Origins::shared;
  if (address.base == Operand::Kind::symbol)
    return program.module->variables[address.index].space == Space::local ? Origins::local
                                                                          : Origins::symbol;
  const Index reg = register_of(address);
  return reg == nowhere ? 0 : slice.origins[reg];
}

Slice slice(const Program& program, const Flow& flow, bool values) {
  Slice out;
  OriginFinder(program, out).run();
  Slicer(program, flow, out).run(values);
  return out;
}

} // namespace heddle::ptx
