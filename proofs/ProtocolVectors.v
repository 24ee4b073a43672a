(** * Vectors of protocols: crosses, obligations, split

    A case is a kernel of a few accesses and barriers with one parameter, a number of threads, and
    what Decide.v says of it:

    - [diverges], and who misses which barrier: the models of E(t, b) and not E(u, b);
    - else [racy] or [free], and all pairs of two threads that the crosses have, of one array and of
      kinds that conflict; with an exclamation mark where bytes overlap.

    By Uniformity.v, PairFormExact.v and Split.v these are the executions that get stuck, the accesses
    that may happen at the same time, and the races.

    theory.md: section 2. C++: src/protocol/align/align.cpp, src/protocol/split/split.cpp and
    src/protocol/uniform.cpp, by tests/unit/protocol/vectors_test.cpp. *)

From Heddle Require Import Protocol Uniformity PairForm Decide Vectors.

Local Open Scope string_scope.

(** ** Kernels as syntax, and as protocols *)

Inductive expr :=
| Num (k : nat)
| Param
| Thread
| Iteration (i : nat)           (* of the i-th loop around, the innermost being 0 *)
| Plus (a b : expr)
| Minus (a b : expr)
| Rem (a : expr) (k : nat).

Inductive cond :=
| Less (a b : expr)
| Equal (a b : expr).

(** Barriers and accesses have names. The offset is 4 times the index. *)
Inductive source :=
| SSkip
| SAcc (k : kind) (label array size : nat) (index : expr)
| SBar (label : nat)
| SSeq (p q : source)
| SIf (c : cond) (p q : source)
| SLoop (trips : expr) (p : source).

Fixpoint value (n : nat) (r : env) (t : tid) (e : expr) : Z :=
  match e with
  | Num k => Z.of_nat k
  | Param => Z.of_nat n
  | Thread => Z.of_nat t
  | Iteration i => Z.of_nat (nth i r 0)
  | Plus a b => value n r t a + value n r t b
  | Minus a b => value n r t a - value n r t b
  | Rem a k => Z.rem (value n r t a) (Z.of_nat k)
  end.

Definition truth (n : nat) (r : env) (t : tid) (c : cond) : bool :=
  match c with
  | Less a b => (value n r t a <? value n r t b)%Z
  | Equal a b => (value n r t a =? value n r t b)%Z
  end.

(** What an access of a protocol is made of; [by_index] for races, [by_label] to tell accesses apart. *)
Definition reading := kind -> nat -> nat -> nat -> expr -> access.

Definition by_index (n : nat) : reading := fun k _ array size index =>
  Access k array (fun r t => 4 * value n r t index)%Z (Z.of_nat size).

Definition by_label : reading := fun k label array size _ =>
  Access k array (fun _ _ => Z.of_nat label) (Z.of_nat size).

Fixpoint protocol_of (n : nat) (f : reading) (p : source) : proto :=
  match p with
  | SSkip => Skip
  | SAcc k label array size index => Acc (f k label array size index)
  | SBar label => Bar label
  | SSeq p q => Seq (protocol_of n f p) (protocol_of n f q)
  | SIf c p q => If (fun r t => truth n r t c) (protocol_of n f p) (protocol_of n f q)
  | SLoop e p => Loop (fun r t => Z.to_nat (value n r t e)) (protocol_of n f p)
  end.

(** ** What is said of a case *)

Definition show_iterations (r : env) : string :=
  match r with [] => "" | _ => "@" ++ String.concat "." (map show (rev r)) end.

(** "Thread t comes to barrier b in iterations r, and thread u does not": b:t/u@r. *)
Definition misses (n : nat) (p : proto) : list string :=
  flat_map (fun bA => flat_map (fun t => flat_map (fun u => flat_map (fun r =>
    if holds_b (snd bA) r u then []
    else [show (fst bA) ++ ":" ++ show t ++ "/" ++ show u ++ show_iterations r])
    (envs (snd bA) t)) (seq 0 n)) (seq 0 n)) (places [] p).

(** All pairs of the crosses for threads t < u, whichever of the two is first in a cross. *)
Definition pairs (p : proto) (t u : tid) : list (inst * inst) :=
  flat_map (fun c => (cross_pairs t u c ++ map (fun xy => (snd xy, fst xy)) (cross_pairs u t c))%list)
           (crosses [] p).

Definition may_race (xy : inst * inst) : bool :=
  let (x, y) := xy in
  (acc_array (fst x) =? acc_array (fst y))%nat && kinds_conflict (acc_kind (fst x)) (acc_kind (fst y)).

Definition show_instance (t : tid) (x : inst) : string :=
  show t ++ ":" ++ show (Z.to_nat (acc_offset (fst x) (snd x) t)) ++ show_iterations (snd x).

