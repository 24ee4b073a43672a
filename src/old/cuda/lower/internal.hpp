// The lowering of one kernel. One class, its members by subject in lower_*.cpp.
#pragma once
#include "cuda/host/host.hpp"
#include "cuda/lower/common.hpp"
#include "cuda/lower/frame.hpp"
#include "cuda/lower/launch.hpp"
#include "cuda/lower/lower.hpp"
#include "cuda/syntax/ast_rename.hpp"
#include "cuda/types/fold.hpp"

#include <deque>
#include <functional>
#include <string_view>
#include <unordered_map>

namespace heddle::cuda {

// Launches that say the same of a kernel.
struct LaunchClass {
  std::vector<LaunchItem> launches;
  std::vector<LaunchFact> facts; // of the first; of the others up to the names of host values
  bool impossible = false;
};

// A place in host code, where names mean what they mean in namespace `scope`, with `around` binding
// template parameters of the function there.
struct HostPlace {
  std::string scope;
  const FunctionDecl* host = nullptr; // null: outside of functions
  const ExprNode* place = nullptr;
  const TemplateDecl* tmpl = nullptr; // of the function
  const Bindings* around = nullptr;
};
HostPlace place_of(const LaunchItem& launch);

class Lowering {
public:
  Lowering(const Program& program, Ctx& ctx, const KernelRequest& request, Learned& learned);
  // One pass; `again` is set when something was learned that this pass should have known.
  core::Kernel run(bool& again);
  // After run(): the launches, by what is known of them.
  std::vector<LaunchClass> take_launches() { return std::move(launch_classes_); }
  // Template arguments of an instance, as they are written there.
  std::optional<Bindings> bind_instance(const TemplateDecl& tmpl,
                                        const std::vector<TemplateArg>& args, const HostPlace& at);
  // Also those that the arguments of a call or launch say.
  std::optional<Bindings> bind_call(const TemplateDecl& tmpl, const FunctionDecl& f,
                                    const QualifiedName& name, const std::vector<ExprPtr>& passed,
                                    const HostPlace& at);
  std::optional<Bindings> bind_launch(const TemplateDecl& tmpl, const FunctionDecl& kernel,
                                      const LaunchItem& launch);
  const std::map<std::string, RecordPtr>& records() const { return records_; }
  // What `call` passes, in expressions of `pool`; `host` says where it stands.
  std::shared_ptr<HostEntry> entry_by_call(Pool& pool, const LaunchItem& host,
                                           const HostCall& call);

private:
  friend class AsmLowering;
  friend class AtomicLowering;
  friend class ConstantRun;
  struct Depth; // counts nesting for as long as it lives

  // ---- emission (lower/emit.cpp) ----------------------------------------------------------------
  void emit(core::Stmt::Node node, Loc loc);
  void unsupported(std::string reason, Loc loc);
  void assign(core::VarId var, Expr value, Loc loc);
  core::VarId new_var(const std::string& name, Type type, Loc loc);
  core::VarId new_temp(Type type, Loc loc);
  std::string unique_name(const std::string& name);
  core::LabelId new_label() { return next_label_++; }
  // Runs `f` with statements going to a new block, which is returned.
  core::Block collect(const std::function<void()>& f);
  void emit_if(Expr cond, core::Block then_block, core::Block else_block, Loc loc);
  // A place in the current block, to find out later whether variables were assigned since.
  struct Mark {
    core::Block* block;
    std::size_t index;
    std::uint64_t stamp;
  };
  Mark mark() const { return {out_, out_->size(), stamp_}; }
  Expr protect(Expr e, const Mark& since);
  void protect(Value& value, const Mark& since);
  void protect(LValue& lvalue, const Mark& since);
  // `e` in a temporary, unless it mentions no variable.
  Expr snapshot(Expr e, Loc loc);
  void snapshot(LValue& lvalue);

