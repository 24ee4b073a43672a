// What names are, before parsing: types, values, constructors, and which `<` opens template
// arguments. C++ cannot be parsed without that knowledge; here it comes from the declarations seen
// so far, CUDA's own names, and, for names from headers that are not there, from how they are used.
#pragma once
#include "cuda/syntax/syntax_tokens.hpp"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::cuda {

class Classifier {
public:
  // The tokens of one declaration, retyped. Remembers the types and templates that it declares.
  SyntaxTokens classify(TokenSpan declaration);
  // Names that stood like macros of missing headers before functions, and were dropped.
  const SyntaxTokens& ignored() const { return ignored_; }

private:
  enum class Known { no, type, value };
  struct Scope {
    std::map<std::string, Known, std::less<>> names;
    std::string class_name; // of a class body
    bool is_class = false;
  };

  // -- one step of the walk, at at_
  void step();
  void name();
  void member_name();
  void open_brace();
  void template_header();
  void class_head();
  void enum_head();
  void typedef_names();
  void using_names();
  // -- names
  void scope_chain();
  std::size_t chain_end(std::size_t from) const;
  bool is_type_here(std::size_t i, bool known_type) const;
  bool names_array_type(std::size_t i) const;
  bool looks_like_type(std::size_t i, std::size_t next) const;
  bool looks_like_cast(std::size_t i) const;
  bool pointer_declaration(std::size_t i, std::size_t next) const;
  bool in_attribute(std::size_t i) const;
  bool declares(std::size_t i) const;
  bool in_declarator_list(std::size_t i) const;
  bool names_part(std::size_t i) const;
  bool is_constructor(std::size_t i) const;
  bool is_stray_macro(std::size_t i) const;
  bool declares_function(std::size_t i) const;
  bool statement_start(std::size_t i) const;
  bool after_type(std::size_t i) const;
  Known lookup(std::string_view name) const;
  void declare(const std::string& name, Known as);
  void declare_type(const std::string& name);
  // -- template brackets
  std::size_t template_arguments(std::size_t i, bool certain) const;
  bool plausible_arguments(std::size_t open, std::size_t close) const;
  void mark_template(std::size_t open, std::size_t close);
  void mark_launch();
  // -- tokens
  std::size_t type(std::size_t i) const;
  const std::string& text(std::size_t i) const { return in_[i].text; }
  SyntaxTokens emit() const;

  std::set<std::string, std::less<>> types_, templates_; // of the whole file
  std::set<std::string, std::less<>> functions_;         // of the file, named like a type of CUDA
  SyntaxTokens ignored_;
  TokenSpan in_;
  std::vector<std::size_t> role_; // the type given to a token; 0: its own; erased: dropped
  std::vector<Scope> scopes_;
  std::map<std::size_t, std::string> class_bodies_; // index of `{` -> class
  std::size_t at_ = 0;
};

} // namespace heddle::cuda
