// Pointers that the threads of a block share: `__shared__ T* p`, which one thread sets and all read
// behind a barrier, also within an object (`__shared__ Vector v`: its data, its virtual functions).
#pragma once
#include <memory>

namespace llvm {
class Function;
} // namespace llvm

namespace heddle::cuda {

// On a load whose value was followed although more than that may be written there.
inline constexpr const char* shared_pointer_changes = "heddle.shared_pointer_changes";

// Of one kernel. What each read of such a pointer gives is taken from the writes that are plain to
// see while calls are still being named and inlined; at the end, when all code is there, it is
// checked that nothing else is written. (In an execution, the first read that gave another value
// would come after a write of it. A read without order to the write is a race, found as any other.)
class SharedPointers {
public:
  explicit SharedPointers(llvm::Function& kernel);
  SharedPointers(SharedPointers&&) noexcept;
  SharedPointers& operator=(SharedPointers&&) noexcept;
  ~SharedPointers();

  // Puts the pointers in the place of the reads of them. Did anything change?
  bool follow();
  // Marks the reads for which it was not so.
  void check();

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace heddle::cuda