  // ---- names and types (lower/names.cpp, lower/types.cpp) ---------------------------------------
  Frame& frame() { return frames_.back(); }
  void declare(const std::string& name, Entity entity);
  Entity* find_local(const std::string& name);
  std::optional<LValue> find_variable(const QualifiedName& name, Loc loc);
  std::optional<LValue> find_member(const std::string& name, Loc loc);
  std::optional<LValue> find_constant(const QualifiedName& name);
  // Constants of the file with parts (lower/table.cpp).
  std::optional<Value> folded_object(const CT& type, const ExprPtr& e);
  std::optional<Value> folded_table(const Item& item, const CT& type);
  std::optional<Value> from_table(const Pointer& p, const CT& type);
  std::optional<Value> table_element(const Value& table, Expr offset, const CT& type);
  std::optional<LValue> global_variable(const Item& item, Loc loc);
  LValue member(const LValue& record, const std::vector<std::size_t>& path, Loc loc,
                bool binds = false);
  std::optional<LValue> whole_object(const CastExpr& n, const CT& type, Loc loc);
  std::optional<Value> bind_reference(const Field& field, const ExprPtr& e);
  bool loses_writes(const TypePtr& written, const CT& type, const LValue& l, Loc loc);
  std::string place_key(const std::string& name, Loc loc);
  CT resolve(const TypePtr& type);
  CT resolve_name(const QualifiedName& name, Loc loc);
  std::optional<std::pair<std::string, std::vector<TemplateArg>>>
  trait(const QualifiedName& name, const std::string& member, const std::string& suffix);
  std::optional<bool> trait_value(const QualifiedName& name);
  CT trait_type(const QualifiedName& name);
  CT resolve_item(const Item& item, const QualifiedName& name);
  std::optional<std::optional<Bindings>>
  match_specialisation(const Item& candidate, const TemplateDecl& primary, const Bindings& actual);
  CT resolve_in(const std::string& scope, const Bindings& bindings, const TypePtr& type);
  CT resolve_in(const Item& item, const Bindings& bindings, const TypePtr& type);
  CT resolve_in(const Record& record, const TypePtr& type);
  // Runs `f` where names mean what they mean in namespace `scope` with `bindings`, after `seen`
  // declarations of the file: as many as here, where it is not given.
  void in_scope(const std::string& scope, const Bindings& bindings, const std::function<void()>& f);
  void in_scope(const std::string& scope, const Bindings& bindings, unsigned seen,
                const std::function<void()>& f);
  unsigned position(const Item& item) const;
  unsigned position(const DeclNode& decl) const;
  void declare_bindings(const Bindings& bindings);
  CT resolve_record(const DeclPtr& decl, const std::string& scope, const Bindings& bindings,
                    const std::string& suffix);
  void fill_record(Record& record, const RecordDecl& decl);
  void add_member(Record& record, const RecordDecl& decl, const DeclPtr& m, std::string& trouble);
  void add_variable(Record& record, const VarDecl& var, Loc loc, std::string& trouble);
  void add_static_member(Record& record, const VarDecl& var, const CT& type, Loc loc);
  void add_nested(Record& record, const RecordDecl& decl, const DeclPtr& member,
                  const RecordDecl& nested);
  void add_enum(Record& record, const EnumDecl& e);
  CT enum_type(const EnumDecl& decl);
  void local_record(const DeclPtr& decl);
  void declare_enumerators(const EnumDecl& decl);
  std::optional<std::int64_t> enumerator(const EnumDecl& decl, std::size_t index,
                                         const std::string& scope);
  std::optional<FunctionRef> constant_function(const QualifiedName& name,
                                               const std::vector<FoldValue>& values);
  std::optional<FoldValue> fold_call(const CallExpr& n, const std::vector<FoldValue>& args);
  std::optional<FoldValue> fold_global(const Item& item);
  std::optional<Bindings> bind_template(const TemplateDecl& tmpl,
                                        const std::vector<TemplateArg>& args);
  bool bind_value(const TemplateParam& param, const ExprPtr& e, const Bindings& bindings,
                  Binding& b);
  std::shared_ptr<const FunctionRef> named_function(const ExprPtr& e);
  std::optional<Entity> binding_entity(const Binding& binding);
  Value function_value(const FunctionRef& f);
  std::optional<std::int64_t> fold(const ExprPtr& e);
  std::optional<FoldValue> fold_value(const ExprPtr& e);
  FoldEnv fold_env();
  std::optional<FoldValue> fold_name(const QualifiedName& name);

  // ---- values and conversions (lower/convert.cpp) -----------------------------------------------
  Value make_scalar(CT type, Expr e) { return {std::move(type), e, {}, {}}; }
  Value int_value(std::int64_t v, const CT& type);
  Value bool_value(Expr e);
  Value float_literal(double v, const CT& type);
  Value literal(const FoldValue& v); // of an arithmetic type
  Value unknown_value(const CT& type, const std::string& reason, Loc loc,
                      Scope sharing = Scope::thread);
  Value zero_value(const CT& type, Loc loc);
  Value convert(const Value& v, const CT& to, Loc loc);
  Value convert_to_pointer(const Value& v, const CT& to, Loc loc);
  Value convert_to_integer(const Value& v, const CT& to);
  Value convert_to_floating(const Value& v, const CT& to);
  Expr truth(const Value& v, Loc loc);
  Expr to_i64(const Value& v, Loc loc);
  Expr pure(const std::string& name, Type type, std::vector<Expr> args);
  CT promoted(const CT& type);
  CT common_type(const CT& a, const CT& b);
  Expr scalar_bits(const Value& v); // the value as memory holds it
  Value from_bits(const CT& type, Expr e);

  // ---- expressions (lower/expr.cpp, lower/operators.cpp) ----------------------------------------
  Value eval(const ExprPtr& e);
  Value value_of(const LValue& l); // arrays decay
  void eval_discard(const ExprPtr& e);
  LValue eval_lvalue(const ExprPtr& e);
  Expr eval_condition(const ExprPtr& e);
  LValue temporary(Value v, Loc loc);
  Value eval_initialiser(const CT& type, const ExprPtr& e, bool is_direct = false);
  Value init_list(const CT& type, const std::vector<ExprPtr>& items,
                  const std::vector<std::string>& designators, Loc loc);
  struct ListItems; // those of a list, some of them taken
  Value aggregate(const CT& type, ListItems& list, Loc loc);
  Value list_part(const CT& type, const Field* field, ListItems& list, Loc loc);
  bool elides_braces(const CT& part, const ExprPtr& e);

