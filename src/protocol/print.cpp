// The text of --dump=protocol; protocol.hpp shows an example.
#include "core/meetings.hpp"
#include "protocol/protocol.hpp"

namespace heddle::protocol {

namespace {

class Printer {
public:
  explicit Printer(const Protocol& protocol) : protocol_(protocol), pool_(*protocol.pool) {}

  std::string run() {
    line("protocol " + protocol_.kernel->name);
    ++indent_;
    for (const Sequence& s : protocol_.sequences)
      sequence(s);
    print(protocol_.root);
    for (const auto& [reason, loc] : protocol_.unknowns)
      line("unknown: " + reason + at(loc));
    return std::move(out_);
  }

private:
  void line(const std::string& text) {
    out_.append(2 * indent_, ' ');
    out_ += text;
    out_ += '\n';
  }
  static std::string at(Loc loc) {
    return loc ? " // line " + std::to_string(loc.line) : std::string();
  }
  std::string text(Expr e) const { return to_string(pool_, e); }

  void sequence(const Sequence& s) {
    const char* op = s.step == Sequence::Step::multiply ? " * " : " / ";
    const std::string& name = pool_.function(s.fn).name;
    const std::string& k = pool_.symbol(s.binder).name;
    line("sequence " + name + ": " + text(s.init) + " at " + k + " = 0, then " + name + op +
         std::to_string(s.factor));
  }

  void print(const NodePtr& node) {
    if (node) std::visit([&](const auto& n) { print(n); }, node->node);
  }

  void inner(const NodePtr& node) {
    ++indent_;
    print(node);
    --indent_;
  }

  void print(const Access& a) {
    std::string s;
    switch (a.kind) {
    case AccessKind::read:
      s = "read ";
      break;
    case AccessKind::write:
      s = "write ";
      break;
    case AccessKind::atomic:
      s = "atomic " + a.op + " " + to_string(a.scope) + " ";
      break;
    }
    s += protocol_.kernel->arrays[a.array].name + "[" + text(a.offset) + " .. +" +
         std::to_string(a.size) + "]";
    if (a.kind == AccessKind::write && a.value) s += " := " + text(a.value);
    line(s);
  }

  void print(const Barrier& b) {
    std::string s = core::threads_of_meeting(b) ? "meet"
                    : b.scope == Scope::thread  ? "lanes"
                                                : std::string("sync ") + to_string(b.scope);
    if (b.mask) s += " mask " + text(b.mask);
    if (b.group_size) s += " group " + std::to_string(b.group_size);
    if (b.alive && !is_true(b.alive)) s += " alive " + text(b.alive);
    line(s);
  }

  void print(const NamedBarrier& b) {
    const bool fence = b.op.kind == core::NamedBarrier::Kind::fence;
    std::string s = b.op.kind == core::NamedBarrier::Kind::sync ? "sync" : "arrive";
    s += " barrier " + text(b.op.id) + " of " + (b.op.count ? text(b.op.count) : "all");
    if (!b.op.aligned) s += " unaligned";
    if (fence) s = "fence proxy";
    if (b.op.kind == core::NamedBarrier::Kind::map_release) s = "fence map release";
    if (b.op.kind == core::NamedBarrier::Kind::map_acquire)
      s = "fence map acquire " + protocol_.kernel->arrays[b.op.map].name + "[" + text(b.op.at) +
          "]";
    if (b.op.kind == core::NamedBarrier::Kind::matrix_wait) s = "wait for matrix products";
    if (b.alive && !is_true(b.alive)) s += " alive " + text(b.alive);
    line(s);
  }

  void print(const Mbarrier& b) {
    std::string s = "mbarrier " + core::to_string(b.op.kind) + " " +
                    protocol_.kernel->arrays[b.op.array].name + "[" + text(b.op.offset) + "]";
    if (b.op.count) s += " count " + text(b.op.count);
    if (b.op.bytes) s += " bytes " + text(b.op.bytes);
    if (b.op.parity) s += " parity " + text(b.op.parity);
    if (b.alive && !is_true(b.alive)) s += " alive " + text(b.alive);
    line(s);
  }

  void print(const Fence& f) { line(std::string("fence ") + to_string(f.op.scope)); }

  void print(const Seq& s) {
    for (const NodePtr& part : s.parts)
      print(part);
  }

  void print(const If& b) {
    line("if " + text(b.cond));
    inner(b.then_part);
    if (!b.else_part) return;
    line("else");
    inner(b.else_part);
  }

  void print(const Loop& l) {
    std::string s = "for " + pool_.symbol(l.binder).name + " while " + text(l.cond);
    if (!l.exact) s += " at most";
    for (const auto& [name, value] : l.display)
      s += ", " + name + " = " + text(value);
    line(s + at(l.loc));
    inner(l.body);
  }

  void print(const Check& c) {
    line(c.kind == Check::Kind::not_understood ? "not understood: " + c.text
                                               : "check " + text(c.cond));
  }

  const Protocol& protocol_;
  const Pool& pool_;
  std::string out_;
  std::size_t indent_ = 0;
};

} // namespace

std::string to_string(const Protocol& protocol) { return Printer(protocol).run(); }

} // namespace heddle::protocol
