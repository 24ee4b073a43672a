// Calls of CUDA that say where memory is, and those that write to variables of the device.
#include "cuda/launch/walk/walk.hpp"

namespace heddle::cuda {

// The variable, or the part of one, that is named as a symbol.
bool HostWalk::call_of_symbol(const clang::FunctionDecl& f,
                              const std::vector<const clang::Expr*>& args) {
  if (!f.getDeclName().isIdentifier() || args.size() < 2) return false;
  const llvm::StringRef name = f.getName();
  if (name == "cudaMemcpyToSymbol" || name == "cudaMemcpyToSymbolAsync") {
    store_unknown(args[0]);
    for (std::size_t i = 1; i < args.size(); ++i)
      eval(args[i]);
    return true;
  }
  const bool of_symbol = name == "cudaGetSymbolAddress";
  if (!of_symbol && name != "cudaHostGetDevicePointer") return false;
  HostValue v = of_symbol ? address(args[1]) : eval(args[1]);
  if (v.kind == HostValue::Kind::pointer && of_symbol && args[1]->getType()->isArrayType())
    v = first_element(std::move(v));
  const auto to = named_pointer(args[0]);
  if (!to || !v.is_pointer()) return false;
  store(*to, std::move(v));
  return true;
}

} // namespace heddle::cuda
