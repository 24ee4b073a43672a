// What variables of a file keep for good, whoever is called: those that nothing changes.
#pragma once
#include "cuda/parse/precompiled.hpp"
#include "cuda/parse/unit.hpp"

#include <map>
#include <set>
#include <vector>

namespace heddle::cuda {

// What the code of a file does with its variables of static storage.
class FileVariables {
public:
  explicit FileVariables(const Unit& unit);

  // Does nothing in the file change it, or let others do so?
  bool is_only_read(const clang::VarDecl& v) const;
  // The member of a dim3 that is 1 in all that the variable is ever given: dim3(columns, rows).z
  bool is_always_one(const clang::VarDecl& v, const clang::FieldDecl& member) const;

  struct Uses {
    bool is_lost = false;                      // used otherwise: anything may become of it
    std::vector<const clang::Expr*> values;    // that the whole object gets
    std::set<const clang::FieldDecl*> written; // members by themselves
  };

private:
  const Uses* uses_of(const clang::VarDecl& v) const; // null: none but its initializer
  std::map<const clang::VarDecl*, Uses> uses_;        // by canonical declarations
};

} // namespace heddle::cuda
