// `heddle ptx`, and what it shares with `heddle check` and `heddle merge`.
#pragma once
#include "cli/check.hpp"
#include "cli/options/options.hpp"
#include "heddle/ptx.hpp"

namespace heddle::cli {

// `arguments` are those after `ptx`.
Outcome ptx(const std::vector<std::string>& arguments, bool colour_out, bool colour_err);

int exit_code_of(Verdict verdict);
// Results as text or JSON, with the exit code.
Outcome present(const CheckResult& result, Format format, bool colour_out, bool colour_err);
// Adds an error for each kernel asked for that no file has; one file need have it. `known`: what
// may have been meant.
void report_missing_kernels(const std::vector<std::string>& names, CheckResult& result,
                            const std::vector<std::string>& known = {});
void append(CheckResult& to, CheckResult&& from);
Message input_error(std::string text, std::string file = "");

} // namespace heddle::cli
