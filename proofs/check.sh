#!/usr/bin/env bash
# Compiles all proofs in a folder of their own, then prints what each theorem of README.md's table
# assumes. Fails when a theorem rests on an axiom or an unfinished proof, or does not exist; and when
# the definitions no longer say of the cases of vectors/ what is written there.
#
#   proofs/check.sh FOLDER
set -euo pipefail

source=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=$1
log=$build/check.log

fail() {
  echo "proofs: error: $1" >&2
  exit 1
}

# A file that was deleted or renamed must not be found as a compiled one.
prepare() {
  local file
  mkdir -p "$build"
  for file in "$build"/*.v; do
    [[ -e $file && ! -e $source/${file##*/} ]] && rm -f "${file%.v}".*
  done
  for file in "$source"/*.v; do
    grep -qx "${file##*/}" "$source/_CoqProject" || fail "${file##*/} is not in _CoqProject"
    cmp -s "$file" "$build/${file##*/}" || cp "$file" "$build/"
  done
  cp "$source/_CoqProject" "$build/"
}

compile() {
  (cd "$build" && coq_makefile -f _CoqProject -o Makefile && make -j "$(nproc)") >"$log" 2>&1 || {
    tail -n 30 "$log" >&2
    fail "cannot compile"
  }
}

# What each theorem rests on, into THEOREM.out.
print_assumptions() {
  local module theorem
  theorems | while read -r module theorem; do
    echo "From Heddle Require $module."
    echo "Redirect \"$theorem\" Print Assumptions Heddle.$module.$theorem."
  done >"$build/assumptions.v"
  rm -f "$build"/*.out
  (cd "$build" && coqc -Q . Heddle assumptions.v) >"$log" 2>&1 || {
    cat "$log" >&2
    fail "a theorem of README.md does not exist"
  }
}

# The check is worth something only if it finds an unfinished proof.
check_the_check() {
  mkdir -p "$build/unfinished"
  echo 'Lemma unfinished : False. Admitted. Print Assumptions unfinished.' \
    >"$build/unfinished/unfinished.v"
  (cd "$build/unfinished" && coqc unfinished.v) | grep -q 'Closed under the global context' &&
    fail "an unfinished proof counts as closed"
  [[ $(grep -c '^| `.*\.v` |' "$source/README.md") -eq $(theorems | wc -l) ]] ||
    fail "a row of README.md's table names no theorem"
}

# The cases of vectors/NAME.txt, which the tests of the C++ read, evaluated anew; `vectors` in MODULE.
compare_vectors() {
  local name=$1 module=$2
  cat >"$build/$name.v" <<END
From Heddle Require Import Vectors $module.
Set Printing Width 10000000.
Set Printing Depth 10000000.
Redirect "$name" Eval vm_compute in vectors.
END
  (cd "$build" && coqc -Q . Heddle "$name.v") >"$log" 2>&1 || {
    cat "$log" >&2
    fail "cannot evaluate $module.vectors"
  }
  grep -o '"[^"]*"' "$build/$name.out" | tr -d '"' >"$build/$name.txt"
  grep -v '^#' "$source/vectors/$name.txt" | diff - "$build/$name.txt" >"$log" || {
    head -n 6 "$log" >&2
    fail "vectors/$name.txt is not what $module.v says; that is in $build/$name.txt"
  }
  echo "proofs: $(wc -l <"$build/$name.txt") cases of $name as written"
}

# Rows of the table: | `theorem` | `File.v` | ..
theorems() {
  sed -n 's/^| `\([A-Za-z0-9_]*\)` | `\([A-Za-z0-9]*\)\.v` |.*/\2 \1/p' "$source/README.md"
}

prepare
compile
check_the_check
print_assumptions
bad=0 count=0
while read -r module theorem; do
  found=$(<"$build/$theorem.out")
  printf '%-32s %-20s %s\n' "$theorem" "$module.v" "${found//$'\n'/ }"
  [[ $found == 'Closed under the global context' ]] || bad=$((bad + 1))
  count=$((count + 1))
done < <(theorems)
[[ $count -gt 0 ]] || fail "no theorem in README.md"
[[ $bad -eq 0 ]] || fail "$bad of $count theorems are not closed"
compare_vectors protocols ProtocolVectors
compare_vectors guards GuardVectors
compare_vectors named NamedVectors
compare_vectors mbarriers MbarrierVectors
echo "proofs: $count theorems, no axioms"
