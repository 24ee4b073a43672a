// expect: verified
// assumes: whatever scope they name
// The functions of cuda::ptx: a block fills a row of the other one, which frees it again.
#include <cuda/ptx>
namespace ptx = cuda::ptx;
__global__ void __cluster_dims__(2, 1, 1) feed(const int *in, int *out, int steps) {
  __shared__ int row[128];
  __shared__ uint64_t full, empty;
  const uint32_t rank = ptx::get_sreg_cluster_ctarank();
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::mbarrier_init(&empty, 128);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  ptx::barrier_cluster_arrive(ptx::sem_release);
  ptx::barrier_cluster_wait(ptx::sem_acquire);
  if (rank == 0) {
    int *there = ptx::mapa(ptx::space_cluster, row, 1);
    uint64_t *counts = ptx::mapa(ptx::space_cluster, &full, 1);
    for (int k = 0; k < steps; ++k) {
      while (!ptx::mbarrier_try_wait_parity(&empty, (k + 1) % 2)) {
      }
      ptx::st_async(there + threadIdx.x, in[k * 128 + threadIdx.x], counts);
    }
  } else {
    int sum = 0;
    uint64_t *frees = ptx::mapa(ptx::space_cluster, &empty, 0);
    for (int k = 0; k < steps; ++k) {
      if (threadIdx.x == 0) ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, 512);
      while (!ptx::mbarrier_try_wait_parity(&full, k % 2)) {
      }
      sum += row[127 - threadIdx.x];
      ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster, frees);
    }
    out[blockIdx.x / 2 * 128 + threadIdx.x] = sum;
  }
  ptx::barrier_cluster_arrive(ptx::sem_release);
  ptx::barrier_cluster_wait(ptx::sem_acquire);
}
void host(const int *in, int *out, int n) { feed<<<16, 128>>>(in, out, n); }
