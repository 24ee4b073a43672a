// expect: verified
// flags: --block 64 --strict-headers
// Hosts that compile kernels while they run: those of the file are read as always.
#include <nvrtc.h>
__global__ void fill(int* out) { out[threadIdx.x] = 1; }
bool compiles(const char* text) {
  nvrtcProgram program;
  nvrtcCreateProgram(&program, text, "text.cu", 0, nullptr, nullptr);
  return nvrtcCompileProgram(program, 0, nullptr) == NVRTC_SUCCESS;
}
