// Registers of asynchronous matrix products. wgmma.mma_async writes its accumulators, and reads the
// fragments of its operand A, from its issue to the wgmma.wait_group that covers its commit group:
// until then nobody may access them but products; and a
// wgmma.fence belongs between what threads did to them and the product (PTX ISA,
// "wgmma.mma_async", "wgmma.fence"). So do the registers of tcgen05.ld wait for tcgen05.wait::ld
// ("tcgen05.wait"). What is certain is told:
//
//   use      in each run in which the product was issued before, it is under way there, and the
//            instruction reads one of its results, or the very value that it reads as a fragment
//   unfenced no way leads to the product over a wgmma.fence
#pragma once
#include <llvm/IR/Function.h>

#include <map>
#include <set>
#include <vector>

namespace heddle::cuda {

struct RegisterUses {
  using Early = std::map<const llvm::Instruction*, std::vector<const llvm::Instruction*>>;
  // Of an instruction, the products whose results it reads while they are under way, and those
  // whose fragments.
  Early early, fragments;
  Early open; // .. the loads whose results it reads, under way on some of the ways to it
  std::vector<const llvm::Instruction*> unfenced;
  std::set<const llvm::Instruction*> loads; // of `early`: tcgen05.ld, not products
};

RegisterUses find_register_uses(const llvm::Function& kernel);

} // namespace heddle::cuda