  LValue eval_node(const IntLiteral& n, const ExprNode& e);
  LValue eval_node(const FloatLiteral& n, const ExprNode& e);
  LValue eval_node(const CharLiteral& n, const ExprNode& e);
  LValue eval_node(const StringLiteral& n, const ExprNode& e);
  LValue eval_node(const BoolLiteral& n, const ExprNode& e);
  LValue eval_node(const NullptrLiteral& n, const ExprNode& e);
  LValue eval_node(const ThisExpr& n, const ExprNode& e);
  LValue eval_node(const NameExpr& n, const ExprNode& e);
  LValue eval_node(const UnaryExpr& n, const ExprNode& e);
  LValue eval_node(const BinaryExpr& n, const ExprNode& e);
  LValue eval_node(const AssignExpr& n, const ExprNode& e);
  LValue eval_node(const ConditionalExpr& n, const ExprNode& e);
  LValue eval_node(const CallExpr& n, const ExprNode& e);
  LValue eval_node(const LaunchExpr& n, const ExprNode& e);
  LValue eval_node(const IndexExpr& n, const ExprNode& e);
  LValue eval_node(const MemberExpr& n, const ExprNode& e);
  LValue eval_node(const CastExpr& n, const ExprNode& e);
  LValue eval_node(const ConstructExpr& n, const ExprNode& e);
  LValue eval_node(const InitListExpr& n, const ExprNode& e);
  LValue eval_node(const SizeofExpr& n, const ExprNode& e);
  LValue eval_node(const LambdaExpr& n, const ExprNode& e);
  LValue eval_node(const PackExpansionExpr& n, const ExprNode& e);
  LValue eval_node(const StatementExpr& n, const ExprNode& e);
  LValue eval_node(const OpaqueExpr& n, const ExprNode& e);

  LValue unary(UnaryOp op, const Value& v, const ExprNode& e);
  LValue increment(const UnaryExpr& n, const ExprNode& e, bool discard);
  LValue assign_expr(const AssignExpr& n, const ExprNode& e, bool discard);
  LValue conditional(const ConditionalExpr& n, const ExprNode& e, bool designates);
  bool is_overloaded(const BinaryExpr& n);
  bool may_recur(const CallExpr& call);
  Value returned(const ExprPtr& e);
  void refuse_choice(const CT& type, Loc loc);
  LValue chosen(const ExprPtr& taken, const ExprPtr& other, Loc loc);
  LValue either(Expr cond, std::pair<Value, core::Block> then_part,
                std::pair<Value, core::Block> else_part, const ExprNode& e);
  Value short_circuit(const BinaryExpr& n, const ExprNode& e);
  Value arithmetic(BinaryOp op, const Value& a, const Value& b, Loc loc);
  Value compare(BinaryOp op, const Value& a, const Value& b, Loc loc);
  Value shift(BinaryOp op, const Value& a, const Value& b, Loc loc);
  Value binary(BinaryOp op, const Value& a, const Value& b, Loc loc);
  Value negate(const Value& v, Loc loc);
  // Operators of half2 and bfloat162 (lower/halves.cpp).
  Value binary_halves(BinaryOp op, const Value& a, const Value& b, Loc loc);
  Value negate_halves(const Value& v, Loc loc);
  Value select(Expr cond, const Value& a, const Value& b);
  Pointer select(Expr cond, const Pointer& a, const Pointer& b);
  std::optional<Pointer> moved_address(BinaryOp op, const Value& a, const Value& b, Loc loc);
  std::optional<LValue> geometry(const std::string& name, const std::string& axis, Loc loc);
  // What `f` emits, and nothing else of what it does to this pass.
  core::Block without_effect(const std::function<void()>& f);
  CT type_of(const ExprPtr& e); // without evaluating it
  // Of an operand that is never evaluated: unknown where anything of it is not understood, since
  // nothing else reports that.
  CT unevaluated_type(const ExprPtr& e);
  std::optional<LValue> unevaluated(const ExprPtr& e);
  CT decltype_of(const DecltypeType& n);
  LValue bound_to(const CT& type, LValue l, Loc loc);
  Value not_understood(const std::string& what, Loc loc);

