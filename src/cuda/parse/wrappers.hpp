// Macros around calls of CUDA, CHECK(cudaMalloc(&p, n)), whose header is not there: the statement
// would be lost, and with it what it calls. The next reading of the file knows them as macros that
// do what they are given.
#pragma once
#include <set>
#include <string>

namespace clang {
class Diagnostic;
} // namespace clang

namespace heddle::cuda {

// Adds the name that is not declared, where a call of CUDA stands first in the brackets behind it.
void note_wrapper(const clang::Diagnostic& diagnostic, std::set<std::string>& to);

// "-D.." of such a name.
std::string define_wrapper(const std::string& name);

} // namespace heddle::cuda
