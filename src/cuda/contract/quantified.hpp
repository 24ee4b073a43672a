// forall: which of its forms core can state.
#pragma once
#include "cuda/contract/resolve.hpp"

namespace heddle::contract {

std::variant<std::vector<core::Contract>, NotUnderstood>
quantified(const Formula& formula, NodeId node, const Lookup& lookup);
// The path of a name with members, as Lookup has it; std::nullopt: it is none, or has indices.
std::optional<std::string> plain_path(const Formula& formula, NodeId node);

NotUnderstood unnamed(const std::string& path, const NoName& why, std::uint32_t column);

} // namespace heddle::contract