  // ---- pointers and memory (lower/pointer.cpp, lower/memory.cpp) --------------------------------
  PointeeId pointee(const std::string& key, Pointee what);
  Pointer pointer_to(PointeeId id, Expr offset);
  Pointer unknown_pointer(const std::string& reason);
  Value pointer_value(const CT& type, Pointer p);
  Pointer array_pointer(core::ArrayId array, Expr offset);
  Value pointer_add(const Value& p, Expr count, Loc loc); // count: i64 elements
  Value pointer_compare(BinaryOp op, const Value& a, const Value& b, Loc loc);
  Value pointer_difference(const Value& a, const Value& b, Loc loc);
  Expr pointer_truth(const Pointer& p, Loc loc);
  Pointer decay(const LValue& array);
  Pointer address(const LValue& lvalue);
  LValue deref(const Value& pointer, Loc loc);
  LValue index(const LValue& base, const Value& index, Loc loc);
  Value load(const LValue& lvalue); // of a type without qualifiers
  Value loaded(const LValue& lvalue);
  void store(const LValue& lvalue, const Value& value);
  Value load_memory(const Pointer& p, const CT& type, Loc loc);
  Value load_record(const Pointer& p, const CT& type, Loc loc);
  std::optional<Value> load_chosen(const Pointer& p, const CT& type, Loc loc);
  Pointer moved(const Pointer& p, std::int64_t bytes);
  // ---- pointers that arrays hold (lower/rows.cpp) ----
  std::optional<Pointer> loaded_pointer(const Pointer& from, const CT& type, Loc loc);
  core::ArrayId rows_of(core::ArrayId holder, const std::string& key, const CT& pointee);
  Expr row_of(const Pointer& p);
  Expr offset_in(const Pointee& target, const Pointer& p, Loc loc);
  void check_rows();
  void store_memory(const Pointer& p, const CT& type, const Value& value, Loc loc);
  // Bit-fields (lower/bits.cpp).
  Value narrowed(const Value& v, const BitField& bits);
  Value promoted_bits(const Value& v, const BitField& bits, Loc loc);
  Value load_bits(const Pointer& p, const CT& type, const BitField& bits, Loc loc);
  void store_bits(const Pointer& p, const std::vector<std::pair<BitField, Value>>& parts,
                  bool keeps, Loc loc);
  core::VarId read(const Pointer& p, Type type, unsigned size, Loc loc, unsigned align = 1);
  void write(const Pointer& p, Expr value, unsigned size, Loc loc, unsigned align = 1);
  void read_place(const PlacePtr& place, Expr offset, core::VarId into, Type type, unsigned size,
                  Loc loc);
  void write_place(const PlacePtr& place, Expr offset, Expr value, unsigned size, Loc loc);
  // Calls `leaf` for every thing that `p` may point into, each under its condition.
  void for_each_target(const Pointer& p, Loc loc,
                       const std::function<void(const Pointee&, Expr offset)>& leaf);
  bool bad_target(const Pointee& target, Loc loc); // emits why it cannot be accessed

  void needs_memory(const Place& place, Loc loc);

  PlacePtr temporary_place(const CT& type, const std::string& what, Loc loc);
  PlacePtr make_place(const CT& type, const std::string& name, const std::string& key, Loc loc,
                      const std::string& root = {});
  PlacePtr constant_place(Value value, const std::string& name, const std::string& key);
  Value load_place(const Place& place, Loc loc);
  void store_place(const PlacePtr& place, const Value& value, Loc loc);
  void learn_candidates(const std::string& key, const Pointer& p);
  void learn_offset(const Place& place, Expr offset);
  core::ArrayId new_array(core::Array array, const std::string& key);
  core::ArrayId make_array_for(const CT& type, const std::string& name, const std::string& key,
                               core::Space space, Loc loc);
  // `pointers`: whether pointers get an unknown value too; else they keep theirs.
  void havoc_place(const PlacePtr& place, const std::string& reason, bool pointers, Loc loc);

