// Walks host functions on Clang's tree, from a function's entry into the functions of the file that
// it calls, and tells each launch that it meets. Statements (walk.cpp, loops.cpp, turns.cpp,
// switch.cpp), expressions (eval.cpp, operators.cpp), calls (calls.cpp), objects (state.cpp), and
// how values combine (values.cpp).
#pragma once
#include "cuda/contract/launch_attributes.hpp"
#include "cuda/launch/handles.hpp"
#include "cuda/launch/host.hpp"
#include "cuda/launch/library.hpp"
#include "cuda/launch/walk/value.hpp"
#include "support/shared.hpp"

#include <boost/container/flat_map.hpp>

#include <functional>

namespace clang {
class CaseStmt;
class CXXForRangeStmt;
class SwitchStmt;
} // namespace clang

namespace heddle::cuda {

struct DeviceNumber;

// What is known of objects, in the order of their roots.
using Objects = boost::container::flat_map<Root, Shared<HostValue>>;

// What is known at a place, of which branches and loops make many copies. Facts are over atoms,
// which never change: they stay true.
struct HostState {
  Shared<Objects> vars;
  Shared<std::map<const clang::VarDecl*, Place>> refs; // what references are bound to
  // What an object has that nothing is known of has a name by the last change of it: the same
  // wherever it is read before the next.
  Shared<boost::container::flat_map<Root, unsigned>> changes;
  unsigned havoc = 0;      // the last change of what is reachable
  unsigned everything = 0; // and of all objects
  unsigned lost =
      0; // the last time that control was: pointers may be what code elsewhere gave them
  // Changes, from one on to another, that were made on ways which do not lead here.
  Shared<std::vector<std::pair<unsigned, unsigned>>> elsewhere;
  Shared<std::set<Root>> reachable; // locals that code elsewhere may change
  std::vector<Expr> facts;
  std::vector<Expr> powers; // zero or a power of two
  bool dead = false;        // control does not come here

  bool is_never() const; // control does not come here, by what is known
  // Null: nothing is known of it.
  const HostValue* find(const Root& root, const std::vector<Step>& path = {}) const;
  HostValue& edit(const Root& root) { return vars.edit()[root].edit(); }
  void set(const Root& root, HostValue v) { vars.edit()[root] = Shared(std::move(v)); }
  void erase(const Root& root) { erase_from(vars, root); }
  void make_reachable(const std::set<Root>& roots);
  void leave_out(unsigned after, unsigned last); // changes behind the first one
  bool has_left_out(unsigned change) const;
};

// Objects of which the states may not know the same, in order.
std::vector<Root> differing_roots(const HostState& a, const HostState& b);

// What a launch says.
struct HostLaunch {
  const clang::FunctionDecl* kernel = nullptr;
  std::optional<HostValue> grid, block;
  std::vector<HostValue> args;
  LaunchAttributes attributes{};
};

// A launch that the walk meets.
struct HostEvent : HostLaunch {
  const clang::Expr* launch = nullptr;
  const clang::FunctionDecl* function = nullptr; // that it stands in
  std::vector<Expr> facts;
  std::vector<const clang::Expr*> calls;     // that lead to it, innermost first
  std::vector<unsigned> turns{};             // of loops around it that are walked turn by turn
  const clang::FunctionDecl* root = nullptr; // that the walk has begun with
  std::string called_at{};                   // in another file
  bool grid_of_caller = false, block_of_caller = false; // of the root: what its parameters say
  std::vector<std::pair<Expr, Expr>> apart{};           // pointers that are not one
};

class HostWalk {
public:
  static constexpr unsigned max_steps = 100'000; // of one walk
  HostWalk(HostFile& file, Pool& pool) : file_(file), ast_(*file.unit.ast), pool_(pool) {}
  // All launches in `f` and in what it calls, whoever calls it, or for that call. False: it was
  // given up, and has met only some.
  bool run(const clang::FunctionDecl& f, const CallWithOne* call = nullptr);
  // For calls that do not compile (lost_calls).
  bool run_lost_call(const clang::FunctionDecl& f);
  // One in it, whatever is done before it.
  void run_alone(const clang::FunctionDecl& f, const clang::Expr& launch);

