// __ldg and ld.global.nc: "loads from the non-coherent path", of memory that is "read-only for the
// duration of the kernel" (PTX ISA, ld.global.nc; CUDA C++ Programming Guide, Read-Only Data Cache
// Load Function). Of an array that the kernel writes as well this is assumed and told.
#include "core/visit.hpp"
#include "cuda/lower/assume.hpp"
#include "cuda/lower/lowering.hpp"

namespace heddle::cuda {

void Lowering::read_only(const llvm::CallBase& call, const clang::FunctionDecl&) {
  note_read_only(pointer(*call.getArgOperand(0)), call);
}

void Lowering::note_read_only(const Pointer& p, const llvm::Instruction& at) {
  for (const TargetId id : p.targets)
    if (targets_[id].kind == Target::Kind::array)
      read_only_.try_emplace(targets_[id].array, place(at));
}

void Lowering::check_read_only() {
  if (read_only_.empty()) return;
  const std::set<core::ArrayId> written = core::written_arrays(kernel_.body);
  for (const auto& [array, loc] : read_only_)
    if (written.contains(array))
      assume_once(kernel_, pool_,
                  "what __ldg reads of '" + kernel_.arrays[array].name +
                      "' the kernel has not written",
                  loc);
}

} // namespace heddle::cuda
