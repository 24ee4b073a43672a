// Asynchronous copies of a thread to shared memory, in groups.
#pragma once

// Of the `bytes` bytes (4, 8 or 16) the last `zeros` are written as zero, and not read.
__heddle_device void __pipeline_memcpy_async(void* __restrict to, const void* __restrict from, size_t bytes,
                                             size_t zeros = 0) {
  __heddle::copy_async(to, from, bytes, zeros);
}
__heddle_device void __pipeline_commit() { __heddle::copy_commit(); }
__heddle_device void __pipeline_wait_prior(size_t groups) { __heddle::copy_wait(static_cast<int>(groups)); }
__heddle_device void __pipeline_arrive_on(unsigned long long* barrier) {
  __heddle::not_understood("__pipeline_arrive_on");
}
