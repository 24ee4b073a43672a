#include "core/clusters.hpp"
#include "core/meetings.hpp"

namespace heddle::core {

namespace {

const char* spelling(Space space) {
  switch (space) {
  case Space::global:
    return "global";
  case Space::shared:
    return "shared";
  case Space::constant:
    return "constant";
  case Space::local:
    return "local";
  }
  return "";
}

class Printer {
public:
  explicit Printer(const Kernel& kernel) : kernel_(kernel), pool_(*kernel.pool) {}

  std::string print() {
    header();
    depth_ = 1;
    for (const Array& a : kernel_.arrays)
      if (!a.is_parameter) line(array(a));
    for (const auto& [a, b] : kernel_.aliases)
      line("alias " + name(a) + ", " + name(b));
    for (const Assumption& a : kernel_.assumptions)
      line("requires " + text(a.cond) + "  // " + a.origin);
    for (const auto& [reason, loc] : kernel_.unknowns)
      line("unknown \"" + reason + "\"" + at(loc));
    block(kernel_.body);
    return std::move(out_);
  }

private:
  void header() {
    out_ = "kernel " + kernel_.name + "(";
    const char* separator = "";
    for (const Parameter& p : kernel_.params) {
      out_ += separator + parameter(p);
      separator = ", ";
    }
    out_ += ")\n";
  }

  std::string parameter(const Parameter& p) const {
    if (p.array && *p.array < kernel_.arrays.size()) return array(kernel_.arrays[*p.array]);
    if (p.symbol) return heddle::to_string(pool_.symbol(*p.symbol).type) + " " + p.name;
    return p.type + " " + p.name;
  }

  static std::string array(const Array& a) {
    std::string s = a.is_volatile ? "volatile " : "";
    s += std::string(spelling(a.space)) + " " + a.name + ": " + a.element;
    if (a.dims.empty()) s += "[]";
    for (std::int64_t d : a.dims)
      s += "[" + std::to_string(d) + "]";
    return s;
  }

  void block(const Block& stmts) {
    for (const Stmt& s : stmts)
      std::visit([&](const auto& node) { stmt(node); }, s.node);
  }
  void nested(const Block& stmts) {
    ++depth_;
    block(stmts);
    --depth_;
  }

