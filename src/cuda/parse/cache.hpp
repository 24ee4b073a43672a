// The prelude as Clang keeps it on the disk once it has read it: reading it takes longer than a
// small kernel does.
#pragma once
#include "cuda/parse/before.hpp"
#include "heddle/options.hpp"

#include <llvm/ADT/IntrusiveRefCntPtr.h>

#include <optional>
#include <string>

namespace llvm::vfs {
class FileSystem;
} // namespace llvm::vfs

namespace heddle::cuda {

// A precompiled header for these options, made now if cache_folder() has none. What lies there is
// named after all that it depends on, and appears at once as a whole, so that runs do not disturb
// each other; the files not used for longest go when all take more than 256 MB. Nothing if there
// can be none: then the prelude is read as text.
std::optional<std::string>
precompiled_prelude(const Options& options, const Before& before,
                    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files);

} // namespace heddle::cuda
