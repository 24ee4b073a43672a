// A kernel and its launches: one verdict with what all of them establish, else one for each,
// joined.
#pragma once
#include "check/environment.hpp"
#include "cuda/front_end.hpp"

namespace heddle::check {

// Launches that contradict themselves or what the user says do not hide the kernel: a note tells
// what is left out. std::nullopt, with an error reported: other assumptions contradict each other.
std::optional<KernelResult> check_launches(const cuda::LoweredKernel& lowered, Ctx& ctx,
                                           std::string& dump);

// The results of several launches as one: the worst verdict, equal findings told once. Every result
// has its launch in KernelResult::launches.
KernelResult join_launches(std::vector<KernelResult> results);

} // namespace heddle::check
