// Text of host functions that Clang's tree does not hold, or only in part, because something in it
// does not compile. Clang drops a statement with an error, or what belongs to one, and goes on:
//
//   cv::Mat image(n, m);                   not in the tree
//   if (c) cv::read(n); else f();          an empty statement stands for the first
//   if (cv::read(n)) f();                  a condition of which only the place is known
//   int w = cv::width(n), h = 3;           the variable, without its initializer
//
// What is written there may be done there: a walk that comes by forgets what its words name.
#pragma once
#include "cuda/launch/open_axes.hpp"
#include "cuda/parse/precompiled.hpp"
#include "cuda/parse/unit.hpp"

#include <map>
#include <set>
#include <string>

namespace heddle::cuda {

struct LostText {
  clang::SourceRange range;
  std::set<std::string> names;    // in it, and in the macros that it uses
  std::set<std::string> declared; // of these, what may be declared anew for the rest of the block
  bool leaves = false;            // the function, perhaps
  bool is_followed = true;        // else control, or a type's name, may be anything behind it
};

struct LostTexts {
  // Of a block, what stands before its n-th statement, or at its end.
  std::map<const clang::Stmt*, std::map<std::size_t, LostText>> in_blocks;
  std::map<const clang::Stmt*, LostText> instead; // an empty statement, and what it stands for
  std::vector<LostText> parts;                    // of the tree that do not compile
  // Behind what may declare them, names that may mean something else than the tree says.
  struct Hidden {
    clang::FileID file;
    unsigned begin = 0, end = 0;
    std::set<std::string> names;
  };
  std::vector<Hidden> hidden;
  std::set<std::string> names; // in all of it
  bool is_torn = false;        // an error stands where it is not known what is lost
};

// The text of the function: where a body was lost that is another declaration's, with that.
clang::SourceRange range_of(const clang::FunctionDecl& f, const clang::Stmt& body,
                            const clang::ASTContext& ast);
// Nothing is lost where no error stands in the function.
LostTexts find_lost(const clang::FunctionDecl& f, const clang::Stmt& body, const Unit& unit);
// Does it declare something that does not compile? Clang takes cv::read(n) for such an `n`, too.
bool is_invalid(const clang::DeclStmt& s);
// What is written there; `declares`: it may be a declaration.
LostText read_lost(clang::SourceRange range, const Unit& unit, bool declares);
// What stands behind a kernel that the text names there, <<<n, 32>>>; all are closed without it.
// `is_integer`: is that the name of a variable which is a number there?
using IsInteger = llvm::function_ref<bool(const std::string& name)>;
OpenAxes read_axes(clang::SourceLocation kernel, const Unit& unit, const IsInteger& is_integer);
// And what it is given, where that is a name, or a part of what one names; "": something else.
std::vector<std::string> read_arguments(clang::SourceLocation kernel, const Unit& unit);

} // namespace heddle::cuda
