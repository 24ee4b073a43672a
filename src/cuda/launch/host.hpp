// What is known of a file's host functions before one of them is walked.
#pragma once
#include "cuda/launch/file_variables.hpp"
#include "cuda/launch/lost.hpp"
#include "cuda/parse/precompiled.hpp"
#include "cuda/parse/unit.hpp"

#include <map>
#include <memory>
#include <optional>
#include <set>

namespace heddle::cuda {

// What a function that is known only by its declaration does.
enum class LibraryEffect : std::uint8_t {
  unknown,   // anything that it can reach
  nothing,   // gives a value, prints, allocates
  arguments, // writes what its arguments point to, now, and keeps no address
  keeps,     // may write there later as well
  ends       // does not return
};

// Objects whose addresses code keeps or gives away, or binds references to.
struct Addressed {
  std::set<const clang::VarDecl*> variables;
  // Others, to which lambdas have references, and statements in which these are written.
  std::set<const clang::VarDecl*> captured;
  std::map<const clang::Stmt*, std::set<const clang::VarDecl*>> captured_in;
  bool self = false; // *this, or a part of it
};

class Captures;

class HostFile {
public:
  explicit HostFile(Unit& unit);
  ~HostFile();

  // The body, also where parts of it do not compile; null where statements of it are lost.
  const clang::Stmt* body(const clang::FunctionDecl& f) const;
  bool has_body(const clang::FunctionDecl& f) const; // this declaration, not another of it
  bool is_library(const clang::Decl& d) const;       // declared in our headers or the system's
  LibraryEffect effect(const clang::FunctionDecl& f) const;
  // Variables whose addresses the function keeps or gives away, its parameters among them.
  const std::set<const clang::VarDecl*>& kept(const clang::FunctionDecl& f) {
    return addressed(f).variables;
  }
  // Of others, those that lambdas change which are written in the statement, or anywhere in the
  // function: whoever has such a lambda may do that.
  const std::set<const clang::VarDecl*>& captured_in(const clang::FunctionDecl& f,
                                                     const clang::Stmt& s);
  const std::set<const clang::VarDecl*>& captured(const clang::FunctionDecl& f) {
    return addressed(f).captured;
  }
  // And the object that a method is called on.
  bool gives_this_away(const clang::FunctionDecl& method) { return addressed(method).self; }
  // Does an object give its address away when it is made?
  bool keeps_itself(clang::QualType type);
  bool has_labels(const clang::FunctionDecl& f);
  // Is the variable, which the lambda captures by reference, what it is where that is written
  // whenever somebody calls it?
  bool is_fixed(const clang::VarDecl& v, const clang::LambdaExpr& lambda);
  // Is a lambda only called, by its name or by functions that it is given to?
  bool is_only_called(const clang::LambdaExpr& lambda);
  // Variables that live only while the statement is executed.
  const std::vector<const clang::VarDecl*>& locals(const clang::Stmt& s);
  // Does any code take the variable's address, or may other files?
  bool is_address_taken(const clang::VarDecl& v) const;
  // Of a variable of the file: is it what it is made with whenever code reads it?
  bool is_never_changed(const clang::VarDecl& v) const;
  // Of a dim3 of the file: is the member 1 whenever code reads it?
  bool is_always_one(const clang::VarDecl& v, const clang::FieldDecl& member) const;
  bool is_called_at_once(const clang::FunctionDecl& lambda) const {
    return at_once_.contains(&lambda);
  }
  // May code of other files call it? Of a program none does but what is seen to name it.
  bool is_called_elsewhere(const clang::FunctionDecl& f) const;
  // Does an error leave it open what the function does?
  bool is_torn(const clang::FunctionDecl& f) const { return lost(f).is_torn; }
  // What of a function is not in the tree.
  const LostTexts& lost(const clang::FunctionDecl& f) const;
  const std::map<std::size_t, LostText>* lost_in(const clang::CompoundStmt& s) const;
  const LostText* lost_at(const clang::NullStmt& s) const;
  const LostText& text_of(const clang::Stmt& s); // that does not compile
  // May the name mean another declaration there than the tree says?
  bool is_hidden(const clang::NamedDecl& d, clang::SourceLocation at) const;
  bool is_named_in_lost(const clang::NamedDecl& d) const; // anywhere
  // Parameters and variables of a function, those of lambdas in it too.
  const std::vector<const clang::VarDecl*>& variables(const clang::FunctionDecl& f);