  // ---- calls (lower/call.cpp, lower/overload.cpp, lower/template.cpp, lower/record.cpp) ---------
  LValue call(const CallExpr& n, const ExprNode& e, bool discard);
  LValue call_member(const MemberExpr& m, const CallExpr& n, const ExprNode& e, bool discard);
  LValue call_value(const LValue& callee, const CallExpr& n, Loc loc);
  std::optional<LValue> call_of_class(const QualifiedName& name, const CallExpr& n, Loc loc);
  LValue call_other(const QualifiedName& name, const CallExpr& n, Loc loc);
  Value arrow_pointer(const LValue& object, const ExprPtr& written, Loc loc);
  std::vector<Argument> eval_args(const std::vector<ExprPtr>& args);
  std::optional<FunctionRef>
  select_function(const std::vector<Item>& overloads,
                  const std::optional<std::vector<TemplateArg>>& explicit_args,
                  const std::vector<Argument>& args, const LValue* object = nullptr);
  // `object`: that a method is called for.
  struct Candidate;
  std::optional<Candidate> candidate(const Item& item,
                                     const std::optional<std::vector<TemplateArg>>& explicit_args,
                                     const std::vector<Argument>& args, const LValue* object);
  std::optional<Sequence> way(const CT& to, const Argument& arg);
  bool bind_template(Candidate& c, const std::optional<std::vector<TemplateArg>>& explicit_args,
                     const std::vector<Argument>& args);
  std::optional<Sequence> user_way(const CT& to, const CT& from);
  CT converted_to(const Record& record, const Method& m);
  std::optional<Sequence> object_way(const FunctionDecl& f, const LValue& object);
  Preference preferred_of(const Candidate& a, const Candidate& b);
  std::vector<Candidate> merged(std::vector<Candidate> all);
  std::optional<FunctionRef> specialises(const Item& special, const std::vector<Item>& overloads);
  FunctionRef specialised(const std::vector<Item>& overloads, const FunctionRef& chosen);
  std::optional<Bindings> deduce(const TemplateDecl& tmpl, const FunctionDecl& f,
                                 const std::optional<std::vector<TemplateArg>>& explicit_args,
                                 const std::vector<Argument>& args);
  // False: against what is deduced already.
  bool deduce_type(const TypePtr& param, const CT& arg, const std::set<std::string>& open,
                   Bindings& bindings);
  bool deduce_class(const QualifiedName& name, const CT& arg, const std::set<std::string>& open,
                    Bindings& bindings);
  CT type_to_deduce(const TemplateDecl& tmpl, const TypePtr& param, const Argument& arg);
  LValue inline_call(const FunctionRef& f, std::vector<Argument>& args,
                     const std::optional<LValue>& self, Loc loc,
                     const std::vector<Names>* around = nullptr); // names that a lambda sees
  void bind_params(const FunctionDecl& f, std::vector<Argument>& args, Frame& callee,
                   const Bindings& bindings, const FunctionDecl& defaults);
  void bind_param(const VarDecl& param, const ExprPtr& by_default, const std::string& name, Loc loc,
                  Argument* arg, Frame& callee, const Bindings& bindings, Names& bound);
  // Parameter packs (lower/pack.cpp).
  std::optional<std::size_t> pack_size(const std::string& name);
  std::optional<std::size_t> repetitions(const std::function<void(const Renaming&)>& visit);
  Renaming element_names(std::size_t i);
  std::vector<ExprPtr> expanded(const std::vector<ExprPtr>& list);
  std::vector<TemplateArg> expanded(const std::vector<TemplateArg>& list);
  ExprPtr pack_call(const CallExpr& n);
  void declare_binding(Names& names, const std::string& name, const Binding& binding);
  void deduce_pack(const TemplateDecl& tmpl, const VarDecl& param,
                   const std::vector<Argument>& args, std::size_t first, Bindings& bindings);
  FunctionRef defined(const std::vector<Item>& overloads, const FunctionRef& chosen);
  std::optional<Binding> bind_pack(const TemplateParam& param, const std::vector<TemplateArg>& args,
                                   std::size_t first, const Bindings& bindings);
  LValue call_pointer(const Value& callee, std::vector<Argument>& args, Loc loc);
  LValue call_unknown(const std::string& name, const FunctionDecl* decl,
                      std::vector<Argument>& args, Loc loc);
  std::optional<LValue> call_method(const LValue& object, const NamePart& name,
                                    std::vector<Argument>& args, Loc loc);
  void add_associated(std::vector<Item>& found, const std::string& name,
                      const std::vector<CT>& args) const;
  std::vector<Item> functions_for(const QualifiedName& name, const std::vector<ExprPtr>& args);
  void use_name(const UsingDecl& n, Loc loc);
  std::optional<LValue> operator_call(const std::string& op, const std::vector<Argument>& args,
                                      Loc loc);
  std::optional<FunctionRef>
  find_method(const Record& record, const std::string& name,
              const std::optional<std::vector<TemplateArg>>& explicit_args,
              const std::vector<Argument>& args, const LValue* object = nullptr,
              bool implicit = false); // without explicit ones
  std::optional<Item> specialised_member(const Record& record, const FunctionDecl& f);
  std::optional<std::vector<TemplateArg>>
  folded_args(const std::optional<std::vector<TemplateArg>>& args);
  std::optional<Value> conversion(const LValue& object, const CT& to, Loc loc,
                                  bool is_direct = false); // operator T()
  Value construct(const CT& type, const std::vector<ExprPtr>& args, bool braces, Loc loc);
  std::optional<LValue> call_closure(const LValue& object, std::vector<Argument>& args, Loc loc);
  void capture_by_value(const LambdaExpr& lambda, Record& record, std::vector<Value>& held,
                        Loc loc);
  void capture_initialised(const LambdaExpr& lambda, Closure& closure, Record& record,
                           std::vector<Value>& held);
  void hold(const std::string& name, Value value, Record& record, std::vector<Value>& held);
  bool destroys_quietly(const CT& type, Loc loc);
  bool only_assigns_own(const std::function<void()>& f);
  std::optional<Value> as_operand(const LValue& object, Loc loc);
  Value as_condition(const LValue& object, Loc loc);
  LValue kept_object(const LValue& object, Loc loc);
  bool construct_in(const PlacePtr& place, const std::vector<ExprPtr>& args, Loc loc);
  bool construct_with(const PlacePtr& place, std::vector<Argument> args, Loc loc,
                      bool implicit = false);
  Value copied(const LValue& from, bool is_lvalue, Loc loc);
  void copy_parts(const PlacePtr& place, const LValue& from, Loc loc);
  bool points_into(const Value& v, const Place& place) const;
  Value taken_from(const PlacePtr& place, Loc loc);
  Value copy_initialised(const CT& type, const Argument& from, Loc loc, bool is_direct = false);
  Value by_default(const CT& type, Loc loc);
  CT with_extent(const CT& type, const VarDecl& var);
  Value default_value(const PlacePtr& object, const Field& field);
  Value with_defaults(Value v, const std::vector<bool>& given, Loc loc);
  void initialise_parts(const FunctionDecl& f);
  void initialise_part(const LValue& part, const Field& field, const std::vector<ExprPtr>& args,
                       Loc loc);
  void run_body(const FunctionDecl& f);
  std::optional<LValue> part_of_type(const LValue& object, const CT& type, Loc loc);
  void construct_base(const LValue& base, const std::vector<ExprPtr>& args, Loc loc);
  LValue finish_call(const Frame& done, Loc loc);

