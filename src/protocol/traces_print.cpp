// Text of crosses, traces and obligations for --dump=crosses and --dump=traces.
#include "protocol/split/split.hpp"

namespace heddle::protocol {

namespace {

const char* word(AccessKind kind) {
  switch (kind) {
  case AccessKind::read:
    return "read";
  case AccessKind::write:
    return "write";
  case AccessKind::atomic:
    return "atomic";
  }
  return "";
}

std::string range(const Pool& pool, Expr offset, unsigned size) {
  return "[" + to_string(pool, offset) + " .. +" + std::to_string(size) + "]";
}

class SidePrinter {
public:
  SidePrinter(const Pool& pool, const std::vector<core::Array>& arrays)
      : pool_(pool), arrays_(arrays) {}

  std::string run(const SidePtr& side) {
    visit(side, 4);
    return std::move(text_);
  }

private:
  void line(unsigned indent, const std::string& s) { text_ += std::string(indent, ' ') + s + "\n"; }

  void visit(const SidePtr& side, unsigned indent) {
    if (!side) return;
    if (const auto* local = std::get_if<Side::Local>(&side->node)) {
      for (const NodePtr& node : local->nodes)
        visit(node, indent);
    } else if (const auto* guarded = std::get_if<Side::Guarded>(&side->node)) {
      line(indent, "if " + to_string(pool_, guarded->way.cond));
      visit(guarded->inner, indent + 2);
    } else if (const auto* either = std::get_if<Side::Either>(&side->node)) {
      for (const SidePtr& part : either->parts)
        visit(part, indent);
    } else {
      const auto& it = std::get<Side::Iteration>(side->node);
      line(indent, std::string(it.first ? "first " : "some ") + pool_.symbol(it.loop->binder).name +
                       " with " + to_string(pool_, it.way.cond));
      visit(it.inner, indent + 2);
    }
  }

  void visit(const NodePtr& node, unsigned indent) {
    if (!node) return;
    if (const auto* a = std::get_if<Access>(&node->node)) {
      line(indent, std::string(word(a->kind)) + " " + arrays_.at(a->array).name +
                       range(pool_, a->offset, a->size));
    } else if (const auto* seq = std::get_if<Seq>(&node->node)) {
      for (const NodePtr& part : seq->parts)
        visit(part, indent);
    } else if (const auto* branch = std::get_if<If>(&node->node)) {
      line(indent, "if " + to_string(pool_, branch->cond));
      visit(branch->then_part, indent + 2);
      if (branch->else_part) line(indent, "else");
      visit(branch->else_part, indent + 2);
    } else if (const auto* loop = std::get_if<Loop>(&node->node)) {
      line(indent,
           "any " + pool_.symbol(loop->binder).name + " with " + to_string(pool_, loop->cond));
      visit(loop->body, indent + 2);
    }
  }

  const Pool& pool_;
  const std::vector<core::Array>& arrays_;
  std::string text_;
};

const char* pair_text(PairClass pairs) {
  switch (pairs) {
  case PairClass::same_thread:
    return "a thread and its copies";
  case PairClass::lane_rows:
    return "a thread and the lanes that have its row";
  case PairClass::same_warp:
    return "threads of one warp";
  case PairClass::same_block:
    return "threads of one block";
  case PairClass::different_blocks:
    return "threads of different blocks";
  }
  return "";
}

std::string side_text(const Pool& pool, const char* name, const std::vector<TraceAccess>& side) {
  std::string text;
  for (const TraceAccess& a : side) {
    text += "  " + std::string(name) + " " + word(a.access->kind) + " " +
            range(pool, a.offset, a.access->size);
    if (a.value && a.access->kind == AccessKind::write) text += " := " + to_string(pool, a.value);
    if (!is_true(a.guard)) text += " if " + to_string(pool, a.guard);
    text += "\n";
  }
  return text;
}

std::string fact_text(const Pool& pool, const std::vector<Expr>& facts) {
  std::string text;
  for (Expr fact : facts)
    text += "  fact " + to_string(pool, fact) + "\n";
  return text;
}

std::string around_text(const Pool& pool, const Around* around) {
  if (!around) return "";
  return around_text(pool, around->parent.get()) + "  both " +
         (around->loop ? "in " + pool.symbol(around->loop->binder).name + " with " : "if ") +
         to_string(pool, around->cond) + "\n";
}

} // namespace

std::string to_string(const Pool& pool, const std::vector<core::Array>& arrays,
                      const Cross& cross) {
  std::string text = around_text(pool, cross.around.get());
  if (cross.loop)
    text += "  first in " + pool.symbol(cross.loop->binder).name + ", second in " +
            to_string(pool, cross.next) +
            (cross.between.cond ? " with " + to_string(pool, cross.between.cond) : "") + "\n";
  if (cross.first_cond) text += "  first if " + to_string(pool, cross.first_cond) + "\n";
  if (cross.second_cond) text += "  second if " + to_string(pool, cross.second_cond) + "\n";
  text += cross.symmetric ? "  both do one of\n" : "  first does one of\n";
  text += SidePrinter(pool, arrays).run(cross.first);
  if (cross.symmetric) return text;
  return text + "  second does one of\n" + SidePrinter(pool, arrays).run(cross.second);
}

std::string to_string(const Pool& pool, const Trace& trace) {
  std::string text = "trace " + trace.name + ": " + pair_text(trace.pairs);
  if (!trace.exact) text += ", weakened guards";
  text += "\n" + fact_text(pool, trace.facts);
  if (trace.symmetric) return text + side_text(pool, "both", trace.first);
  return text + side_text(pool, "first", trace.first) + side_text(pool, "second", trace.second);
}

std::string to_string(const Pool& pool, const Obligation& o) {
  std::string text = "obligation " + o.name + ": " + o.text + "\n";
  return text + fact_text(pool, o.facts) + "  never " + to_string(pool, o.violation) + "\n";
}

} // namespace heddle::protocol
