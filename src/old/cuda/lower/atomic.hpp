// Atomic accesses: CUDA's functions, and objects of cuda::atomic and cuda::atomic_ref. What such an
// object holds is one field of type T or T*; whose threads it is atomic for is in its type.
#pragma once
#include "cuda/lower/internal.hpp"

namespace heddle::cuda {

class AtomicLowering {
public:
  explicit AtomicLowering(Lowering& lowering) : l_(lowering), pool_(*lowering.pool_) {}

  struct Operation {
    Scope scope = Scope::grid;
    std::string op; // as core::Atomic::op
    Expr operand = nullptr;
    bool result = false, acquires = false;
  };
  // The access itself, of an object of arithmetic type or a record of up to 16 bytes; the old
  // value where it is asked for.
  std::optional<core::VarId> access(const Pointer& at, Type type, const Operation& op, Loc loc);
  // One on a vector of numbers (float4, half2), which is atomic for each of them and no more.
  void each(const Pointer& at, const CT& type, const Operation& op, Loc loc);

  // cuda::atomic<T, scope>, cuda::atomic_ref<T, scope>; nullptr: of a T or scope not known.
  CT type(const QualifiedName& name);
  static bool is_object(const CT& type);
  static bool is_reference(const CT& type);
  // cuda::atomic_ref(object)
  std::optional<Value> construct(const CT& type, const std::vector<ExprPtr>& args);
  Value load(const LValue& object, Loc loc);
  std::optional<Value> call_method(const LValue& object, const std::string& name,
                                   std::vector<Argument>& args, Loc loc, bool discard);
  // `op`: "=", "+=", ..; "++", "--" without an operand. `post`: the old value is the result.
  std::optional<Value> assign(const LValue& object, const std::string& op, const Value* operand,
                              bool post, bool discard, Loc loc);

private:
  struct Object {
    Pointer at;
    CT value;
    Scope scope;
  };
  Object object(const LValue& l, Loc loc);
  Value apply(const Object& o, const std::string& op, const Value* operand, bool result,
              bool acquires, Loc loc);
  std::optional<Value> compare_exchange(const Object& o, std::vector<Argument>& args, bool weak,
                                        bool acquires, Loc loc);

  Lowering& l_;
  Pool& pool_;
};

} // namespace heddle::cuda
