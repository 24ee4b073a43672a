// Instances of kernel templates that the file itself does not make.
#pragma once
#include "cuda/parse/asked.hpp"
#include "cuda/parse/diagnostics.hpp"
#include "cuda/parse/unit.hpp"

#include <map>
#include <optional>

namespace clang {
class FunctionTemplateDecl;
class TemplateArgumentListInfo;
class TemplateParameterList;
} // namespace clang

namespace heddle::cuda {

struct Instance {
  clang::FunctionDecl* decl = nullptr; // null: `error` says why there is none
  std::vector<std::string> assumed;    // of parameters whose argument is our choice
  bool has_numbers = false;            // some of them are no types
  std::optional<ClangError> error;
};

class Instances {
public:
  Instances(clang::Sema& sema, Collector& collector) : sema_(sema), collector_(collector) {}

  // With arguments of our choice: one or two that compile, or the reason why none does.
  std::vector<Instance> choose(clang::FunctionTemplateDecl& kernel);
  // With arguments that the command line gives; those that it leaves open are our choice.
  Instance make(clang::FunctionTemplateDecl& kernel, const std::vector<AskedArgument>& asked);
  // Was it made here, and does not compile?
  bool failed(const clang::FunctionDecl& instance) const {
    const auto it = tried_.find(&instance);
    return it != tried_.end() && it->second;
  }

private:
  struct Choice;
  struct Arguments;

  Instance attempt(clang::FunctionTemplateDecl& kernel, const Choice& choice,
                   const std::vector<AskedArgument>& asked);
  std::optional<Instance> mix(clang::FunctionTemplateDecl& kernel, clang::QualType type);
  void add_asked(const clang::TemplateParameterList& parameters, const AskedArgument& asked,
                 std::size_t at, Arguments& to);
  void add_chosen(const clang::NamedDecl& parameter, const Choice& choice, unsigned at,
                  Arguments& to);
  void instantiate(clang::FunctionTemplateDecl& kernel, Arguments& arguments, Instance& result);
  clang::FunctionDecl* define(clang::FunctionTemplateDecl& kernel, Arguments& arguments);

  clang::Sema& sema_;
  Collector& collector_;
  std::map<const clang::FunctionDecl*, std::optional<ClangError>> tried_;
};

} // namespace heddle::cuda
