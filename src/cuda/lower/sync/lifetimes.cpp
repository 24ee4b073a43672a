// How long a block's shared memory is there, of which other blocks of the cluster use some: marks
// of its start and its end, and of uses.
#include "core/clusters.hpp"
#include "core/proxy_fences.hpp"
#include "core/visit.hpp"
#include "cuda/lower/lowering.hpp"

#include <functional>

namespace heddle::cuda {

// Programming guide, "Distributed Shared Memory": a block must have begun and may not end while
// others access its shared memory.
void Lowering::use_block(Expr row, const llvm::Instruction& at) {
  if (!lifetime_) return;
  core::Block use = collect([&] {
    emit(core::Read{new_temp(Type::integer(8, false), place(at)), *lifetime_, byte_of(row), 1}, at);
  });
  emit(core::If{pool_.ne(row, own_row()), std::move(use), {}}, at);
}

// A block is there as long as one of its threads is, its keeper: where that has gone, others may
// have stayed, but need not have. A run, which knows all threads, does not take the keeper's word.
core::Stmt Lowering::lifetime_mark(std::int64_t what, Loc loc) {
  core::Block mark;
  mark.push_back({core::Write{*lifetime_, byte_of(own_row()), 1,
                              pool_.constant(what, Type::integer(8, false))},
                  loc, 0});
  return {core::If{core::is_keeper(kernel_), std::move(mark), {}}, loc, 0};
}

void Lowering::mark_start() {
  if (!lifetime_) return;
  out_->push_back(lifetime_mark(core::begins, code_.loc));
  if (!together_) return;
  core::NamedBarrier known; // to copies, too: it is no write of the program's
  known.kind = core::NamedBarrier::Kind::fence;
  known.id = pool_.constant(core::fences_shared, Type::u32());
  known.aligned = false;
  out_->push_back({std::move(known), code_.loc, 0});
}

// The thread returns here.
void Lowering::end_thread(const llvm::Instruction& at) {
  if (lifetime_) out_->push_back(lifetime_mark(core::ends, place(at)));
  emit(core::Exit{}, at);
}

namespace {

// The statements that a thread comes to, as far as that is known: does it certainly end before a
// barrier of the cluster that others may come to?
class Ends {
public:
  explicit Ends(std::function<Expr(Expr)> known) : known_(std::move(known)) {}

  bool miss_barrier(const core::Block& body) {
    visit(body, true);
    return misses_;
  }

private:
  void visit(const core::Block& block, bool certain) {
    for (const core::Stmt& s : block) {
      const auto* barrier = std::get_if<core::Barrier>(&s.node);
      misses_ = misses_ || (ended_ && barrier && barrier->scope == Scope::cluster);
      ended_ = ended_ || (certain && std::holds_alternative<core::Exit>(s.node));
      if (const auto* branch = std::get_if<core::If>(&s.node)) {
        const Expr cond = known_(branch->cond);
        visit(branch->then_block, certain && is_true(cond));
        visit(branch->else_block, certain && is_false(cond));
      } else if (const auto* loop = std::get_if<core::Loop>(&s.node)) {
        for (const core::Block* part : {&loop->head, &loop->body, &loop->step})
          visit(*part, false);
      } else if (const auto* labeled = std::get_if<core::Labeled>(&s.node)) {
        visit(labeled->body, false);
      }
    }
  }

  std::function<Expr(Expr)> known_; // a condition, with what is known
  bool ended_ = false, misses_ = false;
};

void replace_marks(core::Block& block, core::ArrayId lifetime, Expr keeper) {
  for (core::Stmt& s : block) {
    auto* branch = std::get_if<core::If>(&s.node);
    const auto* mark = branch && branch->then_block.size() == 1
                           ? std::get_if<core::Write>(&branch->then_block[0].node)
                           : nullptr;
    if (mark && mark->array == lifetime) branch->cond = keeper;
    core::for_each_part(s, [&](core::Block& part) { replace_marks(part, lifetime, keeper); });
  }
}

} // namespace

// Of a block whose first thread does not stay for a barrier of the cluster, the last one is the
// keeper. Any thread may be: this says with which a proof is tried.
void Lowering::choose_keeper() {
  if (!lifetime_ || together_) return;
  const auto of_first = [&](Expr cond) {
    return pool_.substitute(cond, [&](Expr e) -> Expr {
      for (const SymbolId index : kernel_.thread_index)
        if (e == pool_.symbol_ref(index)) return pool_.constant(0, Type::u32());
      return nullptr;
    });
  };
  if (!Ends(of_first).miss_barrier(kernel_.body)) return;
  kernel_.keeper = core::Keeper::last_thread;
  replace_marks(kernel_.body, *lifetime_, core::is_keeper(kernel_));
}

} // namespace heddle::cuda