  Unit& unit;
  std::vector<clang::FunctionDecl*> functions; // of the file itself, with a body, in order
  std::vector<clang::FunctionDecl*> patterns;  // the same of templates
  std::vector<const clang::FunctionDecl*> declared_kernels; // that are defined in another file
  bool has_main = false;

private:
  const Captures* captures_in(const clang::DeclContext* outermost);
  bool is_changed_in_lambdas(const clang::VarDecl& v);
  bool is_of_this_file(const clang::VarDecl& v) const;
  void find_functions();
  void find_addressed();
  const Addressed& addressed(const clang::FunctionDecl& f);
  void add_whole(const clang::FunctionDecl& f, Addressed& to) const;
  void find_lost_texts();
  const LostTexts& find_lost_texts(const clang::FunctionDecl& f);
  void add_lost(const clang::FunctionDecl& f, Addressed& to);

  std::set<const clang::FunctionDecl*> at_once_;
  std::map<const clang::FunctionDecl*, LostTexts> lost_; // by canonical declarations
  std::set<std::string> lost_names_;                     // of all functions
  std::map<const clang::Stmt*, LostText> texts_;
  std::map<const clang::FunctionDecl*, std::vector<const clang::VarDecl*>> variables_;
  std::set<const clang::VarDecl*> taken_;
  FileVariables file_variables_;
  std::set<const clang::CXXRecordDecl*> given_; // classes of which some method gives `this` away
  std::map<const clang::FunctionDecl*, Addressed> kept_;
  std::map<const clang::CXXRecordDecl*, bool> keep_themselves_;
  std::map<const clang::FunctionDecl*, bool> labels_;
  std::map<const clang::FunctionDecl*, std::unique_ptr<Captures>> captures_;
  std::map<const clang::Stmt*, std::vector<const clang::VarDecl*>> locals_;
};

// What calls of a lambda execute: the instances of a generic one.
std::vector<clang::CXXMethodDecl*> call_operators(const clang::LambdaExpr& lambda);
const clang::Expr* without_casts(const clang::Expr* e);
// Is one of the names that of a variable, or of a binding of it?
bool is_named(const clang::VarDecl& v, const std::set<std::string>& names);
// Is one of them `this`, or may it be a member of the class or of a base?
bool names_member(const std::set<std::string>& names, const clang::CXXRecordDecl& of);
// Has it nothing of its own, neither copies nor `this`?
bool captures_references(const clang::CXXRecordDecl& lambda);
// The lambda of [&] { .. }(), which has copied nothing: nobody else calls it.
const clang::LambdaExpr* called_at_once(const clang::CallExpr& e);
// The arguments of a call of what a pointer, or a std::function, leads to; nothing: it is none.
std::optional<std::vector<const clang::Expr*>> called_by_pointer(const clang::CallExpr& e,
                                                                 const HostFile& file);
// What std::move and std::forward are given, which is what they give; of others the expression.
const clang::Expr* passed_on(const clang::Expr* e);
// The variable that an lvalue is part of, where no pointer or call leads to it.
const clang::VarDecl* base_variable(const clang::Expr* e);
// The pointer that leads to the object which an lvalue is part of: p in p->a[1], *p, p[1].b.
const clang::Expr* base_pointer(const clang::Expr* e);
// Is the class the only one that the derived one has for a base, so that members are told apart by
// their declarations?
bool is_only_base(const clang::CastExpr& derived_to_base);

} // namespace heddle::cuda
