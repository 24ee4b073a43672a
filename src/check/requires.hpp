// --infer-requires: the weakest simple precondition under which a refuted kernel is verified.
#pragma once
#include "check/pipeline.hpp"
#include "cuda/front_end.hpp"

namespace heddle::check {

// The kernel under what rules its findings out, where all of it is proved then, no launch in the
// file breaks it, and a finding is confirmed without it; else nothing. `refuted`: what is found
// without any of it.
std::optional<KernelResult> infer_requires(const cuda::LoweredKernel& lowered,
                                           const KernelResult& refuted, Ctx& ctx, Spent& spent);

} // namespace heddle::check
