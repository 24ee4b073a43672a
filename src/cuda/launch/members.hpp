// Member functions that other files cannot name.
#pragma once
#include "cuda/launch/host.hpp"

namespace heddle::cuda {

// A private member is called by members and friends of its class alone. Are all of these in the
// file, so that what it calls is all that anybody does?
bool is_called_here_alone(const clang::CXXMethodDecl& f, const HostFile& file);

} // namespace heddle::cuda
