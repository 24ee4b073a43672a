// What becomes of the addresses of objects in code of the host.
#pragma once
#include "cuda/launch/host.hpp"

namespace heddle::cuda {

// Does the walk follow calls of the file's functions, or may they keep what they are given?
enum class Calls : std::uint8_t { followed, unknown };

// Adds the objects of which the code keeps an address or a reference, or gives it away.
void add_addressed(const clang::Stmt& s, const HostFile& file, Calls calls, Addressed& to);
void add_addressed(const clang::CXXCtorInitializer& init, const HostFile& file, Calls calls,
                   Addressed& to);
void add_addressed(const clang::Decl& d, const HostFile& file, Calls calls, Addressed& to);

// Lists of what launches pass, which only these read: void* args[] = {&a, &b}.
std::set<const clang::Stmt*> argument_lists(const clang::Stmt& s, const HostFile& file);

} // namespace heddle::cuda
