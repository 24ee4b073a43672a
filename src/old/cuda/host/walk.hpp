// The evaluator of host code: statements are walked in order (host/walk.cpp, host/loops.cpp) up to
// the launch (host/reach.cpp), expressions give values (host/eval.cpp, host/calls.cpp), values
// combine (host/values.cpp), and what is known is kept and forgotten (host/state.cpp).
#pragma once
#include "cuda/host/effects.hpp"
#include "cuda/host/host.hpp"

#include <map>
#include <set>

namespace heddle::cuda {

class HostWalk {
public:
  // Up to the launch, or to `call` in the same function.
  HostWalk(const HostEnv& env, const LaunchItem& launch, const HostCall* call = nullptr);
  HostLaunch run();
  std::shared_ptr<HostEntry> run_to_call();

private:
  enum class Flow : std::uint8_t { next, left, reached };
  struct Var {
    std::string name;
    CT type;
    HostValue value;
    bool open = false;   // never tracked: volatile, static, a reference
    bool refers = false; // a reference: assigning to it changes another variable
  };
  // What is known at a place. Values never change: an assignment gives the variable another one.
  struct State {
    std::vector<Var> vars; // innermost last
    std::map<std::string, HostValue> globals;
    std::vector<Expr> facts;
    std::vector<Expr> powers; // zero or a power of two
  };

  // ---- the function and what its callers say of it (host/entry.cpp) ----------------------------
  Flow walk_function();
  void declare_template();
  void declare_open(const TemplateParam& p);
  void declare_params();
  void hide_members();
  bool find_path(const StmtPtr& s);
  Flow reach_target() { return call_ ? reach(*call_->call) : reach(*item_.launch); }
  Flow reach(const CallExpr& call);
  Flow reach_within(const ExprPtr& e);
  bool passes_own(const ExprPtr& arg);
  bool only_indexed(const std::string& name) const;

  // ---- statements -------------------------------------------------------------------------------
  Flow exec(const StmtPtr& s);
  Flow exec_list(const std::vector<StmtPtr>& list);
  Flow exec_if(const IfStmt& s);
  Flow exec_loop(const ExprPtr& cond, const ExprPtr& step, const StmtPtr& body, bool tests_first);
  Flow exec_for(const ForStmt& s);
  Flow exec_range_for(const RangeForStmt& s);
  Flow exec_switch(const SwitchStmt& s);
  Flow run(const ExprPtr& e);
  Flow reach(const LaunchExpr& launch);
  bool maybe_dims(const ExprPtr& e);
  bool never_returns(const CallExpr& n) const;
  void declare_bindings(const VarDecl& var, bool reference);
  void end_scope(const std::vector<StmtPtr>& list);
  void declare(const DeclPtr& decl);
  void declare(const EnumDecl& e);
  void hide(const DeclNode& decl);
  bool bind(const TemplateParam& p);
  void join(State other, const HostValue& cond);
  void assume(const ExprPtr& e, bool holds);
  void assume_one_of(const HostValue& on, const std::vector<HostValue>& labels);
  void add_fact(Expr e);
  void forget_facts();
  void step_facts(const ExprPtr& step, const HostEffects& rest, const State& before);
  void step_power(BinaryOp op, std::int64_t by, Expr first, Expr now);
  bool is_power(Expr e) const;
  bool is_target(const ExprPtr& e) const;
  bool contains(const StmtPtr& s) const;
  bool contains(const ExprPtr& e) const;

  // ---- what changes -----------------------------------------------------------------------------
  void apply(const HostEffects& effects);
  void forget(const std::string& name);
  void forget_axis(const std::string& name, const std::string& axis);
  void forget_reachable(bool by_calls);
  void forget_shared();
  void store(const ExprPtr& target, HostValue value);
  Var* find(const std::string& name);
  static std::size_t axis_of(const std::string& member); // 3: none

  // ---- expressions ------------------------------------------------------------------------------
  HostValue value(const ExprPtr& e); // with its effects
  HostValue eval(const ExprPtr& e);  // of an expression without any
  HostValue eval_name(const QualifiedName& name, Loc loc);
  HostValue eval_unary(const UnaryExpr& n);
  HostValue eval_binary(const BinaryExpr& n);
  HostValue eval_conditional(const ConditionalExpr& n);
  HostValue eval_call(const CallExpr& n);
  HostValue eval_member(const MemberExpr& n);
  HostValue eval_dims(const std::vector<ExprPtr>& args);
  HostValue call_function(const Item& f, const std::vector<HostValue>& args);
  const Item* chosen(const QualifiedName& name, std::size_t args) const;
  CT type_of(const TypePtr& type) const;
  HostValue body_value(const FunctionDecl& f, const CT& type); // type: null when deduced
  HostValue library_call(const std::string& name, const std::vector<HostValue>& args);
  HostValue eval_index(const IndexExpr& n);
  HostValue eval_sizeof(const ExprNode& operand);
  HostValue element(const HostValue& list, const std::string& name, Loc loc);
  HostValue initial(const VarDecl& var, const CT& type);
  HostValue initial_list(const VarDecl& var, const CT& type);
  // Records (host/records.cpp).
  bool has_changing_operator(const Record& record);
  HostValue initial_record(const VarDecl& var, const CT& type);
  void add_members(HostValue& v, const CT& type, const std::string& path, const std::string& name,
                   Loc loc);
  void set_members(HostValue& v, const CT& type, const std::string& path, const InitListExpr& list);
  HostValue part_of(const HostValue& record, const std::string& path) const;
  bool store_member(const MemberExpr& target, const HostValue& v, Loc loc);

  // ---- values (host/values.cpp) -----------------------------------------------------------------
  HostValue number(Expr e, const CT& type) const;
  HostValue constant(const FoldValue& v) const;
  HostValue fresh(const CT& type, const std::string& name, Loc loc);
  HostValue convert(const HostValue& v, const CT& to);
  HostValue promote(const HostValue& v);
  HostValue arithmetic(BinaryOp op, const HostValue& a, const HostValue& b);
  HostValue floating(BinaryOp op, const HostValue& a, const HostValue& b);
  HostValue rounded(const HostValue& v, bool up);
  HostValue truncated(const HostValue& v, const CT& to);
  Expr either(Expr c, Expr a, Expr b);
  HostValue choose(Expr cond, const HostValue& a, const HostValue& b);
  HostValue one_of(const HostValue& a, const HostValue& b);
  HostValue moved(const HostValue& pointer, const HostValue& by, bool forward);
  const IndexExpr* element_address(const ExprPtr& e);
  HostValue merged(const HostValue& cond, const Var& a, const HostValue& b);
  std::optional<Expr> truth(const HostValue& v);
  Expr exact(const HostValue& quotient, Expr result);

  const HostEnv& env_;
  Pool& pool_;
  const LaunchItem& item_;
  const HostCall* call_;
  std::shared_ptr<HostEntry> found_;
  std::set<const StmtNode*> path_;
  const TemplateDecl* tmpl_ = nullptr;        // of the host function
  const RecordDecl* record_ = nullptr;        // the class whose method it is
  const TemplateDecl* record_tmpl_ = nullptr; // of that class
  std::map<std::string, CT> types_;           // names of types that are not the file's
  std::string scope_;
  HostEffectFinder effects_;
  std::set<std::string> escaping_, opaque_; // opaque: names that mean something not followed
  HostEffects whole_;                       // of the function
  bool has_labels_ = false, unknown_members_ = false;
  State state_;
  HostLaunch result_;
  unsigned depth_ = 0, steps_ = 0;
};

} // namespace heddle::cuda
