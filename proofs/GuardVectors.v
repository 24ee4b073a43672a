(** * Vectors of quantified guards

    A case is a condition h on iteration k and a parameter n, with what the instances of Cooper.v say
    of "no iteration k > low with k < y has h", for 45 choices of n, low and y: one digit each, 1 for
    yes, n slowest. By Cooper.v these are the quantified guards.

    theory.md: section 2, "Quantified guards". C++: src/protocol/align/align_quantify.cpp, by
    tests/unit/protocol/guard_vectors_test.cpp. *)

From Heddle Require Import Cooper Vectors.

Local Open Scope string_scope.

(** Right sides are a n + b. *)
Inductive condition :=
| CLess (c a b : Z)        (* c k < a n + b *)
| CEqual (c a b : Z)
| CRem (d r : Z)           (* k % d == r *)
| CFree (b : Z)            (* n < b *)
| CNot (h : condition)
| CAnd (h i : condition)
| COr (h i : condition).

Local Open Scope Z_scope.

Fixpoint formula_of (n : Z) (h : condition) : formula :=
  match h with
  | CLess c a b => Less c (a * n + b)
  | CEqual c a b => Equal c (a * n + b)
  | CRem d r => Periodic d (fun k => Z.rem k d =? r)
  | CFree b => Free (n <? b)
  | CNot h => Not (formula_of n h)
  | CAnd h i => And (formula_of n h) (formula_of n i)
  | COr h i => Or (formula_of n h) (formula_of n i)
  end.

(** [low] = -1 stands for "from iteration 0 on". *)
Definition answers (h : condition) : list bool :=
  flat_map (fun n => flat_map (fun low => map (fun y => none_above low (Less 1 y) (formula_of n h))
    [1; 3; 4; 7; 9]) [-1; 0; 2]) [0; 1; 3].

(** ** Text: operators before their operands *)

Definition show_z (z : Z) : string :=
  ((if (z <? 0)%Z then "-" else "") ++ show (Z.to_nat (Z.abs z)))%string.

Fixpoint show_condition (h : condition) : string :=
  match h with
  | CLess c a b => "<" ++ spaced (map show_z [c; a; b])
  | CEqual c a b => "=" ++ spaced (map show_z [c; a; b])
  | CRem d r => "%" ++ spaced (map show_z [d; r])
  | CFree b => "n<" ++ spaced [show_z b]
  | CNot h => "not " ++ show_condition h
  | CAnd h i => "and " ++ show_condition h ++ " " ++ show_condition i
  | COr h i => "or " ++ show_condition h ++ " " ++ show_condition i
  end%string.

(** ** The generator *)

Definition draw_between (low : Z) (k : nat) (d : draws) : Z * draws :=
  let (x, d) := draw k d in (low + Z.of_nat x, d).

Definition draw_literal (d : draws) : condition * draws :=
  let (k, d) := draw 8 d in
  let (c, d) := draw_between (-3) 7 d in
  let (a, d) := draw_between (-1) 3 d in
  let (b, d) := draw_between (-4) 13 d in
  let (m, d) := draw_between 1 5 d in
  let (r, d) := draw_between 0 4 d in
  match k with
  | 0%nat | 1%nat | 2%nat => (CLess c a b, d)
  | 3%nat | 4%nat => (CEqual c a b, d)
  | 5%nat | 6%nat => (CRem m (r mod m), d)
  | _ => (CFree m, d)
  end.

Fixpoint draw_condition (fuel : nat) (d : draws) : condition * draws :=
  match fuel with
  | O => draw_literal d
  | S fuel =>
      let (k, d) := draw 6 d in
      let (h, d) := draw_condition fuel d in
      match k with
      | 0%nat | 1%nat | 2%nat => let (i, d) := draw_condition fuel d in (CAnd h i, d)
      | 3%nat => let (i, d) := draw_condition fuel d in (COr h i, d)
      | 4%nat => (CNot h, d)
      | _ => (h, d)
      end
  end.

(** Where all answers are the same there is little to find. *)
Definition case (i : nat) : list string :=
  let (h, _) := draw_condition 2 (start i) in
  let l := answers h in
  if existsb (fun v : bool => v) l && existsb negb l
  then [(show_condition h ++ " | " ++
         String.concat "" (map (fun v : bool => if v then "1" else "0") l))%string]
  else [].

Definition vectors : list string := distinct (flat_map case (seq 0 700)).
