// expect: verified
// flags: --block 64 --grid 1
// Cells and conditions that instructions on bits, words, predicates and lanes decide.
#define ASM(result, text, ...) asm volatile(text : "=r"(result) : __VA_ARGS__)

__global__ void bits(int* out) {
  __shared__ int s[4096];
  unsigned t = threadIdx.x, r;
  ASM(r, "bfind.u32 %0, %1;", "r"(t + 1));
  s[r * 64 + t] = t;
  __syncthreads();
  ASM(r, "bfe.u32 %0, %1, 0, 6;", "r"(t));
  s[r] = t;
  __syncthreads();
  ASM(r, "bfi.b32 %0, %1, %2, 6, 2;", "r"(1u), "r"(t));
  s[r] = t;
  __syncthreads();
  ASM(r, "brev.b32 %0, %1;", "r"(t));
  s[r >> 26] = t;
  __syncthreads();
  ASM(r, "popc.b32 %0, %1;", "r"(t));
  s[r * 64 + t] = t;
  __syncthreads();
  ASM(r, "prmt.b32 %0, %1, %2, 0x4440;", "r"(t), "r"(0u));
  s[r] = t;
  __syncthreads();
  ASM(r, "lop3.b32 %0, %1, 62, 0, 0x3c;", "r"(t)); // exclusive or
  s[r] = t;
  __syncthreads();
  ASM(r, "shf.l.wrap.b32 %0, %1, %2, 33;", "r"(0u), "r"(t));
  s[r] = t;
  __syncthreads();
  ASM(r, "shl.b32 %0, 1, %1;", "r"(t));
  if (t < 12) s[r] = t;
  __syncthreads();
  out[t] = s[t];
}

__global__ void numbers(int* out) {
  __shared__ int s[4096];
  unsigned t = threadIdx.x, r;
  ASM(r, "sad.s32 %0, %1, 64, 0;", "r"(t));
  s[r] = t;
  __syncthreads();
  unsigned long long wide;
  asm("mul.wide.u32 %0, %1, 3;" : "=l"(wide) : "r"(t));
  s[wide] = t;
  __syncthreads();
  ASM(r, "{ .reg .u16 h; cvt.u16.u32 h, %1; cvt.u32.u16 %0, h; }", "r"(t));
  s[r] = t;
  __syncthreads();
  ASM(r, "{ .reg .b16 l, h; mov.b32 {l, h}, %1; mov.b32 %0, {h, l}; }", "r"(t));
  s[r >> 16] = t;
  __syncthreads();
  ASM(r, "{ .reg .b64 d; .reg .b32 x; mov.b64 d, {%2, %1}; mov.b64 {x, %0}, d; }", "r"(t),
      "r"(0xffffffffu));
  s[r] = t;
  __syncthreads();
  ASM(r, "slct.u32.s32 %0, %1, 7, %1;", "r"(t));
  s[r] = t;
  out[t] = r;
}

__global__ void conditions(int* out, int n) {
  __shared__ int s[4096];
  unsigned t = threadIdx.x, r;
  ASM(r,
      "{ .reg .pred p, q, c; setp.gt.u32 c, %1, 3; setp.lt.and.u32 p|q, %1, 5, c;"
      " selp.u32 %0, 1, 0, p; }",
      "r"(t));
  if (r) s[0] = t; // 4 alone
  ASM(r, "set.lt.u32.s32 %0, %1, 1;", "r"(t));
  if (r) s[1] = t;
  ASM(r,
      "{ .reg .pred p, q; setp.lt.u32 p, %1, 4; setp.lt.u32 q, %1, 3; xor.pred p, p, q;"
      " selp.u32 %0, 1, 0, p; }",
      "r"(t));
  if (r) s[2] = t; // 3 alone
  asm("{ .reg .pred p; isspacep.global p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(r) : "l"(&s[t]));
  if (r) s[3] = t;
  ASM(r,
      "{ .reg .pred p, q; setp.lt.u32 p, %1, 1; vote.sync.all.pred q, p, 0xffffffff;"
      " selp.u32 %0, 1, 0, q; }",
      "r"(t));
  if (r && t > 0) s[4] = t;
  ASM(r, "bfe.u32 %0, %1, 7, 3;", "r"(n));
  if (r) __syncthreads();
  out[t] = s[t + 64];
}

__global__ void lanes(int* in, int* out) {
  __shared__ int s[64];
  unsigned t = threadIdx.x, before, those;
  bool mine = in[t] > 0;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(before));
  ASM(those, "{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; }",
      "r"((unsigned)mine));
  if (mine) s[t / 32 * 32 + __popc(those & before)] = t;
  __syncthreads();
  out[t] = s[t];
}
