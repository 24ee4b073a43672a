(** * Vectors: what all of them share

    The definitions of these files and the C++ are tied by vectors: small cases, drawn by the
    generator below, with what the definitions say of them. `./heddlew prove` evaluates them anew and
    compares the result with vectors/*.txt; the tests of the C++ read the same files. This file has
    the random numbers and the text of numbers and lists; ProtocolVectors.v, GuardVectors.v,
    NamedVectors.v and MbarrierVectors.v have the cases.

    C++: tests/unit/protocol/vectors_test.cpp, tests/unit/protocol/guard_vectors_test.cpp and
    tests/unit/sync/vectors_test.cpp. *)

From Coq Require Export String List Arith NArith ZArith Bool.
Export ListNotations.

Local Open Scope string_scope.

(** ** Random numbers *)

(** A linear congruential generator, and the next name that is not in use. *)
Record draws := Draws { seed : N; fresh : nat }.

Definition advance (x : N) : N := ((x * 1103515245 + 12345) mod 2147483648)%N.

(** A number below [k]. *)
Definition draw (k : nat) (d : draws) : nat * draws :=
  let x := advance (seed d) in
  (N.to_nat ((x / 65536) mod N.of_nat k), Draws x (fresh d)).

Definition name (d : draws) : nat * draws := (fresh d, Draws (seed d) (S (fresh d))).

(** Neighbouring seeds are far apart. *)
Definition start (case : nat) : draws :=
  Draws (advance (advance (N.of_nat case * 7919 + 17))) 0.

(** ** Text *)

Definition digit (n : nat) : string :=
  match n with
  | 0 => "0" | 1 => "1" | 2 => "2" | 3 => "3" | 4 => "4"
  | 5 => "5" | 6 => "6" | 7 => "7" | 8 => "8" | _ => "9"
  end.

Fixpoint digits (fuel n : nat) : string :=
  match fuel with
  | 0 => ""
  | S fuel => (if (n <? 10)%nat then "" else digits fuel (n / 10)) ++ digit (n mod 10)
  end.

Definition show (n : nat) : string := digits 5 n.

(** Words with a space before each. *)
Definition spaced (l : list string) : string := String.concat "" (map (fun w => " " ++ w) l).

Definition distinct (l : list string) : list string := nodup string_dec l.