  // ---- CUDA's own functions (lower/builtin.cpp, lower/group.cpp, lower_copy.cpp) ----------------
  std::optional<LValue> call_builtin(const std::string& name, const CallExpr& n, const ExprNode& e,
                                     bool discard);
  std::optional<Value> math_call(const std::string& name, const CallExpr& n, Loc loc);
  std::optional<Value> integer_call(const std::string& name, const CallExpr& n, Loc loc);
  Value broadcast(const Value& value, const Value& unknown);
  Value product_of_24_bits(const Value& a, const Value& b);
  std::optional<Value> atomic_call(const std::string& name, const CallExpr& n, const ExprNode& e,
                                   bool discard);
  std::optional<Value> sync_call(const std::string& name, const CallExpr& n, const ExprNode& e);
  std::optional<Value> memory_call(const std::string& name, const CallExpr& n, Loc loc);
  Value copy_call(const std::string& name, const CallExpr& n, Loc loc);
  Value swap_call(const CallExpr& n, Loc loc);
  std::optional<Value> random_call(const std::string& name, const CallExpr& n, Loc loc);
  Value lanes_here(const std::string& reason, Loc loc);
  unsigned come_together(Loc loc);
  std::optional<Value> group_call(const std::string& name, const CallExpr& n, const ExprNode& e);
  std::optional<Value> group_reduce(const std::string& name, const CallExpr& n, Loc loc);
  bool only_computes(const ExprPtr& operation, const CT& type, Loc loc);
  std::optional<Value> group_method(const CT& group, const std::string& name,
                                    const std::vector<Argument>& args, Loc loc,
                                    const std::string& text);
  std::optional<Value> cluster_method(const std::string& name, const std::vector<Argument>& args,
                                      Loc loc, const std::string& text);
  void cluster_dimensions(const FunctionDecl& f);
  std::optional<core::ArrayId> surface_array(const ExprPtr& surface);
  std::optional<Value> surface_call(const std::string& name, const CallExpr& n, Loc loc);
  std::optional<Value> texture_call(const std::string& name, const CallExpr& n, Loc loc);
  // Asynchronous copies (lower/async.cpp).
  void issue_copy(const Pointer& to, const Pointer& from, std::int64_t length, Expr reads, Loc loc);
  void issue_group_copy(const CT& group, const Value& to, const Value& from, const Value& length,
                        Loc loc);
  void copy_piece(const Pointer& to, const Pointer& from, Expr at, unsigned size, Expr reads,
                  Loc loc);
  Value make_pipeline(Loc loc);
  std::optional<Value> async_copy(const CallExpr& n, Loc loc);
  void commit_copies(Loc loc);
  void wait_for_copies(Expr behind, Loc loc);
  std::optional<Value> async_call(const std::string& name, const CallExpr& n, const ExprNode& e);
  std::optional<Value> pipeline_method(const std::string& name, Loc loc);
  // mbarriers (lower/mbarrier.cpp, lower/barrier_object.cpp, lower/spin.cpp).
  void mbarrier(const Pointer& at, const core::Mbarrier& op, Loc loc);
  Value mbarrier_arrive(const Pointer& at, const core::Mbarrier& op, Loc loc);
  void mbarrier_wait_own(const Pointer& at, Expr token, core::Mbarrier op, bool spins, Loc loc);
  Value mbarrier_try(const std::function<void()>& wait, Loc loc);
  bool is_own_token(const Pointer& at, Expr token, bool spins) const;
  void follow_token(core::VarId var, Expr value);
  // Where two ways of a condition meet: what the first one left, and the blocks of both.
  struct Way {
    std::map<core::VarId, Arrival> tokens;
    std::map<Expr, unsigned> last_arrival;
    std::uint64_t block = 0;
  };
  void join_tokens(const Way& first, std::uint64_t second_block);
  bool unchanged(Expr e, std::uint64_t since) const; // no variable in it was written to
  void bulk_copy(const Pointer& to, const Pointer& from, Expr bytes, const Pointer& at,
                 const std::string& text, Loc loc, unsigned piece = 16);
  void counted_copy(const Pointer& to, const Pointer& from, std::int64_t length, const Pointer& at,
                    const std::string& text, Loc loc);
  // elect.sync (lower/elect.cpp).
  Expr elected_lane(Expr mask, Loc loc);
  void choose_lanes();
  bool spin_wait(const core::Loop& loop, Loc loc); // true: it was one
  std::optional<Value> barrier_call(const std::string& name, const CallExpr& n, const ExprNode& e);
  std::optional<Value> barrier_method(const LValue& object, const std::string& name,
                                      const std::vector<Argument>& args, Loc loc,
                                      const std::string& text);
  std::optional<Value> barrier_operation(const std::string& name, const Pointer& at,
                                         const std::vector<Value>& numbers, Loc loc,
                                         const std::string& text);
  // Tensor cores (lower/fragment.cpp).
  CT fragment_type(const std::vector<TemplateArg>& args);
  void forget_fragment(const LValue& fragment, Loc loc);
  void access_tile(const Pointer& tile, std::int64_t rows, std::int64_t bytes, Expr stride,
                   bool stores, Loc loc);
  std::optional<Value> tile_access(const std::string& name, const CallExpr& n, Loc loc);
  std::optional<Value> fragment_call(const std::string& name, const CallExpr& n, Loc loc);
  void copy_bytes(const Value& to, const Value& from, std::int64_t length, Loc loc);
  void fill_bytes(const Value& to, const Value& byte, std::int64_t length, Loc loc);
  std::optional<std::int64_t> constant_bytes(Expr length);
  bool is_immutable(const Value& v) const; // mentions no variable
  bool on_straight_line() const;           // no condition or loop is around, in any caller
  void touch_state(const Value& state, bool reads, Loc loc);
  Expr linear_thread(Loc loc);