  void stmt(const Assign& s) { line(var(s.var) + " := " + text(s.value)); }
  void stmt(const Havoc& s) {
    std::string t = var(s.var) + " := unknown";
    if (s.sharing != Scope::thread) t += std::string("(") + to_string(s.sharing) + ")";
    if (s.choice == Havoc::Choice::lanes) t += " lanes";
    if (s.choice == Havoc::Choice::lane) t += " lane";
    if (s.choice == Havoc::Choice::unset) t += " unset";
    if (!s.reason.empty()) t += " \"" + s.reason + "\"";
    line(t);
  }
  static std::string aligned(unsigned align) {
    return align > 1 ? " align " + std::to_string(align) : "";
  }
  void stmt(const Read& s) {
    line(var(s.var) + " := read " + cell(s.array, s.offset, s.size) + aligned(s.align) +
         later(s.tensor));
  }
  void stmt(const Write& s) {
    line("write " + cell(s.array, s.offset, s.size) + aligned(s.align) +
         " := " + (s.value ? text(s.value) : "?") + later(s.tensor));
  }
  static const char* later(TensorPart part) {
    return part == no_tensor_part ? "" : " by the tensor core";
  }
  void stmt(const Atomic& s) {
    std::string t = s.var ? var(*s.var) + " := " : "";
    t += "atomic " + s.op;
    if (s.scope != Scope::grid) t += std::string("(") + to_string(s.scope) + ")";
    if (s.acquires) t += " acquire";
    if (s.releases) t += " release";
    t += " " + cell(s.array, s.offset, s.size);
    if (s.compare) t += ", " + text(s.compare);
    line(s.operand ? t + ", " + text(s.operand) : t);
  }
  void stmt(const Fence& s) {
    std::string t = "fence";
    if (s.sequential) t += " sequential";
    if (!s.releases) t += " acquire";
    if (!s.acquires) t += " release";
    line(t + " " + to_string(s.scope));
  }
  void stmt(const Barrier& s) {
    std::string t = threads_of_meeting(s) ? "meet" : std::string("sync ") + to_string(s.scope);
    const ClusterShape shape = unpack_cluster(s.group_size);
    if (s.group_size && s.scope == Scope::cluster)
      t += " of " + std::to_string(shape[0]) + "x" + std::to_string(shape[1]) + "x" +
           std::to_string(shape[2]);
    else if (s.group_size)
      t += " of " + std::to_string(s.group_size);
    if (s.mask) t += " mask " + text(s.mask);
    line(t);
  }
  void stmt(const NamedBarrier& s) {
    if (s.kind == NamedBarrier::Kind::fence) return line("fence proxy");
    if (s.kind == NamedBarrier::Kind::matrix_wait) return line("wait for matrix products");
    if (s.kind == NamedBarrier::Kind::tensor_before) return line("fence tensor before");
    if (s.kind == NamedBarrier::Kind::tensor_after) return line("fence tensor after");
    if (s.kind == NamedBarrier::Kind::map_release) return line("fence map release");
    if (s.kind == NamedBarrier::Kind::map_acquire)
      return line("fence map acquire " + kernel_.arrays[s.map].name + "[" + text(s.at) + "]");
    std::string t = s.kind == NamedBarrier::Kind::sync ? "sync" : "arrive";
    t += " barrier " + text(s.id) + " of " + (s.count ? text(s.count) : std::string("all"));
    line(s.aligned ? t : t + " unaligned");
  }
  void stmt(const Mbarrier& s) {
    std::string t = "mbarrier " + core::to_string(s.kind) + " " + cell(s.array, s.offset, 8);
    if (s.count) t += " count " + text(s.count);
    if (s.bytes) t += " bytes " + text(s.bytes);
    if (s.parity) t += " parity " + text(s.parity);
    line(s.relaxed ? t + " relaxed" : t);
  }
  void stmt(const If& s) {
    line("if " + text(s.cond));
    nested(s.then_block);
    if (s.else_block.empty()) return;
    line("else");
    nested(s.else_block);
  }
  void stmt(const Loop& s) {
    line("loop " + std::to_string(s.label));
    nested(s.head);
    line("while " + text(s.cond));
    nested(s.body);
    if (s.step.empty()) return;
    line("step");
    nested(s.step);
  }
  void stmt(const Labeled& s) {
    line("block " + std::to_string(s.label));
    nested(s.body);
  }
  void stmt(const Break& s) { line("break " + std::to_string(s.label)); }
  void stmt(const Continue& s) { line("continue " + std::to_string(s.label)); }
  void stmt(const Exit&) { line("exit"); }
  void stmt(const Assume& s) { line("assume " + text(s.cond)); }
  void stmt(const Assert& s) { line("assert " + text(s.cond)); }
  void stmt(const Unsupported& s) { line("unsupported \"" + s.reason + "\""); }
  void stmt(const AsyncCopy& s) {
    line("copy");
    nested(s.body);
  }
  void stmt(const CopyGroup& s) {
    if (s.kind == CopyGroup::Kind::commit) return line("commit copies");
    line(s.pending ? "wait for copies but " + text(s.pending) : "wait for copies");
  }

  std::string cell(ArrayId id, Expr offset, unsigned size) const {
    return name(id) + "[" + text(offset) + " .. +" + std::to_string(size) + "]";
  }
  std::string name(ArrayId id) const {
    return id < kernel_.arrays.size() ? kernel_.arrays[id].name
                                      : "<array " + std::to_string(id) + ">";
  }
  std::string var(VarId id) const { return pool_.symbol(id).name; }
  std::string text(Expr e) const { return e ? heddle::to_string(pool_, e) : "<none>"; }
  static std::string at(Loc loc) {
    return loc ? " at " + std::to_string(loc.line) + ":" + std::to_string(loc.column) : "";
  }
  void line(const std::string& s) { out_ += std::string(2 * depth_, ' ') + s + "\n"; }

  const Kernel& kernel_;
  const Pool& pool_;
  std::string out_;
  std::size_t depth_ = 0;
};

} // namespace

std::string to_string(Mbarrier::Kind kind) {
  using Kind = Mbarrier::Kind;
  switch (kind) {
  case Kind::init:
    return "init";
  case Kind::inval:
    return "inval";
  case Kind::arrive:
    return "arrive";
  case Kind::expect:
    return "expect";
  case Kind::complete:
    return "complete";
  case Kind::commit:
    return "commit";
  case Kind::wait_parity:
    return "wait";
  case Kind::wait_own:
    return "wait own";
  }
  return "";
}

std::string to_string(const Kernel& kernel) { return Printer(kernel).print(); }

} // namespace heddle::core
