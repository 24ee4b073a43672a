// Calls of the host functions that launch: what they pass.
#pragma once
#include "cuda/host/host.hpp"
#include "support/context.hpp"

#include <map>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace heddle::cuda {

class Lowering;
struct KernelRequest;
struct Learned;

// Ways into host functions. Those of a function are known when every place that names it is a call
// that is understood, and no other file calls it: it is static, or the file has the program's main.
class HostCallers {
public:
  HostCallers(const Program& program, Ctx& ctx);
  ~HostCallers();

  // At least one; null stands for anything that could be passed.
  using Entry = std::shared_ptr<const HostEntry>;
  const std::vector<Entry>& ways_into(const FunctionDecl& f, const std::string& scope);

private:
  struct Site {
    const TemplateUse* use;
    HostCall call;
  };
  std::vector<Entry> find(const FunctionDecl& f, const std::string& scope);
  std::optional<std::vector<Site>> sites_of(const FunctionDecl& f, const std::string& scope);
  std::shared_ptr<HostEntry> evaluate(const Site& site, const Entry& outer, bool same_scope);
  void index();

  const Program& program_;
  Ctx& ctx_;
  // calls by the name of the callee, and of functions that are arguments
  std::unordered_map<std::string_view, std::vector<const TemplateUse*>> called_, passed_;
  bool indexed_ = false, has_main_ = false;
  std::map<const FunctionDecl*, std::vector<Entry>> known_; // nodes keep their place
  std::shared_ptr<Pool> pool_;
  std::unique_ptr<KernelRequest> request_;
  std::unique_ptr<Learned> learned_;
  std::unique_ptr<Lowering> resolver_; // says what names mean
};

} // namespace heddle::cuda
