// A kernel and its launches: one verdict with what all of them establish, else one for each,
// joined.
#pragma once
#include "check/pipeline.hpp"
#include "cuda/front_end.hpp"

namespace heddle::check {

// Launches that contradict themselves or what the user says do not hide the kernel: a note tells
// what is left out. std::nullopt, with an error reported: other assumptions contradict each other.
// `experience`: of the instances of the same kernel.
std::optional<KernelResult> check_launches(const cuda::LoweredKernel& lowered, Ctx& ctx,
                                           std::string& dump,
                                           std::shared_ptr<Experience> experience);

// The same without looking for preconditions: of all forms of the kernel, joined.
std::optional<KernelResult> check_forms(const cuda::LoweredKernel& lowered, Ctx& ctx,
                                        std::string& dump, Spent& spent);

// All that check_launches looks at but options, as text: equal ones have equal results. All forms
// of the kernel are made for it, and `lowered.kernel` again at the end.
std::string content_of(cuda::LoweredKernel& lowered, const SourceFiles& files);

// The results of several launches as one: the worst verdict, equal findings told once. Every result
// has its launch in KernelResult::launches.
KernelResult join_launches(std::vector<KernelResult> results);

} // namespace heddle::check
