// core -> flat instructions. Expressions of one statement share temporaries.
#include "core/interpreter/interpreter_program.hpp"
#include "core/pure.hpp"
#include "core/visit.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <optional>

namespace heddle::core::interp {

namespace {

// Names that the source has not: "t12".
bool is_temporary(const std::string& name) {
  return name.size() > 1 && name.front() == 't' &&
         name.find_first_not_of("0123456789", 1) == std::string::npos;
}

std::uint32_t count_loops(const Block& block) {
  std::uint32_t n = 0;
  for_each_statement(block, [&](const Stmt& s) { n += std::holds_alternative<Loop>(s.node); });
  return n;
}

Code code_of(Op op) {
  switch (op) {
  case Op::constant:
  case Op::symbol:
    return Code::copy;
  case Op::apply:
    return Code::apply;
  case Op::add:
    return Code::add;
  case Op::sub:
    return Code::sub;
  case Op::mul:
    return Code::mul;
  case Op::div:
    return Code::div;
  case Op::rem:
    return Code::rem;
  case Op::bit_and:
    return Code::bit_and;
  case Op::bit_or:
    return Code::bit_or;
  case Op::bit_xor:
    return Code::bit_xor;
  case Op::bit_not:
    return Code::bit_not;
  case Op::shl:
    return Code::shl;
  case Op::shr:
    return Code::shr;
  case Op::cast:
    return Code::cast;
  case Op::eq:
    return Code::eq;
  case Op::lt:
    return Code::lt;
  case Op::le:
    return Code::le;
  case Op::logical_not:
    return Code::logical_not;
  case Op::logical_and:
    return Code::logical_and;
  case Op::logical_or:
    return Code::logical_or;
  case Op::ite:
    return Code::ite;
  }
  assert(false);
  return Code::copy;
}

class Compiler {
public:
  Compiler(const Kernel& kernel, const Slice* slice)
      : kernel_(kernel), slice_(slice), pool_(*kernel.pool) {
    out_.kernel = &kernel;
  }

  Program run() {
    copies_ = reporting_copies(kernel_);
    own_slots();
    join_aliases();
    for (const Assumption& a : kernel_.assumptions) {
      begin({{}, a.loc, 0});
      const Slot slot = fresh();
      emit({Code::copy, a.cond->type, {}, slot, expression(a.cond)});
      out_.assumptions.push_back(slot);
    }
    out_.entry = here();
    block(kernel_.body);
    loc_ = kernel_.loc;
    emit({Code::finish, {}, {}});
    share_slots(out_);
    return std::move(out_);
  }

private:
  struct Target {
    std::vector<std::uint32_t> breaks, continues; // jumps to patch
  };

  void own_slots() {
    for (SymbolId s : kernel_.thread_index)
      symbols_[s] = fresh();
    for (SymbolId s : kernel_.block_index)
      symbols_[s] = fresh();
    for (VarId v : kernel_.vars)
      symbols_[v] = fresh();
    next_counter_ = out_.slots;
    out_.slots += count_loops(kernel_.body);
    out_.own_slots = out_.slots;
  }

  void join_aliases() {
    cell_array_.resize(kernel_.arrays.size());
    std::iota(cell_array_.begin(), cell_array_.end(), 0u);
    for (const auto& [a, b] : kernel_.aliases) {
      if (kernel_.arrays[a].space != kernel_.arrays[b].space) continue;
      const ArrayId from = cell_array_[a], to = cell_array_[b];
      for (ArrayId& c : cell_array_)
        if (c == from) c = to;
    }
    out_.written.resize(kernel_.arrays.size());
  }

