// What becomes of the addresses of variables in a function of the host.
#pragma once
#include "cuda/launch/host.hpp"

namespace heddle::cuda {

// Variables whose addresses the code keeps or gives away.
void add_kept(const clang::Stmt& s, const HostFile& file, std::set<const clang::VarDecl*>& to);
void add_kept(const clang::CXXCtorInitializer& init, std::set<const clang::VarDecl*>& to);
// Variables that calls are given as references or by their addresses, where code that is not known
// may keep them.
void add_given(const clang::Stmt& s, const HostFile& file, std::set<const clang::VarDecl*>& to);

} // namespace heddle::cuda