  std::vector<HostEvent> events;
  std::vector<HostEvent> apart_events; // in functions that are walked for themselves
  std::vector<HostEvent> first_events; // in the first turns of loops, with what they begin with
  // Functions that a walk came to and did not walk: they get whatever arguments.
  std::set<const clang::FunctionDecl*> not_entered;
  std::set<const clang::FunctionDecl*> entered;
  std::set<const clang::FunctionDecl*> lost_calls; // perhaps with one pointer twice
  std::set<const clang::FunctionDecl*> apart;   // walked for themselves: their launches count there
  std::set<const clang::FunctionDecl*> leading; // launch, or call one that does
  // Those that a pointer to a function may lead to.
  std::vector<const clang::FunctionDecl*> pointed_to;
  // Call operators of lambdas that are walked where they are written, and those of them that the
  // walk did not walk there.
  std::set<const clang::FunctionDecl*> written, not_written;
  // Of launches through a pointer, where that alone says which kernels they may be of.
  std::map<const clang::Expr*, std::vector<const clang::FunctionDecl*>> pointed;

private:
  // A leaf of an object, that a loop changes.
  using Leaf = std::pair<Root, std::vector<Step>>;
  // What loops were found to change, by their bodies, in a function and in those that it calls:
  // loops around them come there again and again.
  struct Loops {
    struct Changes {
      std::set<Leaf> leaves;
      std::set<Root> opened;
      bool loses = false; // track of everything
    };
    std::map<const clang::Stmt*, Changes> changes;
    std::map<std::pair<const clang::Expr*, const clang::FunctionDecl*>, Loops> calls;
  };
  struct Frame {
    const clang::FunctionDecl* function = nullptr;
    const clang::Expr* call = nullptr;
    std::optional<Place> self; // *this
    std::vector<std::pair<HostState, HostValue>> returns;
    std::vector<HostState> breaks, continues;
    std::set<const clang::VarDecl*> copies; // that a lambda has captured: its own under their names
    std::set<const clang::ParmVarDecl*> nulls{}; // that the call passes, and nothing changes
    unsigned loops = 0;
    bool has_cleanups = false;
    bool beside_others = false; // behind a directive of OpenMP
    Loops* known = nullptr;
  };
  void enter(Frame frame);
  bool is_null(const clang::Expr& e) const;
  std::set<const clang::ParmVarDecl*> nulls_of(const clang::FunctionDecl& f,
                                               const std::vector<const clang::Expr*>& args) const;