(** The two readings have the same pairs in the same order: offsets do not matter to crosses. *)
Definition show_pairs (n : nat) (named real : proto) : list string :=
  distinct (flat_map (fun t => flat_map (fun u => if (t <? u)%nat then
    flat_map (fun '(xy, z) => if may_race xy then
      [show_instance t (fst xy) ++ "~" ++ show_instance u (snd xy) ++
       (if conflict_b t u z then "!" else "")] else [])
      (combine (pairs named t u) (pairs real t u)) else []) (seq 0 n)) (seq 0 n)).

Record result := Result { verdict : string; facts : list string }.

Definition judge (threads n : nat) (p : source) : result :=
  let named := protocol_of n by_label p in
  let real := protocol_of n (by_index n) p in
  if obligations_hold threads real
  then Result (if race_found threads real then "racy" else "free") (show_pairs threads named real)
  else Result "diverges" (misses threads real).

(** ** Text of a kernel: operators before their operands *)

Fixpoint show_expr (e : expr) : string :=
  match e with
  | Num k => show k
  | Param => "n"
  | Thread => "t"
  | Iteration i => "i" ++ show i
  | Plus a b => "+ " ++ show_expr a ++ " " ++ show_expr b
  | Minus a b => "- " ++ show_expr a ++ " " ++ show_expr b
  | Rem a k => "% " ++ show_expr a ++ " " ++ show k
  end.

Definition show_cond (c : cond) : string :=
  match c with
  | Less a b => "< " ++ show_expr a ++ " " ++ show_expr b
  | Equal a b => "= " ++ show_expr a ++ " " ++ show_expr b
  end.

Definition show_kind (k : kind) : string :=
  match k with Read => "read" | Write => "write" | Atomic => "atomic" end.

Fixpoint show_source (p : source) : string :=
  match p with
  | SSkip => "skip"
  | SAcc k label array size index =>
      show_kind k ++ spaced [show label; show array; show size; show_expr index]
  | SBar label => "bar " ++ show label
  | SSeq p q => "seq " ++ show_source p ++ " " ++ show_source q
  | SIf c p q => "if " ++ show_cond c ++ " " ++ show_source p ++ " " ++ show_source q
  | SLoop e p => "for " ++ show_expr e ++ " " ++ show_source p
  end.

(** ** The generator *)

(** An expression; of the thread only where that is allowed. *)
Definition draw_atom (own : bool) (depth : nat) (d : draws) : expr * draws :=
  let (k, d) := draw 7 d in
  match k with
  | 0 => let (c, d) := draw 3 d in (Num c, d)
  | 1 => (Param, d)
  | 2 | 3 => if (depth =? 0)%nat then (Param, d) else let (i, d) := draw depth d in (Iteration i, d)
  | _ => if own then (Thread, d)
         else if (depth =? 0)%nat then (Num 1, d) else let (i, d) := draw depth d in (Iteration i, d)
  end.

Definition draw_expr (own : bool) (depth : nat) (d : draws) : expr * draws :=
  let (a, d) := draw_atom own depth d in
  let (b, d) := draw_atom own depth d in
  let (k, d) := draw 8 d in
  match k with
  | 0 | 1 => (Plus a b, d)
  | 2 => (Minus a b, d)
  | 3 => (Plus a (Num 1), d)
  | 4 => (Rem (Plus a b) 2, d)
  | _ => (a, d)
  end.

Definition draw_cond (own : bool) (depth : nat) (d : draws) : cond * draws :=
  let (a, d) := draw_atom own depth d in
  let (b, d) := draw_expr own depth d in
  let (c, d) := draw 2 d in
  let (k, d) := draw 5 d in
  match k with
  | 0 => (Equal (Rem (Plus a b) 2) (Num c), d)
  | 1 => (Equal a b, d)
  | 2 => (Equal a (Num c), d)
  | 3 => (Less b a, d)
  | _ => (Less a b, d)
  end.

(** Indices that tell threads apart are frequent, else nearly everything races. Atomics are of one
    size. *)
Definition draw_access (depth : nat) (d : draws) : source * draws :=
  let (k, d) := draw 5 d in
  let (array, d) := draw 3 d in
  let (size, d) := draw 6 d in
  let (own, d) := draw 7 d in
  let (e, d) := draw_expr true depth d in
  let (label, d) := name d in
  (SAcc (match k with 0 | 1 => Read | 2 => Atomic | _ => Write end) label
        (if (array =? 0)%nat then 1 else 0) (if (size =? 0)%nat && negb (k =? 2)%nat then 8 else 4)
        (match own with 0 => Plus Thread (Num 1) | 1 | 2 | 3 => Thread | _ => e end), d).

