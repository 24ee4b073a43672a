// Text of the stages for --dump, and messages in the public form.
#pragma once
#include "barrier/questions.hpp"
#include "check/environment.hpp"

namespace heddle::check {

// Text of `stage` (core, protocol, skeleton, crosses, traces, smt) for one kernel; "" for any other
// stage. `block`: nullptr where there are no named barriers.
std::string dump_kernel(const std::string& stage, const core::Kernel& kernel,
                        const protocol::Protocol& protocol, const barrier::Block* block,
                        const protocol::Questions& questions);

Message message(const Diagnostic& diagnostic, const Ctx& ctx);

} // namespace heddle::check
