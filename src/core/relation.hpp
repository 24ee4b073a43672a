// How assertions speak of a second thread.
#pragma once

namespace heddle::core {

// The pure function of this name stands for its argument's value in another thread of the block at
// the same place; in assertions only.
inline constexpr const char* other_thread = "other thread's";

} // namespace heddle::core