  // ---- contracts (lower/contracts.cpp) ----------------------------------------------------------
  std::optional<Value> contract_call(const std::string& name, const CallExpr& n, const ExprNode& e);
  void require(const ExprPtr& e, const std::string& origin, bool entry, Loc loc);
  bool precondition(const ExprPtr& e, Loc loc);
  void oblige(const ExprPtr& e, const std::string& text, Loc loc);
  bool is_relational(const ExprPtr& e) const;
  std::optional<Expr> as_launch_constant(Expr e);

  // ---- statements (lower/stmt.cpp, lower/goto.cpp, lower/switch.cpp, lower/asm.cpp,
  // lower/decl.cpp)
  // ----------------------------
  void lower(const StmtPtr& s);
  void lower_scoped(const StmtPtr& s);
  void lower_list(const std::vector<StmtPtr>& list, std::size_t begin, std::size_t end);
  void with_label(const std::string& label, Jump target, const std::function<void()>& f);
  void goto_loop(const std::vector<StmtPtr>& list, std::size_t head, std::size_t end);
  void lower_node(const CompoundStmt& n, const StmtNode& s);
  void lower_node(const DeclStmt& n, const StmtNode& s);
  void lower_node(const ExprStmt& n, const StmtNode& s);
  void lower_node(const IfStmt& n, const StmtNode& s);
  void lower_node(const WhileStmt& n, const StmtNode& s);
  void lower_node(const DoStmt& n, const StmtNode& s);
  void lower_node(const ForStmt& n, const StmtNode& s);
  void lower_node(const RangeForStmt& n, const StmtNode& s);
  void lower_node(const SwitchStmt& n, const StmtNode& s);
  void lower_node(const CaseStmt& n, const StmtNode& s);
  void lower_node(const LabelStmt& n, const StmtNode& s);
  void lower_node(const GotoStmt& n, const StmtNode& s);
  void lower_node(const BreakStmt& n, const StmtNode& s);
  void lower_node(const ContinueStmt& n, const StmtNode& s);
  void lower_node(const ReturnStmt& n, const StmtNode& s);
  void lower_node(const AsmStmt& n, const StmtNode& s);
  void do_loop(const DoStmt& n, Loc loc);
  void loop(const ExprPtr& cond, const ExprPtr& step, const StmtPtr& body, Loc loc);
  // True when control always comes to the end of `body`: no jump to the label is left.
  bool labelled(core::LabelId label, core::Block body, Loc loc);

  void local_decl(const DeclPtr& decl);
  void local_var(const VarDecl& var, Loc loc);
  bool special_var(const VarDecl& var, const CT& type, Loc loc);
  void init_var(const VarDecl& var, const PlacePtr& place, Loc loc);
  void structured_binding(const VarDecl& var, Loc loc);
  void copy_array(const std::string& name, const CT& type, const LValue& from, Loc loc);
  std::vector<LValue> parts_of(const LValue& object, Loc loc);
  std::optional<LValue> listed_range(const ExprPtr& e, Loc loc);
  void iterate(const VarDecl& var, const LValue& range, const StmtPtr& body, Loc loc);
  CT deduce_auto(const TypePtr& type, const CT& from);
  LValue shared_var(const VarDecl& var, const CT& type, Loc loc);
  core::Block scoped_block(const StmtPtr& s);

  // ---- the kernel (lower/kernel.cpp, lower/geometry.cpp) ----------------------------------------
  void bind_open_template();
  bool all_known(const Bindings& bindings) const;
  // Names of host code (lower/host_names.cpp).
  void declare_host_names(const HostPlace& at, bool with_types);
  void declare_host_variable(const VarDecl& var, const std::optional<FoldValue>& constant, Loc loc,
                             bool with_types);
  void declare_members(const Item& item, unsigned bases);
  void hide_name(const std::string& name, bool is_type);
  void use_host_name(const QualifiedName& name);
  std::optional<FoldValue> host_constant(const VarDecl& var);
  void add_constants(const LaunchItem& item, HostLaunch& host);
  CT certain_type(const ExprPtr& e);
  void bind_kernel_params(const FunctionDecl& f);
  void bind_kernel_param(CT type, const std::string& name, const std::string& shown, Loc loc);
  Value param_value(const CT& type, const std::string& name, Loc loc);
  PlacePtr param_place(const CT& type, const Value& value, const std::string& name,
                       const std::string& key, const std::string& root, Loc loc);
  void fix_param(const std::string& name, SymbolId symbol, Loc loc);
  void fix_geometry(const FunctionDecl& f);
  void fix_dims(bool block, const FunctionDecl& f);
  using Dims = std::array<std::optional<std::int64_t>, 3>;
  const HostLaunch& host_launch(const LaunchItem& launch); // evaluated once
  bool against_options(const HostLaunch& host);
  std::optional<Dims> launch_dims(const LaunchItem& launch, const ExprPtr& config);
  std::vector<PassedValue> passed_values(const HostLaunch& host);
  Expr dims_are(bool block, const Dims& dims);
  void launch_constants();
  void launch_constant(const std::string& name, SymbolId parameter,
                       const std::vector<std::int64_t>& passed);
  void fix_axis(bool block, unsigned axis, std::int64_t value);
  void launch_bounds(const FunctionDecl& f);
  void default_axes(bool block);
  void assume(Expr cond, std::string text, std::string origin, Loc loc);
  std::optional<core::Contract> array_contract(const ExprPtr& e);
  void assume_contract(core::Contract contract, std::string text, std::string origin, Loc loc);
  void option_assumptions();
  bool option_assumption(const OptionAssumption& a);
  // Several launches (lower/launches.cpp).
  std::string launch_signature(const LaunchItem& launch, const FunctionDecl& f,
                               const std::vector<LaunchFact>& facts);
  void classify_launches(const FunctionDecl& f);
  void assume_launch_facts();
  void doubt_instance();
  std::optional<core::ArrayId> array_named(const std::string& name) const;
  std::vector<std::string> arrays_of(const std::string& parameter) const;
  std::set<std::pair<core::ArrayId, core::ArrayId>> launch_aliases(const LaunchItem& launch,
                                                                   const FunctionDecl& f);
  void find_aliases(const FunctionDecl& f);
  std::optional<std::int64_t> passed_distance(const LaunchItem& launch, std::size_t from,
                                              std::size_t to);
  bool bind_within(const FunctionDecl& f, std::size_t i);
  void unknown(std::string reason, Loc loc);
  void needs_island(const IslandDecl& island, const std::string& name);

