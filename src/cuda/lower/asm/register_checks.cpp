// Registers that asynchronous operations may still be using, as obligations.
#include "cuda/lower/asm/register_uses.hpp"
#include "cuda/lower/lowering.hpp"

namespace heddle::cuda {

void Lowering::find_registers() {
  register_uses_ = std::make_shared<const RegisterUses>(find_register_uses(function_));
  for (const auto* early :
       {&register_uses_->early, &register_uses_->fragments, &register_uses_->open})
    for (const auto& [use, products] : *early)
      for (const llvm::Instruction* product : products)
        if (!dominators_.dominates(product, use) && !issued_.contains(product)) {
          const core::VarId var = new_temp(Type::boolean(), place(*product));
          issued_.emplace(product, var);
          emit(core::Assign{var, pool_.boolean(false)}, *product);
        }
}

void Lowering::note_issued(const llvm::Instruction& product) {
  if (const auto it = issued_.find(&product); it != issued_.end())
    emit(core::Assign{it->second, pool_.boolean(true)}, product);
}

// Once for a product and a line that uses what it gives.
void Lowering::check_registers(const llvm::Instruction& i) {
  if (llvm::is_contained(register_uses_->unfenced, &i))
    emit(core::Assert{pool_.boolean(false), "a wgmma.fence stands before wgmma.mma_async"}, i);
  const auto each = [&](const RegisterUses::Early& early, const auto& tell) {
    const auto it = early.find(&i);
    if (it == early.end()) return;
    const Loc at = place(i);
    for (const llvm::Instruction* product : it->second) {
      if (!told_uses_.emplace(product, at.file, at.line).second) continue;
      const auto var = issued_.find(product);
      tell(var == issued_.end() ? pool_.boolean(true) : pool_.symbol_ref(var->second), *product);
    }
  };
  each(register_uses_->early, [&](Expr issued, const llvm::Instruction& by) {
    const bool load = register_uses_->loads.contains(&by);
    emit(core::Assert{pool_.logical_not(issued),
                      load ? "a tcgen05.wait::ld stands between tcgen05.ld and what reads its "
                             "registers"
                           : "a wgmma.wait_group stands between wgmma.mma_async and what reads its "
                             "accumulator"},
         i);
  });
  // Nothing but the order of the text keeps a compiler from reading them before.
  const auto leave_open = [&](const char* reason) {
    return [this, reason, &i](Expr issued, const llvm::Instruction&) {
      core::Block read = collect([&] { unsupported(reason, i); });
      emit(core::If{issued, std::move(read), {}}, i);
    };
  };
  each(register_uses_->fragments,
       leave_open("a register of operand A that is read while wgmma.mma_async may read it"));
  each(register_uses_->open,
       leave_open("a register that is read, and that tcgen05.ld may still be writing on some way"));
}

} // namespace heddle::cuda
