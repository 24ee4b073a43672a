// expect: verified
constexpr unsigned int A(4);
constexpr unsigned int B(5);
constexpr unsigned int C(A* B);
__global__ void k(float*o){ __shared__ float s[64]; s[threadIdx.x % C]=1.0f*threadIdx.x; __syncthreads(); o[blockIdx.x*20+threadIdx.x]=s[threadIdx.x]; }
int main(){ float*p; const dim3 bl{ A * B, 1, 1}; k<<<10, bl>>>(p);}