  // ---- statements (walk.cpp, loops.cpp, turns.cpp, switch.cpp)
  // ----------------------------------------------------------
  void begin(const clang::FunctionDecl& f);
  void run_beside_others(clang::SourceLocation at);
  const std::vector<clang::SourceLocation>& forks_of(const clang::FunctionDecl& f);
  void pass_one(const CallWithOne& call);
  void exec(const clang::Stmt* s);
  void exec_compound(const clang::CompoundStmt& s);
  void exec_decl(const clang::VarDecl& v);
  void exec_static(const clang::VarDecl& v);
  void eval_bounds(clang::QualType type);
  void exec_if(const clang::IfStmt& s);
  void exec_switch(const clang::SwitchStmt& s);
  void exec_item(const clang::Stmt* item, const HostValue& on, const HostState& head, Expr no_case);
  Expr is_case(const HostValue& on, const clang::CaseStmt& label);
  void exec_return(const clang::ReturnStmt& s);
  void exec_try(const clang::CXXTryStmt& s);
  void exec_loop(const clang::Expr* cond, const clang::Expr* step, const clang::Stmt* body,
                 const std::function<void()>& begin, bool tests_first, bool may_end = false);
  void exec_once(const clang::Stmt* body);
  bool is_never_true(const clang::Expr& cond) const;
  void exec_range_for(const clang::CXXForRangeStmt& s);
  void leave_by_jump();
  // What is known where a condition holds, and where it does not; null: nothing.
  struct Truth {
    Expr if_true = nullptr, if_false = nullptr;
  };
  Truth test(const clang::Expr* e);
  Truth test_both(const clang::Expr* a, const clang::Expr* b, bool is_and);
  void branch(const Truth& truth, const std::function<void()>& yes,
              const std::function<void()>& no);
  void add_fact(Expr e);
  void forget_everything();
  struct Pass {
    HostState head, end;
    HostState exit;          // where the condition fails
    std::uint32_t first = 0; // of the numbers that it has made
  };
  Pass walk_loop(const HostState& entry, const std::map<Leaf, std::vector<Expr>>& changed,
                 const std::vector<std::function<void(HostState&)>>& known, const clang::Expr* cond,
                 const clang::Expr* step, const clang::Stmt* body,
                 const std::function<void()>& begin, bool tests_first, bool may_end);
  HostState test_loop(const clang::Expr* cond, bool may_end);
  bool chooses_kernel(const clang::Stmt& body);
  bool trades_places(const clang::Stmt& body);
  bool is_walked_by_turns(const clang::Expr* cond, const clang::Expr* step,
                          const clang::Stmt& body);
  bool run_turns(const clang::Expr* cond, const clang::Expr* step, const clang::Stmt* body,
                 const std::function<void()>& begin);
  void open(HostState& base, const Root& root);
  void lose(HostState& head);
  void put_shared(const HostState& end, const Root& root);
  void load_in(HostState& state, const Place& p, clang::QualType type);
  bool load_pointers(HostState& base, const Root& root, std::vector<Step>& path,
                     const HostValue& v);
  bool settle(HostState& base, const Pass& pass, std::map<Leaf, std::vector<Expr>>& changed,
              std::set<Root>& opened, bool& loses);
  void keep_only_read(HostState& state);
  std::set<Expr> exchanged_in(const Pass& pass, const std::map<Leaf, std::vector<Expr>>& changed);
  std::map<Expr, std::vector<Expr>> handed_on_in(const HostState& base, const Pass& pass,
                                                 const std::map<Leaf, std::vector<Expr>>& changed);
  std::vector<std::pair<Leaf, Leaf>>
  exchanged_numbers(const HostState& base, const Pass& pass,
                    const std::map<Leaf, std::vector<Expr>>& changed);
  HostState loop_head(const HostState& entry, const std::map<Leaf, std::vector<Expr>>& changed);
  void step_facts(const HostState& entry, const Pass& pass, const Leaf& leaf, HostState& head);

  // ---- objects (state.cpp)
  // -----------------------------------------------------------------------
  std::optional<Place> place(const clang::Expr* e);
  std::optional<Place> object_behind(const HostValue& p, clang::QualType type);
  clang::QualType type_at(const Place& p) const;
  std::optional<Place> object_at(Place p, std::int64_t offset, clang::QualType type) const;
  Expr pointer_beside(const HostValue& p, clang::QualType type);
  std::optional<Place> chosen_object(const clang::ConditionalOperator& e);
  std::optional<Place> any_of_first(const Place& holder, clang::QualType element,
                                    std::uint64_t count);
  // ---- elements (elements.cpp)
  // -----------------------------------------------------------------------
  // An array, or what is held like one; `first`: what a pointer leads to that index 0 is behind.
  struct Holder {
    Place place;
    clang::QualType element;
    std::uint64_t count = 0; // 0: not known
    std::int64_t first = 0;
  };
  Expr elements_now(const Place& holder, bool with_writes);
  std::optional<Holder> held_behind(const HostValue& pointer, clang::QualType type);
  std::optional<Holder> holder_in(const clang::Expr* target);
  std::uint64_t count_of(const Place& holder) const;
  std::uint64_t looked_at(const Holder& of) const;
  std::vector<HostValue> elements_of(const Holder& of);
  HostValue any_element(const Holder& of, const HostValue& index, HostValue v);
  std::optional<Place> any_object(const Holder& of, const HostValue& index);
  std::optional<Place> place_of_element(const clang::Expr& array, const clang::Expr& index);
  Taken taken_in(const Place& p, const std::vector<HostValue>& held);
  Taken taken_at(const Place& p, const HostValue& v);
  Expr elements_ever(const Place& holder);
  bool is_untouched(const Root& root, const std::vector<HostValue>& items) const;
  bool is_known_to_differ(Expr a, Expr b);
  bool is_never_zero(Expr e);
  std::uint64_t limit_of(const Holder& of) const;
  bool are_apart(const std::vector<HostValue>& items) const;
  bool is_put_once(Expr e) const;
  void count_put(const HostValue& v);
  HostValue rest_of(const Place& holder, const std::vector<Step>& within);
  void note_write(const Root& root) {
    ++writes_[root];
    state_.changes.edit()[root] = ++changes_;
  }
  void put_among(const Place& holder, const std::vector<Step>& within, const HostValue& v);
  void merge(const Place& at, const HostValue& v);
  void put_at_some(const Holder& of, const std::vector<Step>& within, const HostValue& v);
  void put_where_chosen(const Place& p, const HostValue& v);
  bool differ(const Taken& a, const Taken& b);
  std::vector<std::pair<Expr, Expr>> apart_in(const std::vector<HostValue>& args);