  Slot fresh() { return out_.slots++; }
  std::uint32_t here() const { return static_cast<std::uint32_t>(out_.code.size()); }
  std::uint32_t emit(Instr instr) {
    out_.code.push_back(instr);
    out_.locs.push_back(loc_);
    out_.calls.push_back(call_);
    return here() - 1;
  }
  void patch(const std::vector<std::uint32_t>& jumps) {
    for (std::uint32_t j : jumps)
      out_.code[j].extra = here();
  }
  std::uint32_t note(std::string text) {
    out_.notes.push_back(std::move(text));
    return static_cast<std::uint32_t>(out_.notes.size() - 1);
  }

  // Expressions before a statement must be computed anew for the next one.
  void begin(const Stmt& s) {
    loc_ = s.loc;
    call_ = s.call;
    computed_.clear();
    used_temporaries_ = 0;
  }

  Slot temporary() {
    if (used_temporaries_ == temporaries_.size()) temporaries_.push_back(fresh());
    return temporaries_[used_temporaries_++];
  }

  // Iterative postorder: expressions may be deep.
  Slot expression(Expr root) {
    std::vector<Expr> work{root};
    while (!work.empty()) {
      Expr e = work.back();
      if (find(e)) {
        work.pop_back();
        continue;
      }
      const std::size_t before = work.size();
      for (Expr a : e->args)
        if (!find(a)) work.push_back(a);
      if (work.size() > before) continue;
      work.pop_back();
      compute(e);
    }
    return *find(root);
  }

  std::optional<Slot> find(Expr e) const {
    const auto& table = e->op == Op::constant ? constants_ : computed_;
    if (e->op == Op::symbol) {
      const auto it = symbols_.find(static_cast<SymbolId>(e->value));
      return it == symbols_.end() ? std::nullopt : std::optional(it->second);
    }
    const auto it = table.find(e);
    return it == table.end() ? std::nullopt : std::optional(it->second);
  }

  void compute(Expr e) {
    if (e->op == Op::constant) {
      const Slot slot = fresh();
      constants_[e] = slot;
      out_.constants.push_back({slot, e->value});
      return;
    }
    if (e->op == Op::symbol) {
      const Slot slot = fresh();
      symbols_[static_cast<SymbolId>(e->value)] = slot;
      out_.launch_symbols.push_back({slot, static_cast<SymbolId>(e->value)});
      return;
    }
    const Type from = e->args.empty() ? Type{} : e->args[0]->type;
    const bool compares = e->op == Op::eq || e->op == Op::lt || e->op == Op::le;
    Instr instr{code_of(e->op), compares ? from : e->type, from};
    auto arg = [&](std::size_t i) { return i < e->args.size() ? *find(e->args[i]) : no_slot; };
    instr.a = arg(0);
    instr.b = arg(1);
    instr.c = arg(2);
    if (e->op == Op::apply && part_of_vector(e, instr)) return;
    if (e->op == Op::apply) instr.extra = callee(e);
    if (e->op == Op::logical_and || e->op == Op::logical_or) instr.c = no_slot;
    instr.dst = temporary();
    emit(instr);
    if (e->op == Op::logical_and || e->op == Op::logical_or)
      for (std::size_t i = 2; i < e->args.size(); ++i)
        emit({instr.code, e->type, from, instr.dst, instr.dst, arg(i)});
    computed_[e] = instr.dst;
  }

  // Vectors of at most 16 bytes, of parts of one width.
  bool part_of_vector(Expr e, Instr instr) {
    const std::string& name = pool_.function(e).name;
    const unsigned width = e->args.empty() ? 0 : e->args[0]->type.width;
    const bool alike = std::ranges::all_of(
        e->args, [&](Expr part) { return part->type.width == width && !part->type.is_bool(); });
    if (name == vector_of_parts && alike && e->type.width <= 128 &&
        width * e->args.size() == e->type.width) {
      Slot vector = expression(pool_ref(0));
      for (std::uint32_t i = 0; i < e->args.size(); ++i) {
        const Slot next = temporary();
        emit({Code::insert, e->type, e->args[i]->type, next, vector, *find(e->args[i]), no_slot,
              i * width});
        vector = next;
      }
      computed_[e] = vector;
      return true;
    }
    const auto part = part_number(name);
    if (!part || e->args.size() != 1 || width > 128 || (*part + 1) * e->type.width > width)
      return false;
    instr.code = Code::extract;
    instr.extra = *part * e->type.width;
    instr.dst = temporary();
    emit(instr);
    computed_[e] = instr.dst;
    return true;
  }

