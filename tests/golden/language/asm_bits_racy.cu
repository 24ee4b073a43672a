// expect: refuted
// flags: --block 64 --grid 1
// finding: race confirmed error A A
// finding: race confirmed error B B
// finding: race confirmed error C C
// finding: race possible error D D
// finding: race confirmed error E E
// finding: race confirmed error F F
// finding: race possible error G G
// finding: race confirmed error H H
// finding: race confirmed error I I
// finding: race confirmed error J J
// finding: race confirmed error K K
// finding: race confirmed error L L
// finding: divergence confirmed error M
// Cells and conditions that such instructions decide, one step off.
#define ASM(result, text, ...) asm volatile(text : "=r"(result) : __VA_ARGS__)

__global__ void bits(int* out) {
  __shared__ int s[4096];
  unsigned t = threadIdx.x, r;
  ASM(r, "bfe.u32 %0, %1, 1, 6;", "r"(t));
  s[r] = t; /*A*/
  __syncthreads();
  ASM(r, "bfi.b32 %0, %1, %2, 4, 2;", "r"(1u), "r"(t));
  s[r] = t; /*B*/
  __syncthreads();
  ASM(r, "brev.b32 %0, %1;", "r"(t));
  s[r >> 27] = t; /*C*/
  __syncthreads();
  ASM(r, "popc.b32 %0, %1;", "r"(t));
  s[r] = t; /*D*/
  __syncthreads();
  ASM(r, "lop3.b32 %0, %1, 62, 0, 0xc0;", "r"(t)); // and
  s[r] = t; /*E*/
  __syncthreads();
  ASM(r, "shf.r.clamp.b32 %0, %1, %2, 1;", "r"(t), "r"(0u));
  s[r] = t; /*F*/
  __syncthreads();
  ASM(r, "bfind.u32 %0, %1;", "r"(t + 1));
  s[r] = t; /*G*/
}

__global__ void numbers(int* out) {
  __shared__ int s[4096];
  unsigned t = threadIdx.x, r;
  ASM(r, "sad.s32 %0, %1, 32, 0;", "r"(t));
  s[r] = t; /*H*/
  __syncthreads();
  ASM(r, "prmt.b32 %0, %1, %2, 0x4441;", "r"(t), "r"(0u));
  s[r] = t; /*I*/
}

__global__ void conditions(int* out) {
  __shared__ int s[4096];
  unsigned t = threadIdx.x, r;
  ASM(r,
      "{ .reg .pred p, q, c; setp.gt.u32 c, %1, 3; setp.lt.and.u32 p|q, %1, 5, c;"
      " selp.u32 %0, 1, 0, q; }",
      "r"(t));
  if (r) s[0] = t; /*J*/
  ASM(r, "set.lt.u32.s32 %0, %1, 2;", "r"(t));
  if (r) s[1] = t; /*K*/
  ASM(r,
      "{ .reg .pred p, q; setp.eq.u32 p, %1, 3; vote.sync.any.pred q, p, 0xffffffff;"
      " selp.u32 %0, 1, 0, q; }",
      "r"(t));
  if (r) s[2] = t; /*L*/
  ASM(r, "bfe.u32 %0, %1, 5, 1;", "r"(t));
  if (r) __syncthreads(); /*M*/
  out[t] = s[t + 64];
}