  // ---- containers that hold pointers (sequences.cpp, copies.cpp)
  // -----------------------------------------------------------------------
  HostValue& part(const Place& p);
  std::optional<std::int64_t> size_of(const Place& container) const;
  void set_size(const Place& container, std::optional<std::int64_t> size);
  void forget_put(const Root& root);
  HostValue made_of(const std::vector<HostValue>& items);
  HostValue made_of(const HostValue& size, const HostValue& item);
  HostValue copied_sequence(const clang::Expr& from, clang::QualType held);
  HostValue made_sequence(const std::vector<const clang::Expr*>& args, clang::QualType held);
  HostValue iterator(const clang::Expr& e);
  std::optional<std::int64_t> elements_between(const HostValue& from, const HostValue& to,
                                               clang::QualType element) const;
  HostValue copied_range(const clang::Expr& first, const clang::Expr& last, clang::QualType held);
  void replace(const Place& container, HostValue v);
  void shuffle(const Place& container);
  std::optional<std::int64_t> index_of(const Place& container, const clang::Expr* at,
                                       clang::QualType held);
  void move_elements(const Place& container, std::int64_t index, bool up);
  void put_in(const Place& container, const clang::Expr* at, clang::QualType held,
              const HostValue& v);
  void take_out(const Place& container, const clang::Expr* at, clang::QualType held);
  void append(const Place& container, const HostValue& v);
  void resize(const Place& container, const HostValue& size, const HostValue& item);
  std::optional<HostValue> change_sequence(const clang::CXXMethodDecl& f, const clang::Expr& e,
                                           const Place& self,
                                           const std::vector<const clang::Expr*>& args);
  std::optional<HostValue> first_of(const clang::CXXMemberCallExpr& e);
  std::optional<Holder> sequence(const clang::Expr& container);
  const clang::FieldDecl* array_in(clang::QualType type) const;
  bool is_own(const Place& container) const;
  std::optional<HostValue> eval_made(const clang::CXXConstructExpr& e,
                                     const std::vector<const clang::Expr*>& args);
  HostValue copied_array(const clang::ArrayInitLoopExpr& e);
  bool copies_elements(const clang::FunctionDecl& f, const std::vector<const clang::Expr*>& args);
  struct Range {
    Holder of;
    bool is_alone = false; // one object, which is no element
  };
  std::optional<Range> range_at(const clang::Expr& pointer);
  HostValue load_from(const Range& range, std::int64_t at);
  void store_to(const Range& range, std::int64_t at, const HostValue& v);
  void copy_elements(const Range& from, const Range& to, std::optional<std::int64_t> count);
  bool only_compares(const clang::FunctionDecl& algorithm, clang::QualType element) const;
  bool permutes_elements(const clang::FunctionDecl& f, const std::vector<const clang::Expr*>& args);
  bool swap_elements(const clang::Expr& a, const clang::Expr& b);
  std::optional<HostValue> element_in_range(const clang::Expr& range);

  // ---- what the host allocates (allocations.cpp)
  // -----------------------------------------------------------------------
  bool is_held(const Root& root) const;
  HostValue allocated(const clang::Expr& e, clang::QualType element, clang::QualType pointer);
  HostValue eval_new(const clang::CXXNewExpr& e);
  std::optional<HostValue> eval_allocation(const clang::CastExpr& e);

