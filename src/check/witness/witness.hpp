// From a solver's model to a witness in source terms, and to a concrete launch for the replay.
#pragma once
#include "check/environment.hpp"
#include "core/interpreter/replay.hpp"

#include <set>

namespace heddle::check {

// Is the atom a value that is known only approximately? Contents of memory are, unless they are the
// launch's.
bool approximate(const Environment& env, Expr atom);

// What memory holds at the launch where the model leaves it open, or has numbers of its own for
// values that it does not compute with.
enum class Contents : std::uint8_t {
  plain,      // zeros; floating-point numbers that differ from each other
  varied,     // integers that differ from their neighbours, too
  ascending,  // as plain, but of floating-point numbers that grow with their place,
  descending, // .. or fall, below zero
  zero,       // .. or are all zero
  mixed       // .. or of both signs
};

class Witness {
public:
  // `used`: the expressions whose atoms the witness is about (guards, offsets, facts).
  Witness(const Environment& env, const smt::Model& model, const std::vector<Expr>& used);
  Witness(const Witness&) = delete; // the launch refers to this object
  Witness& operator=(const Witness&) = delete;

  core::Index3 thread(const protocol::ThreadSymbols& symbols) const;
  core::Index3 block(const protocol::ThreadSymbols& symbols) const;
  core::ReplayTarget target(const protocol::ThreadSymbols& symbols, Loc loc,
                            core::CallId call) const;
  const core::Launch& launch() const { return launch_; }
  // The same with other contents of memory.
  core::Launch launch(Contents contents) const;

  AccessReport report(const protocol::ThreadSymbols& symbols, Loc loc, core::CallId call,
                      const std::vector<std::pair<std::string, Expr>>& loops) const;
  // Names the cell of `array` at `offset` in `report`.
  std::int64_t offset(const protocol::TraceAccess& access) const; // bytes
  void locate(AccessReport& report, core::ArrayId array, Expr offset) const;
  AccessReport report(const protocol::ThreadSymbols& symbols,
                      const protocol::TraceAccess& access) const;

  // Which contract the model's own contents of an array break, in a sentence: it is instantiated on
  // the pairs that a question is about, not on all. Empty: none.
  std::string broken_contract() const;
  // What a run of the witness shows: nothing, where the contents that it has read are not known to
  // keep every forall, for arrays that end where it has read.
  core::ReplayResult judged(core::ReplayResult run) const;

  // Has a run of the witness read what the array holds before anything is written to it?
  bool has_read(core::ArrayId array) const { return read_.contains(array); }

  // Dimensions, parameters and the array contents that the witness relies on.
  WitnessValues values(Contents contents = {}) const;
  // Values below `exprs` that are known only approximately, in source terms; each once.
  std::vector<std::string> approximations(const std::vector<Expr>& exprs) const;

private:
  std::vector<std::pair<std::string, std::int64_t>>
  iterations(const std::vector<std::pair<std::string, Expr>>& loops) const;
  std::int64_t value(SymbolId symbol) const;
  std::int64_t parameter(SymbolId symbol, Contents contents) const;
  bool is_open(SymbolId symbol) const;
  std::int64_t few(SymbolId symbol) const;
  std::int64_t open_cell(core::ArrayId array, std::int64_t offset, unsigned size,
                         Contents contents) const;
  bool is_kept(core::ArrayId array, Contents contents) const;
  void make_launch();
  std::function<std::optional<std::int64_t>(core::ArrayId, std::int64_t offset, unsigned size)>
  contents(Contents contents) const;
  // Contents of arrays that a forall speaks of (contents.cpp).
  using Cell = std::pair<core::ArrayId, std::int64_t>; // array and index
  std::string broken_in_run() const;                   // which forall, in a sentence; empty: none
  bool in_forall(core::ArrayId array) const;
  std::int64_t forall_cell(core::ArrayId array, std::int64_t offset, unsigned size) const;
  void choose(Cell cell) const;
  std::vector<std::int64_t> proposals(Cell cell) const;
  bool keeps_contracts(Cell cell) const;
  bool keeps(const core::Contract& contract, Cell cell) const;
  bool holds(const core::Contract& contract, const std::vector<std::int64_t>& bound) const;

  void read_loads();
  void read_loads(bool initial);
  bool read_parts(Expr load, core::ArrayId array, std::int64_t offset); // false: there are none
  void note_read(core::ArrayId array, std::string cell, WitnessValue value);

  const Environment& env_;
  const smt::Model& model_;
  std::vector<Expr> atoms_;     // distinct, of everything used
  std::set<SymbolId> divisors_; // of which a run can do nothing with 0
  core::Launch launch_;
  std::map<std::pair<core::ArrayId, std::int64_t>, std::int64_t> cells_;
  struct ReadValue {
    core::ArrayId array;
    std::string cell;
    WitnessValue value;
  };
  std::vector<ReadValue> read_values_;
  std::set<std::pair<core::ArrayId, std::int64_t>> later_; // of cells_, not of the launch
  std::set<core::ArrayId> with_integers_; // of vectors that have parts which are computed with
  mutable std::map<Cell, std::int64_t> chosen_; // of arrays in foralls, the model's among them
  mutable bool part_read_ = false;              // a part of an element of theirs was read
  mutable std::set<core::ArrayId> read_;
};

} // namespace heddle::check