  std::uint32_t callee(Expr e) {
    out_.functions.push_back(resolve(pool_.function(e).name, e->type, e->args));
    return static_cast<std::uint32_t>(out_.functions.size() - 1);
  }

  Slot var(VarId v) const { return symbols_.at(v); }
  Type var_type(VarId v) const { return pool_.symbol(v).type; }

  void block(const Block& stmts) {
    for (const Stmt& s : stmts) {
      if (slice_ && !slice_->kept.contains(&s)) continue;
      begin(s);
      is_stored_ = !slice_ || slice_->stored.contains(&s);
      is_remembered_ = !slice_ || slice_->remembered.contains(&s);
      std::visit([&](const auto& node) { stmt(node); }, s.node);
    }
  }

  void stmt(const Assign& s) {
    const Slot value = expression(s.value);
    emit({Code::copy, s.value->type, {}, var(s.var), value});
  }
  void stmt(const Havoc& s) {
    std::string text = "the value of '" + pool_.symbol(s.var).name + "'";
    if (!s.reason.empty())
      text = is_temporary(pool_.symbol(s.var).name) ? s.reason : text + " (" + s.reason + ")";
    if (s.exchange) return exchange(s.var, *s.exchange, note(text));
    emit({havoc_code(s.choice),
          var_type(s.var),
          {},
          var(s.var),
          no_slot,
          no_slot,
          no_slot,
          note(text)});
  }
  static Code havoc_code(Havoc::Choice choice) {
    switch (choice) {
    case Havoc::Choice::none:
      break;
    case Havoc::Choice::lanes:
      return Code::lanes;
    case Havoc::Choice::lane:
      return Code::lane;
    case Havoc::Choice::unset:
      return Code::unset;
    }
    return Code::havoc;
  }
  void exchange(VarId var_id, const Exchange& e, std::uint32_t text) {
    const Slot value = expression(e.value), lane = operand(e.lane), mask = operand(e.mask);
    const Slot width = operand(e.width);
    out_.exchanges.push_back({e.kind, e.scope, e.group_size, width, counters_, text});
    emit({Code::exchange, var_type(var_id), e.value->type, var(var_id), value, lane, mask,
          static_cast<std::uint32_t>(out_.exchanges.size() - 1)});
  }
  void stmt(const Read& s) {
    const Slot offset = expression(s.offset);
    emit({Code::read,
          var_type(s.var),
          {},
          var(s.var),
          offset,
          no_slot,
          no_slot,
          access(s.array, s.size, Scope::grid, "", s.align, s.tensor)});
  }
  void stmt(const Write& s) {
    const Slot offset = expression(s.offset);
    const Slot value = s.value && is_stored_ ? expression(s.value) : no_slot;
    emit({Code::write,
          s.value ? s.value->type : Type{},
          {},
          no_slot,
          offset,
          value,
          no_slot,
          access(s.array, s.size, Scope::grid, "", s.align, s.tensor)});
    out_.written[cell_array_[s.array]] = true;
  }
  void stmt(const Atomic& s) {
    const Slot offset = expression(s.offset);
    const Slot operand = s.operand ? expression(s.operand) : no_slot;
    const Slot compare = s.compare ? expression(s.compare) : no_slot;
    const Type from = s.operand ? s.operand->type : kernel_.arrays[s.array].element_type;
    emit({Code::atomic, s.var ? var_type(*s.var) : from, from, s.var ? var(*s.var) : no_slot,
          offset, operand, compare, access(s.array, s.size, s.scope, s.op)});
    out_.written[cell_array_[s.array]] = true;
  }
  void stmt(const Fence&) {} // of two threads alone, all is seen at once
  std::uint32_t access(ArrayId array, unsigned size, Scope scope, const std::string& op,
                       unsigned align = 1, TensorPart tensor = no_tensor_part) {
    const CopyPlace place = copy_place(loc_, call_);
    out_.accesses.push_back(
        {array, cell_array_[array], size, align, scope, op, copies_.contains(place),
         kernel_.async_proxy.contains(place) && !kernel_.arrays[array].is_tensor,
         kernel_.matrix_reads.contains(place), tensor, reads_map(kernel_, place, array),
         is_remembered_});
    return static_cast<std::uint32_t>(out_.accesses.size() - 1);
  }