  const clang::Expr* owner_of(const clang::Expr& e) const;
  bool is_owner(const clang::CXXRecordDecl& record) const;
  HostValue copied_owner(const clang::Expr& from);
  // An element of a container of objects that hold pointers; no index: any.
  struct Element {
    const clang::Expr* container = nullptr;
    std::optional<std::int64_t> index;
    const clang::Expr* variable = nullptr; // the index, where that is not known; else: the last one
    const clang::FieldDecl* array = nullptr; // of a std::array
    const clang::FieldDecl* field = nullptr; // of a pair
    clang::QualType type;
  };
  std::optional<Element> element_of(const clang::Expr& e) const;
  clang::QualType held_by(clang::QualType container) const;
  bool with_type(Element& e, const clang::Expr& whole, const clang::Expr* index) const;
  std::optional<Holder> holder_of(const Element& e);
  std::optional<Place> place_in(const Element& e);
  std::optional<HostValue> any_in(const Element& e, Loc at);
  clang::QualType mapped_by(clang::QualType map) const;
  std::optional<std::int64_t> key_of(const clang::Expr& key) const;
  std::optional<Place> any_of_container(const Place& container, clang::QualType element);
  HostValue owned(const clang::Expr& owner, clang::QualType pointer);
  bool has_effects(const clang::Expr& e) const;
  std::vector<HostValue> held_where_chosen(const Place& p, clang::QualType type, Loc loc);
  void havoc_around(const Place& p);
  HostValue load(const Place& p, clang::QualType type, Loc loc);
  void store(const Place& p, HostValue v);
  void store_unknown(const clang::Expr* target);
  bool is_container_of_values(const clang::CXXMethodDecl* method) const;
  bool is_of_container(const clang::Expr* element) const;
  bool changes_container(const clang::CXXMethodDecl* method) const;
  bool moves_elements(const clang::CXXMethodDecl& method) const;
  HostValue change_owner(const clang::CXXMethodDecl& f, const clang::Expr& e, const Place& self,
                         const std::vector<const clang::Expr*>& args);
  HostValue change_container(const clang::FunctionDecl& f, const clang::Expr& e, const Place& self,
                             const std::vector<const clang::Expr*>& args);
  void forget(Root root) {
    state_.erase(root);
    state_.changes.edit()[root] = ++changes_;
  }
  std::pair<unsigned, unsigned> version(const HostState& state, Root root) const;
  HostValue initial(const Place& p, clang::QualType type, Loc loc);
  bool is_initial(const HostState& state, Root root, std::vector<Step>& path,
                  const HostValue& v) const;
  void doubt_where(const std::function<bool(const Root&)>& is_of_kind);
  bool does_not_compile(const clang::Expr& e);
  using Holders = std::map<Expr, unsigned>;
  static Holders holders_in(const Objects& objects);
  struct KnownApart {
    std::vector<std::pair<Leaf, HostValue>> initial, given;
  };
  void keep_pointers(const KnownApart& known, const Holders& holders);
  HostValue chosen_from_held(HostValue v, const std::vector<HostValue>& pointers);
  HostValue perhaps(const HostValue& before, const Holders& holders, bool by_any);
  void doubt(const Objects& before, bool by_any = false);
  bool is_lost(const Root& root);
  void find_lost_calls(const LostText& text);
  struct Put {
    Expr e = nullptr;
    unsigned change = 0; // with which it was put there; 0: on more ways than one
  };
  void put(const HostValue& v, Leaf at);
  void note_put(Expr e, std::vector<Put>& to) const;
  void add_put(const std::vector<Put>& all, std::vector<Expr>& to);
  void put_somewhere(const clang::Expr* target, const HostValue& v);
  bool is_only_read_once(const clang::VarDecl& v);
  std::set<Root> named_roots(const clang::Expr* e) const;
  void forget_named(const clang::Expr* e); // what an expression names may be changed by it
  void forget_all(std::set<Root> roots);   // and what they point to; code elsewhere may keep them
  void forget_some(const Root& root);
  Root root_of(const clang::VarDecl& v) const;
  std::set<Root> roots_named(const std::set<std::string>& names);
  void lose(const LostText& text);
  void lose_in(const clang::CompoundStmt& s, std::size_t at);
  void havoc_reachable();                   // code elsewhere runs
  void havoc_pointed(clang::QualType type); // something is written, nobody knows where
  bool is_reachable(Root root) const { return is_reachable(state_, root); }
  bool is_reachable(const HostState& state, Root root) const;
  void end_life(const std::vector<const clang::VarDecl*>& variables, HostState& state) const;
  bool is_constant(const clang::VarDecl& v) const; // whatever code runs
  bool is_mutable_global(Root root) const;
  void make_reachable(Root root);
  // `holder`: an object that may point into itself.
  void share_targets(const HostValue& v, const Root* holder = nullptr);
  void forget_targets(const HostValue& v);
  void lose_pointers_to(const Root& gone);
  void forget_of_device();
  void lose_target(HostValue& v); // nobody knows any more what it points to
  bool is_in_walk(const clang::VarDecl& v) const;
  bool is_followed(const clang::CXXRecordDecl& record) const;
  HostValue constant_object(const clang::VarDecl& v);
  HostValue declared(const Place& p);

