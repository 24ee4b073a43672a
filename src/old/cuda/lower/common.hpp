// What the parts of lowering share beside the class that does it: limits, and functions of syntax
// and types alone.
#pragma once
#include "cuda/lower/frame.hpp"
#include "cuda/lower/sequence.hpp"
#include "cuda/syntax/spell.hpp"
#include "support/context.hpp"

#include <optional>
#include <string>
#include <vector>

namespace heddle::cuda {

inline constexpr std::size_t max_statements = 200'000;
inline constexpr std::size_t max_calls = 10'000; // inlined ones, of a kernel
inline constexpr unsigned max_recursion = 8;     // calls of one function in itself
inline constexpr unsigned max_inline_depth = 32;
inline constexpr unsigned max_nesting = 256; // of expressions and statements, calls included

// The type that an argument of this type has by value.
CT decayed(const CT& type);
// Whether an argument, or an expression that is `l`, is an lvalue (lower/category.cpp).
Category category(const ExprPtr& e, const LValue& l);
Category category(const Argument& arg);
// Of two templates that fit a call with so many arguments: is f, of a, more special than g, of b?
bool is_more_special(const TemplateDecl& a, const FunctionDecl& f, const TemplateDecl& b,
                     const FunctionDecl& g, std::size_t args);
bool is_one_template(const TemplateDecl& a, const FunctionDecl& f, const TemplateDecl& b,
                     const FunctionDecl& g);
// half2 or bfloat162?
bool is_packed_halves(const CT& type);
// The name of an element of a pack, and bindings with that element in place of the pack.
std::string pack_element(const std::string& pack, std::size_t i);
Bindings element_of(const Bindings& bindings, std::size_t i);
// The name of a class without its namespaces and template arguments.
std::string class_name(const std::string& name);
// "<float, 4>": what the name of an instance has behind that of its template.
std::string instance_suffix(const Bindings& bindings);
bool is_constructor(const Record& record, const Method& m);
// operator T of it and of its bases, with the class that each is of.
std::vector<std::pair<const Record*, const Method*>> conversions_of(const Record& record);
// Does it have a constructor of its own?
bool has_constructor(const Record& record);
// How many values a list without inner braces has for an object of this type.
std::int64_t leaf_count(const CT& type);
// Has it a copy constructor of its own, which need not copy member by member?
bool copies_itself(const Record& record);
bool copies_parts(const Record& record); // has a base or a member that copies itself
bool has_own_copy(const CT& type);       // is a record for which one of these holds
bool has_own_assignment(const CT& type); // is a record that has one, or a part that has
bool has_template(const Record& record, const std::string& method, bool takes_variables);
bool assigns_parts(const Record& record); // has a base or a member with an operator=
// Is there a constructor or a default member initialiser, of it or of a part of it?
bool initialises(const Record& record);
bool initialises(const CT& type); // a record, or an array of such
// Does it, or a base class, have a method of this name?
bool has_method(const Record& record, const std::string& name, bool unqualified = false);
// Does the end of such an object, or of a part of it, run code?
bool has_destructor(const CT& type);
// Does `enable_if` rule it out? Is the type written with it?
bool is_no_type(const CT& type);
bool names_condition(const TypePtr& type);
// The result of `f` as written; of `operator T*`, which has none, from its name.
TypePtr result_type(const FunctionDecl& f);

// Removes jumps to `label` (Exit when it is 0) that lead where control goes anyway, at the end of
// `block`.
void strip_trailing_jumps(Pool& pool, core::Block& block, core::LabelId label);
bool mentions_label(const core::Block& block, core::LabelId label);

std::vector<KernelRequest> kernel_requests(const Program& program, Ctx& ctx);
// "12", "-3", "0x10".
std::optional<std::int64_t> parse_integer(const std::string& text);

} // namespace heddle::cuda