  const Program& program_;
  Ctx& ctx_;
  const KernelRequest& request_;
  std::vector<LaunchItem> launches_; // that sizes and arguments may rest on
  std::vector<LaunchClass> launch_classes_;
  Learned& learned_;
  core::Kernel kernel_;
  Pool* pool_ = nullptr;
  bool mathematical_ = false; // --assume: a comparison with an unsigned value keeps the sign
  core::Block* out_ = nullptr;
  std::deque<Frame> frames_; // references to frames stay valid while calls come and go
  std::size_t statements_ = 0;
  unsigned depth_ = 0;
  core::LabelId next_label_ = 1;
  unsigned next_temp_ = 1;
  std::uint64_t stamp_ = 0;
  std::unordered_map<core::VarId, std::uint64_t> written_;
  std::unordered_map<std::string, unsigned> names_, keys_;
  std::map<std::string, core::ArrayId> arrays_; // shared and global ones, by declaration
  std::map<std::string, RecordPtr> records_;
  Bindings bindings_around_; // of the class that is being filled
  // by launch, instance of the function around it, and way into that
  std::map<std::tuple<const LaunchExpr*, const Bindings*, const HostEntry*>, HostLaunch>
      host_launches_;
  std::map<const Record*, Closure> closures_; // of lambdas, by their types
  std::vector<DeclPtr> kept_;                 // their functions, which frames point to
  std::map<const EnumDecl*, std::vector<std::optional<std::int64_t>>> enums_;
  std::set<const DeclNode*> folding_; // globals whose initialisers are being folded
  unsigned folded_calls_ = 0;
  std::vector<Pointee> pointees_;
  std::vector<std::string> array_keys_; // by ArrayId: what names the array in every pass
  std::map<core::ArrayId, SymbolId> null_flags_;
  std::map<core::ArrayId, Loc> holders_; // arrays of pointers that are loaded, the first time where
  std::map<core::ArrayId, Value> tables_; // constants of the file, as far as met
  std::map<core::VarId, std::pair<Expr, std::uint64_t>> initial_; // copies of parameters, at stamp
  std::array<std::int64_t, 3> cluster_dim_{}; // blocks of a cluster along each axis; 0: not known
  std::optional<core::ArrayId> dynamic_shared_;
  struct ChosenLanes { // of a coalesced_threads()
    Expr mask, rank, size;
  };
  std::vector<ChosenLanes> chosen_;
  bool nested_tiles_ = false;                     // a tile was divided into tiles
  std::map<std::string, core::ArrayId> surfaces_; // by parameter or variable
  std::set<std::string> reported_;
  std::map<std::string, LValue> launch_names_; // parameters as --assume sees them
  std::set<std::string> read_empty_; // pointer variables read before anything was assigned
  // Variables that were last assigned a constant on straight-line code, with the stamp of that.
  std::map<core::VarId, std::pair<std::int64_t, std::uint64_t>> constants_;
  bool in_assertion_ = false;
  bool open_function_pointers_ = false; // a function pointer comes from outside
  // Stages of the thread's cuda::pipeline that are committed and not waited for, i64.
  std::optional<core::VarId> stages_;
  std::map<core::VarId, std::uint32_t> elected_; // by elect.sync, and the lane that it may be
  std::set<core::VarId> tries_;                  // results of tests of mbarriers' phases
  std::map<core::VarId, Arrival> tokens_;        // what variables hold
  std::map<Expr, unsigned> last_arrival_;        // by the mbarrier's base
  unsigned arrivals_ = 0, loops_ = 0;            // lowered so far; around the current statement
  std::vector<std::uint64_t> open_blocks_;       // being collected
  std::uint64_t next_block_ = 1;
  bool substitution_in_doubt_ = false; // of the overload being looked at
  bool again_ = false, overflow_ = false, exits_ = false;
};

bool is_barrier(const CT& type); // cuda::barrier

// Lowers until nothing new is learned; `launches` gets those of the request by what is known.
core::Kernel lower_kernel(const Program& program, Ctx& ctx, const KernelRequest& request,
                          std::vector<LaunchClass>* launches = nullptr);

} // namespace heddle::cuda
