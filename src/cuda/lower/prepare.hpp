// Makes the code of kernels fit for lowering: one function without calls of others, variables as
// SSA values where they can be, conditions in the shape in which they were written.
#pragma once
#include <string>

namespace llvm {
class Module;
class BasicBlock;
class Function;
class LoadInst;
class Value;
} // namespace llvm

namespace heddle::cuda {

class Unit;

// Inlines, splits aggregates into scalars and folds constants, for all kernels of the unit. Code is
// neither moved nor doubled: barriers and accesses stay where the source has them.
void prepare(Unit& unit);
// Functions of the source whose names begin so hold what is assumed where each kernel starts.
inline constexpr const char* axiom_prefix = "__heddle_axiom_";
// The text of `--dump=ir`.
std::string to_text(const Unit& unit);

// Is it where a loop of the source goes on when its condition fails? By Clang's names for such
// blocks, and ours.
bool ends_loop(const llvm::BasicBlock& block);

// threadIdx and its kin: memory that each thread sees other values in, and none writes.
bool is_builtin(const llvm::Value& v);

// `a && b` as one value (lower/conditions.cpp): blocks that only compute a condition flow together,
// and branches whose sides have no effect become selections.
void rebuild_conditions(llvm::Function& kernel);

// Structs that are values become the scalars in them (lower/aggregates.cpp). Did anything change?
bool split_structs(llvm::Function& kernel);
// Reads stay although their value is not used, from keep_reads to release_reads (lower/reads.cpp).
void keep_read(llvm::LoadInst& load);
void keep_reads(llvm::Function& f);
bool forget_values(llvm::Function& kernel);
void release_reads(llvm::Function& kernel);
// Copies into variables read all that they copy (lower/copies.cpp): write_out_plain_copies before
// calls are inlined, keep_copies behind that, until release_copies.
void write_out_plain_copies(llvm::Function& f);
void keep_copies(llvm::Function& f);
void release_copies(llvm::Function& kernel);
// What declarations leave unset is a value that nothing is known of, from mark_unset, for which
// mark_beginnings prepares before calls are inlined, to release_unset; then it is undefined
// (lower/unset.cpp).
void mark_beginnings(llvm::Function& f);
void mark_unset(llvm::Function& f);
void release_unset(llvm::Function& kernel);
// What is left of a pointer that is not set: the address of a variable of that name.
inline constexpr const char* unset_pointer = "heddle.unset.pointer";
// Writes out the loops that initialise arrays (lower/unroll.cpp). Did anything change?
bool unroll_array_loops(llvm::Function& kernel);
// Variables of type bool as single bits (lower/booleans.cpp).
void find_booleans(llvm::Function& kernel);
// Reads of tables of constants become choices; calls through pointers to known functions, calls of
// them (lower/tables.cpp). Did anything change? An index of pointers is stated to be one of the
// table: `call void @heddle.index(i64 index, i64 count)`.
inline constexpr const char* index_within = "heddle.index";
bool read_tables(llvm::Function& kernel);
// `of_file`: also of what memory or the host gives, when nothing else names it.
bool name_callees(llvm::Function& kernel, bool of_file);
// On the call that is left where a pointer may be another function than those that are named.
inline constexpr const char* other_function = "heddle.other";
// On a kernel that calls what pointers lead to that come from memory or from the host.
inline constexpr const char* functions_of_file = "heddle.functions_of_file";
// Copies of constants into variables become the values, `int a[2] = {3, 5}` two of them, and those
// of blockDim and its kin reads (lower/tables.cpp). Did anything change?
bool write_out_copies(llvm::Function& kernel);
// Which functions an object of the kernel's own has for its virtual ones (lower/virtual_calls.cpp).
// Did anything change?
bool follow_tables(llvm::Function& kernel);
// Arithmetic that is meant to lose bits, as such that does not overflow (lower/wrapping.cpp): where
// conversions were marked before functions are inlined, parts of words are told from them.
void mark_conversions(llvm::Function& f);
void rebuild_wrapping(llvm::Function& kernel);
// Marks copies that are one access, for lowering (lower/vectors.cpp).
void mark_vectors(llvm::Function& f);
// Small arrays of pointers that the kernel keeps for itself become variables, one for each element
// (lower/pointer_arrays.cpp). Did anything change?
bool split_pointer_arrays(llvm::Function& kernel);

} // namespace heddle::cuda
