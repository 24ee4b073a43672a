#!/usr/bin/env bash
# Compiles the kernels of this folder again; only who changes one of them needs this, and nvcc.
# A kernel's expectations (its `// key: value` lines) go to the head of its PTX; a line
# `// arch: sm_90` chooses another architecture than sm_75.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

for kernel in ${1:-*.cu */*.cu}; do
  ptx=${kernel%.cu}.ptx
  arch=$(sed -n 's|^// arch: ||p' "$kernel")
  nvcc -ptx -lineinfo --expt-relaxed-constexpr -arch="${arch:-sm_75}" "$kernel" -o "$ptx.new"
  {
    grep '^// [a-z]*: ' "$kernel"
    # no paths and no versions of this machine
    sed -e '/^\/\/ /d' -e 's|^\(\t\.file\t[0-9]* "\).*/|\1|' "$ptx.new"
  } >"$ptx"
  rm "$ptx.new"
done