  // ---- expressions (eval.cpp, operators.cpp)
  // --------------------------------------------------------------------
  HostValue eval(const clang::Expr* e); // with its effects
  HostValue eval_name(const clang::DeclRefExpr& e);
  HostValue eval_other(const clang::Expr& e);
  HostValue eval_object(const clang::Expr& e);
  HostValue eval_cast(const clang::CastExpr& e);
  HostValue eval_unary(const clang::UnaryOperator& e);
  HostValue eval_binary(const clang::BinaryOperator& e);
  HostValue eval_assignment(const clang::BinaryOperator& e);
  HostValue eval_choice(const clang::ConditionalOperator& e);
  HostValue eval_element(const clang::Expr& e);
  HostValue eval_list(const clang::InitListExpr& e);
  HostValue eval_member(const clang::Expr& init);
  HostValue eval_error(const clang::Expr& e);
  HostValue eval_children(const clang::Expr& e);
  HostValue address(const clang::Expr* e);
  static HostValue first_element(HostValue v);
  std::optional<HostValue> folded(const clang::Expr& e);
  Expr address_of(const Place& p);

  // ---- calls (calls.cpp)
  // -------------------------------------------------------------------------
  HostValue eval_call(const clang::CallExpr& e);
  HostValue eval_construct(const clang::CXXConstructExpr& e);
  static const clang::CXXConstructExpr* constructed(const clang::Expr& init);
  void share_made(const clang::Expr& init, const Place& whole);
  void move_targets(HostValue& v, const clang::CXXConstructExpr* made, const Place& to);
  HostValue call(const clang::FunctionDecl& f, const clang::Expr& e, std::optional<Place> self,
                 const std::vector<const clang::Expr*>& args);
  HostValue call_body(const clang::FunctionDecl& f, const clang::Expr& e, std::optional<Place> self,
                      const std::vector<const clang::Expr*>& args);
  void see_arrays(const std::function<void()>& walk);
  void call_passed(const clang::Expr& e, const std::vector<const clang::Expr*>& args);
  void call_pointed(const clang::Expr& e, const std::vector<const clang::Expr*>& args);
  HostValue call_unknown(const clang::Expr& e, std::optional<Place> self,
                         const std::vector<const clang::Expr*>& args);
  bool swap(const clang::FunctionDecl& f, const std::vector<const clang::Expr*>& args);
  std::optional<Place> named_pointer(const clang::Expr* arg);
  void write_argument(const clang::Expr* arg, bool by_reference, bool keeps);
  void write_number(const DeviceNumber& n, const clang::Expr& pointer,
                    const std::vector<HostValue>& others);
  Expr is_at_least(Expr value, const HostValue& other, const std::vector<Step>& path);
  bool call_of_symbol(const clang::FunctionDecl& f, const std::vector<const clang::Expr*>& args);
  HostValue call_library(const clang::FunctionDecl& f, const clang::Expr& e,
                         const std::vector<const clang::Expr*>& args, LibraryEffect effect);
  std::optional<HostValue> known_result(const clang::FunctionDecl& f,
                                        const std::vector<HostValue>& args);
  void construct_members(const clang::CXXConstructorDecl& f);
  bool can_enter(const clang::FunctionDecl& f) const;
  bool can_walk(const clang::FunctionDecl& f) const;
  bool is_walked(const clang::FunctionDecl& f) const;
  bool is_costly(const clang::FunctionDecl& f);
  bool sets_pointers(const clang::FunctionDecl& f);
  void walk_own_call(const clang::FunctionDecl& f, const clang::Expr& e,
                     const std::vector<const clang::Expr*>& args);
  void call_within(const clang::FunctionDecl& f, const clang::Expr& e,
                   const std::vector<const clang::Expr*>& args);