(** A trip count: 0 to 4, often of iterations around. *)
Definition draw_trips (own : bool) (depth : nat) (d : draws) : expr * draws :=
  let (a, d) := draw_atom own depth d in
  let (k, d) := draw 6 d in
  match k with
  | 0 => (Num 2, d)
  | 1 => (Param, d)
  | 2 => (Minus Param a, d)
  | 3 => (Plus a (Num 1), d)
  | _ => (a, d)
  end.

(** [cut]: barriers may stand here. Conditions around them depend on the thread one time in four. *)
Fixpoint draw_source (fuel depth : nat) (cut : bool) (d : draws) : source * draws :=
  let (k, d) := draw 10 d in
  match fuel with
  | 0 => if cut && (k <? 4)%nat then let (b, d) := name d in (SBar b, d) else draw_access depth d
  | S fuel =>
      if (k <? 4)%nat then
        let (p, d) := draw_source fuel depth cut d in
        let (q, d) := draw_source fuel depth cut d in
        (SSeq p q, d)
      else
        let (l, d) := draw 3 d in
        let (o, d) := draw 4 d in
        let inner := cut && negb (l =? 0)%nat in
        let own := negb inner || (o =? 0)%nat in
        if (k <? 7)%nat then
          let (c, d) := draw_cond own depth d in
          let (p, d) := draw_source fuel depth inner d in
          let (e, d) := draw 2 d in
          if (e =? 0)%nat then (SIf c p SSkip, d)
          else let (q, d) := draw_source fuel depth inner d in (SIf c p q, d)
        else
          let (e, d) := draw_trips own depth d in
          let (p, d) := draw_source fuel (S depth) inner d in
          (SLoop e p, d)
  end.

(** "a; if (c) barrier; b": what lies between two such barriers depends on all iterations between. *)
Definition draw_guarded (depth : nat) (d : draws) : source * draws :=
  let (a, d) := draw_access depth d in
  let (o, d) := draw 4 d in
  let (c, d) := draw_cond (o =? 0)%nat depth d in
  let (l, d) := name d in
  let (b, d) := draw_source 0 depth true d in
  (SSeq a (SSeq (SIf c (SBar l) SSkip) b), d).

(** Threads that differ in a condition around a barrier that perhaps none comes to. *)
Definition draw_differing (d : draws) : source * draws :=
  let (o, d) := draw_cond true 0 d in
  let (a, d) := draw_access 0 d in
  let (c, d) := draw_cond false 0 d in
  let (l, d) := name d in
  let (b, d) := draw_access 0 d in
  (SIf o (SSeq a (SIf c (SBar l) SSkip)) b, d).

(** The middle of a kernel: without a loop, a loop, a loop around a guarded barrier, two of them. *)
Definition draw_middle (d : draws) : source * draws :=
  let (k, d) := draw 6 d in
  let (o, d) := draw 5 d in
  let (n, d) := draw_trips (o =? 0)%nat 0 d in
  match k with
  | 0 => draw_source 2 0 true d
  | 1 => let (p, d) := draw_source 2 1 true d in (SLoop n p, d)
  | 2 | 3 => let (p, d) := draw_guarded 1 d in (SLoop n p, d)
  | 4 => draw_differing d
  | _ => let (m, d) := draw_trips (o =? 1)%nat 1 d in
         let (p, d) := draw_guarded 2 d in
         let (q, d) := draw_source 0 1 true d in
         (SLoop n (SSeq (SLoop m p) q), d)
  end.

(** One case: its threads, its parameter, its kernel. *)
Definition case (i : nat) : nat * nat * source :=
  let (threads, d) := draw 3 (start i) in
  let (n, d) := draw 4 d in
  let (a, d) := draw_source 1 0 true d in
  let (b, d) := draw_middle d in
  let (c, d) := draw_source 1 0 true d in
  (if (threads =? 0)%nat then 3 else 2, n, SSeq a (SSeq b c)).

(** A case that is worth a line: barriers, something that might race, and not too much of it. *)
Definition worthwhile (p : source) (r : result) : bool :=
  synchronised (protocol_of 0 by_label p) &&
  (1 <=? List.length (facts r))%nat && (List.length (facts r) <=? 16)%nat.

Definition line (i : nat) : list string :=
  let '(threads, n, p) := case i in
  let r := judge threads n p in
  if worthwhile p r
  then [verdict r ++ " " ++ show threads ++ " " ++ show n ++ " " ++ show_source p ++ " |" ++
        spaced (facts r)]
  else [].

Definition lines (first count : nat) : list string := flat_map line (seq first count).

Definition vectors : list string := lines 0 900.
