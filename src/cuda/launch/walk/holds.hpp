#pragma once
#include "cuda/launch/walk/value.hpp"
#include "cuda/parse/precompiled.hpp"

namespace heddle::cuda {

// Has an object of the class pointers in it?
bool holds_pointer(clang::QualType type);
// Is it one, or has it some?
bool has_pointer(clang::QualType type);

bool leads_to_pointer(clang::QualType type);

// Has the function one of these names?
bool is_named(const clang::FunctionDecl& f, std::initializer_list<llvm::StringRef> names);

// Parts of an object of the library beside its elements: the pointer that a smart pointer has, how
// many elements there are, and what those are of which nothing else is known.
inline constexpr std::int64_t owned_step = -1, size_step = -2, rest_step = -3;

// Of a[i] and *(p + i) the array or the pointer, and the index; null: it is none of these.
std::pair<const clang::Expr*, const clang::Expr*> subscripted(const clang::Expr* e);

// Of a container: those that any may be, for all we know.
inline constexpr std::uint64_t some_elements = 4;

// Does it lead to what stands for all elements of which nothing else is known?
bool is_of_rest(const std::vector<Step>& path);
// Does it end in an element of an array or a container?
bool is_element(const Place& p);

} // namespace heddle::cuda
