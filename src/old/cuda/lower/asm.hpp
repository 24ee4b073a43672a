// The lowering of one asm statement: its instructions one after another, over operands and
// registers whose values are followed where that is easy. Barriers and accesses become core
// statements; what is not understood makes the kernel unknown.
#pragma once
#include "cuda/lower/internal.hpp"
#include "cuda/syntax/asm_text.hpp"

namespace heddle::cuda {

class AsmLowering {
public:
  AsmLowering(Lowering& lowering, const AsmStmt& stmt, Loc loc)
      : l_(lowering), pool_(*lowering.pool_), stmt_(stmt), loc_(loc) {}
  void run();

private:
  // An instruction with its opcode in parts: "bar", "sync".
  struct Instruction {
    const AsmInstruction& ins;
    std::vector<std::string> parts;
    bool has(std::string_view part) const;
    const std::string& key() const { return parts[0]; }
    const std::vector<AsmArg>& args() const { return ins.args; }
  };
  // What an instruction reads or writes: the n-th operand or a register.
  struct Slot {
    CT type;       // of operands; null: a register
    LValue output; // of outputs
    std::optional<Value> value;
    bool assigned = false;
  };

  // ---- operands and registers (lower/asm.cpp)
  void read_operands();
  void write_outputs();
  Slot& slot(const AsmArg& arg);
  Value value(const AsmArg& arg);
  Value number(const AsmArg& arg, const CT& type); // the value as an integer of that type
  void set(const AsmArg& to, Value v);
  void forget(const AsmArg& to, Scope sharing = Scope::thread);
  Value reinterpreted(const Value& v, const CT& to);
  Value special_register(const std::string& name);
  std::string spell_args(const Instruction& i, std::size_t begin, std::size_t end);
  std::string spelled(const AsmArg& arg);
  Expr guard(const AsmInstruction& ins);

  void execute(const AsmInstruction& ins);
  void effect(const AsmInstruction& ins);
  bool stays_in_registers(const AsmInstruction& ins) const;
  void not_understood(const AsmInstruction& ins);

  // ---- values (lower/asm_values.cpp)
  bool compute(const Instruction& i);
  bool binary(const Instruction& i);
  void compare(const Instruction& i);
  void elect(const Instruction& i);

  // ---- barriers (lower/asm_sync.cpp)
  bool barrier(const Instruction& i);
  bool mbarrier(const Instruction& i);
  static std::size_t spin_length(const std::vector<AsmInstruction>& all, std::size_t first);
  void spin(const AsmInstruction& test);

  // ---- memory (lower/asm_memory.cpp)
  bool memory(const Instruction& i);
  std::optional<Pointer> target(const AsmArg& memory);
  bool load(const Instruction& i);
  bool store(const Instruction& i);
  bool atomic(const Instruction& i);
  bool matrix(const Instruction& i);
  bool copy(const Instruction& i);
  bool bulk_copy(const Instruction& i);

  Lowering& l_;
  Pool& pool_;
  const AsmStmt& stmt_;
  Loc loc_;
  std::vector<Slot> operands_;
  std::map<std::string, Slot> registers_;
};

// "bar", "sync" of "bar.sync".
std::vector<std::string> asm_parts(const std::string& opcode);
// The type that an instruction's suffix names ("u32", "f16", "pred"); nullptr: none that is known.
CT asm_type(const std::string& suffix);

} // namespace heddle::cuda