  // ---- lambdas (lambdas.cpp)
  // ---------------------------------------------------------------------
  void eval_lambda(const clang::LambdaExpr& e);
  void give_captured(const std::set<const clang::VarDecl*>& variables);
  void walk_written(const clang::LambdaExpr& e, const clang::CXXMethodDecl& f,
                    const std::vector<HostValue>& copies);
  HostState captured(const clang::LambdaExpr& e) const;
  void bind_copies(const clang::LambdaExpr& e, bool may_change,
                   const std::vector<HostValue>& copies);
  bool hides_captures(const clang::CXXRecordDecl& lambda) const;
  void destroy(const clang::VarDecl& v);
  void destroy(const clang::CXXDestructorDecl& f, const clang::Expr* call, const Place& self);

  // ---- launches (launches.cpp, attributes.cpp)
  // ----------------------------------------------------------------
  std::vector<const clang::FunctionDecl*> kernels_of(const clang::Expr& launch,
                                                     const HostValue& callee) const;
  HostValue size(const clang::Expr* e);
  HostValue argument(const clang::Expr& arg, const clang::ParmVarDecl* param);
  void launch(const clang::CUDAKernelCallExpr& e);
  std::vector<std::size_t> alike(const std::vector<const clang::Expr*>& args) const;
  void join_alike(const clang::CallExpr& e, std::vector<HostValue>& args);
  void bind_as(const clang::ParmVarDecl& param, const clang::ParmVarDecl& other);
  void launch_by_call(const clang::CallExpr& e, const LaunchForm& form);
  void add_event(const clang::Expr& e, HostLaunch launch);
  bool is_of_caller(const std::optional<HostValue>& dims) const;
  HostValue give_handle(const clang::CallExpr& e, const GivenHandle& given);
  static HostValue pointer_of(const HostValue& number);
  std::vector<HostValue> listed_arguments(const clang::FunctionDecl& kernel, const HostValue& list,
                                          Loc loc);
  // An object of which the type is known.
  struct Part {
    Place place;
    clang::QualType type;
  };
  static std::optional<Part> member(const Part& of, llvm::StringRef name);
  std::optional<Part> element(const Place& of, std::int64_t index) const;
  HostValue load(const Part& p, Loc loc) { return load(p.place, p.type, loc); }
  void configure(const Part& config, HostLaunch& launch, Loc loc);
  std::optional<ClusterShape> cluster_shape(const Part& value, llvm::StringRef name, Loc loc);
  void read_attribute(const Part& attribute, LaunchAttributes& to,
                      std::optional<ClusterShape>& preferred, Loc loc);

  // ---- values (values.cpp)
  // -----------------------------------------------------------------------
  static std::optional<Type> type_of(clang::QualType type, const clang::ASTContext& ast);
  HostValue number(Expr e) const;
  HostValue fresh(clang::QualType type, const std::string& name, Loc loc);
  HostValue convert(const HostValue& v, clang::QualType to);
  HostValue arithmetic(clang::BinaryOperatorKind op, const HostValue& a, const HostValue& b);
  HostValue floating(clang::BinaryOperatorKind op, const HostValue& a, const HostValue& b);
  HostValue moved_by_size(const HostValue& pointer, const HostValue& by, clang::QualType pointee,
                          bool forward);
  HostValue moved(const HostValue& pointer, const HostValue& by, clang::QualType pointee,
                  bool forward);
  HostValue rounded(const HostValue& v, bool up);
  Expr exact(const HostValue& q, Expr result);
  Expr either(Expr c, Expr a, Expr b);
  HostValue choose(Expr cond, const HostValue& a, const HostValue& b);
  HostValue one_of(const HostValue& a, const HostValue& b);
  void add_bases(const HostValue& v, std::vector<Expr>& to);
  void add_base(Expr e, std::vector<Expr>& to);
  HostValue anything(HostValue v);
  HostValue chosen_from(HostValue v, const std::vector<HostValue>& pointers);
  HostValue number_of(HostValue pointer, clang::QualType type, Loc loc);
  HostValue pointer_of(const HostValue& number, clang::QualType type, Loc loc);
  std::optional<Expr> truth(const HostValue& v);
  bool is_power(Expr e) const;

