// Steps of parse_contract: no header for others.
#pragma once
#include "cuda/contract/contract.hpp"

#include "ContractParser.h"

namespace heddle::contract {

// The formula that a tree says; throws SyntaxMistake.
Formula build_formula(grammar::ContractParser::FormulaContext& tree);

// A number as C++ reads it: "0x10u", "1'000LL".
std::variant<Literal, std::string> read_number(const std::string& text);

} // namespace heddle::contract
