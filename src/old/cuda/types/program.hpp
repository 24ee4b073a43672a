// File-scope declarations by name: what lowering looks functions, types and globals up in.
#pragma once
#include "cuda/syntax/ast.hpp"
#include "cuda/syntax/spell.hpp"
#include "cuda/types/types.hpp"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace heddle::cuda {

// A declaration with the namespace it stands in ("a::b::" or "").
struct Item {
  DeclPtr decl;
  const TemplateDecl* tmpl = nullptr;
  std::string scope;
  std::shared_ptr<const Bindings> around = nullptr; // names of the class that it is a friend of
  unsigned order = 0;                               // of declarations of the file; 0: see Program
  bool late = false;                                // declared after the call
};

struct EnumeratorItem {
  const EnumDecl* decl = nullptr;
  std::size_t index = 0;
  std::string scope;
  unsigned order = 0;
};

// Everything is declared before this one.
inline constexpr unsigned end_of_file = ~0U;

struct HostEntry; // host.hpp
struct HostNotes; // host/effects.hpp

// One `kernel<<<...>>>(...)` with the function that contains it, or what may be one.
struct LaunchItem {
  const LaunchExpr* launch = nullptr;
  const FunctionDecl* host = nullptr;
  std::string scope;
  Loc loc;
  const TemplateDecl* tmpl = nullptr;       // of `host`
  std::shared_ptr<const Bindings> bindings; // of its parameters; null: open
  std::shared_ptr<const HostEntry> entry;   // what a call passes to `host`; null: anything
  const ExprNode* site = nullptr; // where it happens; null: the kernel is named there, that is all
};

// A function's name in a body or initialiser, called or with template arguments.
struct TemplateUse {
  const QualifiedName* name = nullptr;
  const CallExpr* call = nullptr;     // null: only named
  const FunctionDecl* host = nullptr; // null outside of functions
  const TemplateDecl* tmpl = nullptr; // of `host`
  std::string scope;
  Loc loc{};
  bool is_instantiation = false; // template void run<16>(float*);
  bool is_within = false;        // a lambda or a statement expression
  const ExprNode* place = nullptr;

  bool is_call() const { return call || is_instantiation; }
};

struct Program {
  using Table = std::map<std::string, std::vector<Item>>; // by qualified name, in source order
  Table functions, records, types, globals;
  std::map<std::string, std::vector<EnumeratorItem>> enumerators;
  // The places of declarations among those of the file; members have that of their class.
  std::unordered_map<const DeclNode*, unsigned> order;
  // `using namespace a` in namespace `scope`: "a::"
  struct UsedNamespace {
    std::string scope, name;
  };
  std::vector<UsedNamespace> using_namespaces;
  std::map<std::string, std::vector<std::string>> aliases; // namespace n { using a::f; }: "n::f"
  std::map<std::string, std::set<std::string>> function_scopes; // "f": where there is one
  std::set<std::string> friends;                                // defined in classes
  // namespace n = a: "n" -> "a::", wherever it stands; "" when it stands for different ones
  std::map<std::string, std::string> namespace_aliases;
  std::map<std::string, const IslandDecl*> islands;
  std::vector<Item> kernels; // __global__ functions with a body, in source order
  std::vector<const IslandDecl*> kernel_islands;
  std::vector<LaunchItem> launches;
  std::vector<std::shared_ptr<const LaunchExpr>> indirect; // of launches that are written otherwise
  std::set<const ExprNode*> argument_addresses;            // &a in a list that only launches read
  std::vector<TemplateUse> template_uses;
  std::map<std::string, std::vector<Mention>> mentions; // TranslationUnit::mentions
  std::shared_ptr<HostNotes> notes;                     // filled as host code is walked

  // Names that `name`, written in namespace `scope`, may mean, innermost first.
  std::vector<std::string> spellings(const QualifiedName& name, const std::string& scope) const;
  const std::vector<Item>* find(const Table& table, const QualifiedName& name,
                                const std::string& scope, unsigned seen = end_of_file) const;
  // All functions that the name may mean, found as an unqualified name is: those of the innermost
  // namespace that has any, with what is used there. `seen`: how much of the file comes before.
  std::vector<Item> functions_named(const QualifiedName& name, const std::string& scope,
                                    unsigned seen = end_of_file) const;

private:
  std::vector<std::vector<std::string>> levels(const QualifiedName& name,
                                               const std::string& scope) const;
};

// What the unit declares; see host/launch_uses.hpp for the launches that are not written as such.
Program index_declarations(const TranslationUnit& unit);

} // namespace heddle::cuda
