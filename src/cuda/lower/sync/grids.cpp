// Grids that begin before the one before them in their stream has ended: CUDA C++ Programming
// Guide, "Programmatic Dependent Launch and Synchronization". What a thread does behind
// cudaGridDependencySynchronize() (PTX ISA, "griddepcontrol.wait") comes after all of the grid
// before; what comes earlier may run beside it.
#include "cuda/lower/assume.hpp"
#include "cuda/lower/lowering.hpp"

#include <algorithm>

namespace heddle::cuda {

void Lowering::find_grid_waits() {
  if (!begins_early()) return;
  for (const llvm::BasicBlock& block : function_)
    for (const llvm::Instruction& i : block) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&i);
      if (!call) continue;
      const llvm::Function* f = call->getCalledFunction();
      if ((f && f->getName().contains("cudaGridDependencySynchronize")) ||
          (call->isInlineAsm() && waits_for_grid(*call)))
        grid_waits_.push_back(&i);
    }
}

bool Lowering::begins_early() const { return attributes_.early || unit_.ctx.options.pdl; }

void Lowering::note_global(const llvm::Instruction& at) {
  if (!begins_early() || early_access_) return;
  if (std::ranges::none_of(grid_waits_, [&](const llvm::Instruction* wait) {
        return dominators_.dominates(wait, &at);
      }))
    early_access_ = place(at);
}

void Lowering::note_global(const core::Stmt::Node& node, const llvm::Instruction& at) {
  const auto is_global = [&](core::ArrayId array) {
    return kernel_.arrays[array].space == core::Space::global;
  };
  const auto* read = std::get_if<core::Read>(&node);
  const auto* write = std::get_if<core::Write>(&node);
  const auto* atomic = std::get_if<core::Atomic>(&node);
  if ((read && is_global(read->array)) || (write && is_global(write->array)) ||
      (atomic && is_global(atomic->array)))
    note_global(at);
}

void Lowering::check_early_accesses() {
  if (!early_access_) return;
  if (unit_.ctx.options.pdl) {
    kernel_.unknowns.emplace_back("global memory is accessed before griddepcontrol.wait, while the "
                                  "grid before may still run",
                                  *early_access_);
    return;
  }
  kernel_.assumptions.push_back(
      {pool_.boolean(true),
       "the grid before, which may still run, has nothing to do with the global memory that is "
       "accessed before griddepcontrol.wait (first at " +
           unit_.ctx.files.describe(*early_access_) + ")",
       attributes_.early_origin, *early_access_});
}

} // namespace heddle::cuda