  // ---- where ways meet (join.cpp)
  // ----------------------------------------------------------------
  void join(HostState other); // into state_
  void join_all(std::vector<HostState> others);
  void know_apart(const HostState& state, const HostState& other, const Root& root,
                  std::vector<Step>& path, const HostValue& v, const HostValue& others,
                  KnownApart& to) const;
  KnownApart known_apart(const HostState& other, const std::vector<Root>& roots) const;
  void join_root(const Root& root, const HostState& other, Expr cond);
  void join_references(const HostState& other);
  HostValue joined(const HostValue& a, const HostValue& b, Expr cond, const std::string& name);
  std::pair<Expr, Expr> telling_apart(const HostState& a, const HostState& b);

  Loc loc(const clang::Expr* e) const { return e ? file_.unit.loc(e->getExprLoc()) : Loc{}; }
  std::string name_of(Root root) const;

  HostFile& file_;
  clang::ASTContext& ast_;
  Pool& pool_;
  HostState state_;
  std::vector<Frame> frames_;
  Loops loops_; // of the function that the walk has begun with
  std::map<const clang::VarDecl*, HostValue> constants_; // objects that never change
  std::map<const clang::VarDecl*, HostValue> declared_;  // others, at the start
  std::map<Leaf, Expr> addresses_;
  std::map<Expr, Place> at_address_;         // the other way round
  std::map<Expr, std::vector<Expr>> chosen_; // pointers, and which ones they may be
  std::map<std::tuple<Root, std::vector<Step>, std::pair<unsigned, unsigned>>, HostValue> initial_;
  // What code elsewhere gives to pointers, and names for one of several.
  std::set<Expr> made_up_;
  std::map<Leaf, std::vector<Put>> put_; // pointers that may be there, or in any part of it
  std::map<std::pair<Expr, std::int64_t>, Expr> beside_; // pointers so many bytes behind others
  // What elements are at a time; by how often they were written, what was read at an index, and
  // how often a pointer became an element.
  std::map<std::tuple<Root, std::vector<Step>, std::pair<unsigned, unsigned>, unsigned>, Expr>
      elements_;
  std::map<Root, unsigned> writes_;
  std::map<Expr, Leaf> initially_at_; // pointers of which nothing else is known
  std::map<std::pair<Expr, Expr>, HostValue> taken_;
  std::map<Expr, unsigned> puts_;
  struct Indexed {
    Holder of;
    Expr at;
  };
  std::map<std::tuple<Root, std::vector<Step>, Expr>, std::optional<Place>> objects_;
  std::map<Expr, Indexed> at_index_; // pointers to objects of which the index is known
  std::uint32_t made_since_ = 0;     // numbers of the turn of a loop that the walk is in
  std::map<std::pair<Expr, std::int64_t>, HostValue> numbers_; // that pointers were made to
  std::map<Expr, HostValue> pointers_;                         // of numbers
  std::map<const clang::Expr*, bool> wrong_;
  std::map<const clang::VarDecl*, bool> only_read_;
  std::map<const clang::FunctionDecl*, std::vector<clang::SourceLocation>> forks_;
  std::map<const clang::Stmt*, bool> chooses_kernel_, trades_places_;
  std::vector<unsigned> turns_; // of the loops that are walked turn by turn, from 1
  unsigned changes_ = 0;
  Loc loc_;                    // of the statement
  bool apart_ = false;         // in a function that is walked for itself
  bool silent_ = false;        // a walk whose launches do not count
  bool in_first_turn_ = false; // .. but that of the first turn of a loop
  bool is_in_own_call_ = false;
  const CallWithOne* call_elsewhere_ = nullptr; // that the walk is for
  unsigned steps_ = 0;
  std::map<const clang::FunctionDecl*, unsigned> steps_in_; // of all calls
  std::map<const clang::FunctionDecl*, bool> sets_pointers_;
  unsigned choosing_ = 0; // how deep, of objects that were chosen
};

} // namespace heddle::cuda
