"""Flags, tickets, locks and queues. What is true of them is so by construction, not by running them: each
is right, and each of the changes makes it wrong. Loops that wait are not run thread by thread."""
from case import Case, choose

ADD = "{{atomicAdd~~atomicAdd_block}}"
FENCE = "{{__threadfence();~~~~__threadfence_block();}}"
OLD = [  # by fences and relaxed atomics
    # The last block.
    ["  if (threadIdx.x == 0) {", "    data[blockIdx.x] = blockIdx.x;", "    " + FENCE, "    last = " + ADD + "(&word@[0], 1u) {{==~~>=~~!=}} gridDim.x - {{1~~2}};", "  }", "  {{__syncthreads();~~}}", "  if (last) {", "    " + FENCE,
     "    for (int i = threadIdx.x; i < gridDim.x; i += blockDim.x)", "      out[i] = data[i];", "  }"],
    ["  data[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x + blockIdx.x;", "  " + FENCE, "  {{__syncthreads();~~}}", "  if (threadIdx.x == 0)", "    last = " + ADD + "(&word@[0], 1u) == gridDim.x - {{1~~2}};", "  __syncthreads();", "  if (last) {",
     "    " + FENCE, "    for (int i = threadIdx.x; i < gridDim.x * blockDim.x; i += blockDim.x)", "      out[i] = data[i];", "  }"],
    # A lock.
    ["  if (threadIdx.x == 0) {", "    while ({{atomicCAS~~atomicCAS_block}}(&word@[{{0~~blockIdx.x}}], {{0u~~1u}}, 1u) != {{0u~~1u}}) {", "    }", "    " + FENCE, "    data[0] = data[0] + 1 + blockIdx.x;", "    " + FENCE, "    {{atomicExch~~atomicExch_block}}(&word@[{{0~~1}}], 0u);", "  }"],
    ["  if (threadIdx.x == 0) {", "    while ({{atomicExch~~atomicExch_block}}(&word@[1], 1u) {{!= 0u~~== 0u}}) {", "    }", "    " + FENCE, "    data[3] = data[3] * 2 + blockIdx.x;", "    " + FENCE, "    {{atomicExch(&word@[1], 0u);~~word@[1] = 0;}}", "    {{~~data[3] = blockIdx.x;}}", "  }"],
    # A flag from the first block to others.
    ["  if (threadIdx.x == 0) {", "    if (blockIdx.x == 0) {", "      {{~~atomicExch(&word@[0], 1u);}}", "      data[0] = 7;", "      " + FENCE, "      {{atomicExch(&word@[0], 1u);~~}}", "    } else {", "      {{~~out[blockIdx.x] = data[0];}}",
     "      while ({{atomicAdd(&word@[0], 0u)~~atomicAdd_block(&word@[0], 0u)}} {{== 0u~~!= 0u}}) {", "      }", "      " + FENCE, "      out[blockIdx.x] = data[0];", "    }", "  }"],
    # Look back at the block before.
    ["  if (threadIdx.x == 0) {", "    int sum = blockIdx.x;", "    if (blockIdx.x > 0) {", "      while (atomicAdd(&word@[blockIdx.x - 1], 0u) {{== 0u~~!= 0u}}) {", "      }", "      " + FENCE, "      sum = sum + data[blockIdx.x - {{1~~2}}];", "    }",
     "    {{~~atomicExch(&word@[blockIdx.x], 1u);}}", "    data[blockIdx.x] = sum;", "    " + FENCE, "    {{atomicExch~~atomicExch_block}}(&word@[blockIdx.x], 1u);", "  }"],
]
REF = "cuda::atomic_ref<unsigned, cuda::{{thread_scope_device~~thread_scope_block}}> a(word@[%s]);"
RELEASE, ACQUIRE = "cuda::{{memory_order_release~~memory_order_relaxed}}", "cuda::{{memory_order_acquire~~memory_order_relaxed}}"
NEW = [  # by atomics with orders
    ["  if (threadIdx.x == 0) {", "    " + REF % "0", "    if (blockIdx.x == 0) {", "      data[0] = 7;", "      a.store(1u, %s);" % RELEASE, "    } else {", "      while (a.load(%s) == 0u) {" % ACQUIRE, "      }", "      out[blockIdx.x] = data[0];", "    }", "  }"],
    ["  if (threadIdx.x == 0) {", "    " + REF % "0", "    while (a.exchange(1u, %s) {{!= 0u~~== 0u}}) {" % ACQUIRE, "    }", "    data[0] = data[0] + 1 + blockIdx.x;", "    a.store(0u, %s);" % RELEASE, "  }"],
    ["  if (threadIdx.x == 0) {", "    data[blockIdx.x] = blockIdx.x;", "    " + REF % "0", "    last = a.fetch_add(1u, cuda::{{memory_order_acq_rel~~memory_order_acquire~~memory_order_release~~memory_order_relaxed}}) == gridDim.x - {{1~~2}};", "  }", "  {{__syncthreads();~~}}", "  if (last)",
     "    for (int i = threadIdx.x; i < gridDim.x; i += blockDim.x)", "      out[i] = data[i];"],
    ["  if (threadIdx.x == 0) {", "    int sum = blockIdx.x;", "    if (blockIdx.x > 0) {", "      cuda::atomic_ref<unsigned, cuda::thread_scope_device> b(word@[blockIdx.x - 1]);", "      while (b.load(%s) == 0u) {" % ACQUIRE, "      }", "      sum = sum + data[blockIdx.x - 1];", "    }", "    " + REF % "blockIdx.x",
     "    data[blockIdx.x] = sum;", "    a.store(1u, %s);" % RELEASE, "  }"],
]
# Queues, whose numbers nobody draws twice.
QUEUES = [
    ["  while (true) {", "    unsigned j = {{atomicAdd~~atomicAdd_block}}(&word@[0], 1u);", "    if (j >= n)", "      break;", "    out[{{j~~j / 2~~0}}] = threadIdx.x + blockIdx.x * blockDim.x;", "  }"],
    ["  __shared__ unsigned first;", "  while (true) {", "    {{__syncthreads();~~}}", "    if (threadIdx.x == 0)", "      first = {{atomicAdd~~atomicAdd_block}}(&word@[0], {{blockDim.x~~blockDim.x - 1}});", "    {{__syncthreads();~~}}", "    unsigned j = first + threadIdx.x;", "    if (first >= n)", "      break;", "    out[j] = blockIdx.x;", "  }"],
]


def generate(rng):
    kind = rng.choice([OLD, OLD, OLD, NEW, NEW, QUEUES])
    body = rng.choice(kind)
    template = "\n".join(["__device__ unsigned word@[1024];", "__global__ void k@(int* out, int* data, int n) {"] + (["  __shared__ bool last;"] if any("last" in line for line in body) else []) + body + ["}"])
    damage = rng.random() < 0.6
    text = choose(rng, template, damage)
    if kind is NEW:
        text = "#include <cuda/atomic>\n" + text
    return Case("locks", text, known=damage)