  void stmt(const Barrier& s) {
    const Slot mask = s.mask ? expression(s.mask) : no_slot;
    out_.barriers.push_back({s.scope, s.group_size, counters_});
    out_.has_grid_barrier |= s.scope == Scope::grid;
    if (s.scope == Scope::cluster) out_.cluster_shape = s.group_size;
    emit({Code::barrier,
          {},
          {},
          no_slot,
          mask,
          no_slot,
          no_slot,
          static_cast<std::uint32_t>(out_.barriers.size() - 1)});
  }

  Slot operand(Expr e) { return e ? expression(e) : no_slot; }
  void stmt(const NamedBarrier& s) {
    const Slot id = operand(s.at ? s.at : s.id), count = operand(s.count);
    NamedInfo info;
    info.kind = s.kind;
    info.aligned = s.aligned;
    info.text = s.text;
    if (s.at) { // of a tensor map
      info.map.array = s.map;
      info.map.cell_array = cell_array_[s.map];
      info.map.size = map_bytes;
    }
    out_.named.push_back(std::move(info));
    emit({Code::named,
          {},
          {},
          no_slot,
          id,
          count,
          no_slot,
          static_cast<std::uint32_t>(out_.named.size() - 1)});
  }
  void stmt(const Mbarrier& s) {
    const Slot offset = operand(s.offset), count = operand(s.count);
    const Slot last = operand(s.bytes ? s.bytes : s.parity);
    MbarrierInfo info;
    info.kind = s.kind;
    info.object.array = s.array;
    info.object.cell_array = cell_array_[s.array];
    info.object.size = 8;
    info.relaxed = s.relaxed;
    info.releases = s.releases;
    info.text = s.text;
    out_.mbarriers.push_back(std::move(info));
    emit({Code::mbarrier,
          {},
          {},
          no_slot,
          offset,
          count,
          last,
          static_cast<std::uint32_t>(out_.mbarriers.size() - 1)});
  }

