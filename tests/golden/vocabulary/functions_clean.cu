// expect: verified
// flags: --block 64
// Vector types and functions that the other tool's headers provide.
__global__ void words(float4* out, float4 v, int2 d, float x) {
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  float4 w = make_float4(sinf(v.x) + __sinf(x), expf(v.y) + __expf(x), rsqrtf(v.z) + sqrtf(x), fminf(v.w, 1.0f));
  w.x += fabsf(x) + floorf(x) + powf(x, 2.0f) + __powf(x, 3.0f) + logf(x) + __logf(x) + fmaxf(x, 2.0f);
  w.y += __mul24(d.x, d.y) + __umul24(3, 4) + __mulhi(d.x, d.y) + max(d.x, d.y) + min(d.x, d.y) + abs(d.x);
  w.z += __int_as_float(d.x) + __float_as_int(x) + __fdividef(x, 2.0f) + __saturatef(x) + tanf(x) + atan2f(x, 1.0f);
  w.w += fmodf(x, 2.0f) + rintf(x) + roundf(x) + ceilf(x) + truncf(x) + exp10f(x) + exp2f(x) + cosf(x);
  out[at] = w;
}
