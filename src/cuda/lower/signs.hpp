// Which integers of LLVM IR are signed. LLVM has no signed types; its operations say how they read
// their operands (`sdiv`, `zext`, `nsw`), and the source's types reach it as debug information.
// Either reading of a value is right, as every use converts; the one that the source has gives
// expressions without conversions.
#pragma once
#include "cuda/parse/precompiled.hpp"

#include <unordered_map>

namespace heddle::cuda {

class Signs {
public:
  explicit Signs(const llvm::Function& f);
  bool is_signed(const llvm::Value& v) const;
  // What a declaration says.
  void set(const llvm::Value& v, bool is_signed) { fixed_[&v] = is_signed; }
  // It is read from memory of unsigned numbers.
  void is_from_unsigned(const llvm::Value& v) { vote(&v, false); }

private:
  void vote(const llvm::Instruction& i);
  void vote(const llvm::Value* v, bool is_signed, int weight = 1);
  void vote_of_variables(const llvm::Instruction& i);
  void join(const llvm::Value* a, const llvm::Value* b);
  const llvm::Value* find(const llvm::Value* v) const;

  mutable std::unordered_map<const llvm::Value*, const llvm::Value*> parent_;
  std::unordered_map<const llvm::Value*, int> votes_; // > 0: unsigned
  std::unordered_map<const llvm::Value*, bool> fixed_;
};

} // namespace heddle::cuda