  std::uint32_t branch_unless(Expr cond) {
    const Slot slot = expression(cond);
    return emit({Code::branch_unless, {}, {}, no_slot, slot});
  }
  void stmt(const If& s) {
    const std::uint32_t to_else = branch_unless(s.cond);
    block(s.then_block);
    if (s.else_block.empty()) return patch({to_else});
    const std::uint32_t to_end = emit({Code::jump, {}, {}});
    patch({to_else});
    block(s.else_block);
    patch({to_end});
  }
  void stmt(const Loop& s) {
    const Loc loc = loc_;
    const Slot counter = next_counter_++;
    const Slot zero = expression(pool_ref(0)), one = expression(pool_ref(1));
    emit({Code::copy, Type::i64(), {}, counter, zero});
    counters_.push_back(counter);
    loops_.emplace_back(loc, counter);
    targets_[s.label] = {};
    const std::uint32_t top = here();
    block(s.head);
    begin({{}, loc, 0});
    targets_[s.label].breaks.push_back(branch_unless(s.cond));
    block(s.body);
    patch(targets_[s.label].continues);
    block(s.step);
    loc_ = loc;
    emit({Code::add, Type::i64(), Type::i64(), counter, counter, one});
    emit({Code::jump, {}, {}, no_slot, no_slot, no_slot, no_slot, top});
    patch(targets_[s.label].breaks);
    counters_.pop_back();
    loops_.pop_back();
  }
  Expr pool_ref(std::int64_t value) { return kernel_.pool->constant(value, Type::i64()); }
  void stmt(const Labeled& s) {
    targets_[s.label] = {};
    block(s.body);
    patch(targets_[s.label].breaks);
  }
  void stmt(const Break& s) { targets_[s.label].breaks.push_back(emit({Code::jump, {}, {}})); }
  void stmt(const Continue& s) {
    targets_[s.label].continues.push_back(emit({Code::jump, {}, {}}));
  }
  void stmt(const Exit&) { emit({Code::exit, {}, {}}); }
  void stmt(const Assume& s) {
    const Slot slot = expression(s.cond);
    emit({s.of_results ? Code::assume_result : Code::assume, {}, {}, no_slot, slot});
  }
  void stmt(const Assert& s) {
    const Slot slot = expression(s.cond);
    const Slot offset = s.copy ? expression(s.copy->offset) : no_slot;
    out_.assertions.push_back({&s, loops_});
    emit({Code::assertion,
          {},
          {},
          no_slot,
          slot,
          offset,
          no_slot,
          static_cast<std::uint32_t>(out_.assertions.size() - 1)});
  }
  void stmt(const Unsupported& s) {
    emit({Code::unsupported, {}, {}, no_slot, no_slot, no_slot, no_slot, note(s.reason)});
  }
  void stmt(const AsyncCopy&) { stmt(Unsupported{"an asynchronous copy"}); }
  void stmt(const CopyGroup&) {}

  const Kernel& kernel_;
  const Slice* slice_;
  const Pool& pool_;
  Program out_;
  std::unordered_map<SymbolId, Slot> symbols_;
  std::unordered_map<Expr, Slot> constants_, computed_;
  std::vector<Slot> temporaries_;
  std::size_t used_temporaries_ = 0;
  std::vector<ArrayId> cell_array_;
  std::unordered_map<LabelId, Target> targets_;
  std::vector<Slot> counters_;
  std::vector<std::pair<Loc, Slot>> loops_; // the same, with their places
  Slot next_counter_ = 0;
  std::set<CopyPlace> copies_;
  Loc loc_;
  CallId call_ = 0;
  bool is_stored_ = true;     // by the statement at hand: a value that matters
  bool is_remembered_ = true; // likewise: an access that memory has to know of
};

std::string quoted_array(const Program& p, const Instr& instr) {
  return "'" + p.kernel->arrays[p.accesses[instr.extra].array].name + "'";
}

std::string what(const Program& p, const Instr& instr) {
  switch (instr.code) {
  case Code::read:
    return "the value read from " + quoted_array(p, instr) +
           (p.kernel->arrays[p.accesses[instr.extra].array].space == Space::local
                ? ", not set on this way,"
                : "");
  case Code::write:
    return "the value stored to " + quoted_array(p, instr);
  case Code::atomic:
    return "the value that an atomic operation leaves in " + quoted_array(p, instr);
  case Code::havoc:
  case Code::lanes:
  case Code::lane:
  case Code::unset:
    return p.notes[instr.extra];
  case Code::exchange:
    return p.notes[p.exchanges[instr.extra].note];
  case Code::apply:
    return "the value of " + describe_pure(p.functions[instr.extra].name);
  case Code::div:
  case Code::rem:
    return "the result of a division by zero";
  default: // only the above make unknown values
    return "a value";
  }
}

} // namespace

Program compile(const Kernel& kernel, const Slice* slice) { return Compiler(kernel, slice).run(); }

std::string describe(const Program& program, Taint taint) {
  assert(taint > 0);
  const Loc loc = program.locs[taint - 1];
  return what(program, program.code[taint - 1]) + " at line " + std::to_string(loc.line) +
         " is not known";
}

} // namespace heddle::core::interp
