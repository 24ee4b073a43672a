(** * Vectors of named barriers: the clock engine, the corrected check

    A case is a block of two or three threads, a schedule drawn step by step until nobody can go on,
    and what the engine of Engine.v says on the way:

    - [late], the registrations that the corrected check refuses: somebody of the generation before is
      not known to have left;
    - [race], two threads and an address.

    [good] blocks finish and nothing is late: by OnePass.v they are well-synchronized, in all schedules,
    and race in some schedule iff a race is listed; so are those that end with a [leftover], arrivals
    whose generation never completes (an error to the tool). Others end in a [deadlock], in a [count]
    that differs within a generation, or are said to be [recycled].

    theory.md: section 3. C++: src/sync/engine.hpp, src/sync/named.cpp and src/sync/shadow.cpp, by
    tests/unit/sync/vectors_test.cpp. *)

From Heddle Require Import NamedBarriers Clocks Engine OnePass Vectors.

Local Open Scope string_scope.

(** ** One schedule *)

Definition block := list (list op).

Definition ops (p : block) (t : tid) : list op := nth t p [].

Definition do_corrected (p : block) := do (List.length p) (ops p) (corrected (ops p)).

Definition late (p : block) (e : engine) (t : tid) : list string :=
  match op_at (ops p) (next (core e) t) with
  | Some (Arrive b _) | Some (Sync b _) =>
      if previous_known (corrected (ops p)) (core e) (clk e) t b then []
      else ["late:" ++ show t ++ "." ++ show (pc (core e) t)]
  | _ => []
  end.

Definition races (p : block) (e : engine) (t : tid) : list string :=
  match op_at (ops p) (next (core e) t) with
  | Some (Touch a w) =>
      map (fun x => let u := fst (fst (fst x)) in
             "race:" ++ show (min t u) ++ "/" ++ show (max t u) ++ "@" ++ show a)
          (filter (clashes (core e) (clk e) t a w) (touched e))
  | _ => []
  end.

(** Those that have something to do and do not wait. *)
Definition runnable (p : block) (e : engine) : list tid :=
  filter (fun t => (pc (core e) t <? List.length (ops p t))%nat && negb (blocked_b (ops p) (core e) t))
         (seq 0 (List.length p)).

Record outcome := Outcome { last : engine; schedule : list tid; facts : list string; error : bool }.

Fixpoint drive (fuel : nat) (p : block) (d : draws) (o : outcome) : outcome :=
  match fuel with
  | 0 => o
  | S fuel =>
      match runnable p (last o) with
      | [] => o
      | l =>
          let (i, d) := draw (List.length l) d in
          let t := nth i l 0 in
          let s := (schedule o ++ [t])%list in
          let f := (facts o ++ late p (last o) t ++ races p (last o) t)%list in
          match do_corrected p (last o) t with
          | None => Outcome (last o) s f true
          | Some e => drive fuel p d (Outcome e s f false)
          end
      end
  end.

Definition run (p : block) (d : draws) : outcome :=
  drive (List.length (List.concat p)) p d (Outcome Engine.start [] [] false).

(** Registrations of a generation that nobody completes; of barriers 0 and 1. *)
Definition left_over (s : state) : bool :=
  existsb (fun b => negb (List.length (members (log s) b (gen s b)) =? 0)%nat) [0; 1].

Definition verdict (p : block) (o : outcome) : string :=
  if error o then "count"
  else if negb (finished_b (List.length p) (ops p) (core (last o))) then "deadlock"
  else if negb (ordered (last o)) then "recycled"
  else if left_over (core (last o)) then "leftover" else "good".

(** ** Text *)

Definition show_op (o : op) : string :=
  match o with
  | Arrive b n => "a" ++ show b ++ "," ++ show n
  | Sync b n => "s" ++ show b ++ "," ++ show n
  | Touch a w => (if w : bool then "w" else "r") ++ show a
  end.

Definition show_block (p : block) : string :=
  String.concat " /" (map (fun l => spaced (map show_op l)) p).

(** ** The generator *)

Definition append (p : block) (t : tid) (o : op) : block :=
  map (fun u => ops p u ++ (if (u =? t)%nat then [o] else []))%list (seq 0 (List.length p)).

Definition draw_touch (p : block) (d : draws) : block * draws :=
  let (t, d) := draw (List.length p) d in
  let (a, d) := draw 2 d in
  let (w, d) := draw 3 d in
  (append p t (Touch a (negb (w =? 0)%nat)), d).

Definition draw_registration (p : block) (t : tid) (b n : nat) (d : draws) : block * draws :=
  let (s, d) := draw 7 d in
  (append p t (if (s <? 2)%nat then Arrive b n else Sync b n), d).

(** A generation: as many threads as it asks for, seldom one of them twice, seldom a wrong count. *)
Definition draw_generation (p : block) (d : draws) : block * draws :=
  let k := List.length p in
  let (b, d) := draw 2 d in
  let (t, d) := draw k d in
  let (again, d) := draw 12 d in
  let (odd, d) := draw 40 d in
  let n := if (odd =? 0)%nat then 1 else if (b =? 0)%nat then 2 else k in
  let u := if (again =? 0)%nat then t else (t + 1) mod k in
  let (p, d) := draw_registration p t b n d in
  let (p, d) := draw_touch p d in
  let (p, d) := draw_registration p u b n d in
  if (b =? 1)%nat && (k =? 3)%nat then draw_registration p ((t + 2) mod k) b n d else (p, d).

Fixpoint draw_block (fuel : nat) (p : block) (d : draws) : block * draws :=
  match fuel with
  | 0 => (p, d)
  | S fuel =>
      let (p, d) := draw_generation p d in
      let (k, d) := draw 3 d in
      let (p, d) := if (k =? 0)%nat then (p, d) else draw_touch p d in
      draw_block fuel p d
  end.

(** One time in six an operation less, one time in six an arrival more. *)
Definition damage (p : block) (d : draws) : block * draws :=
  let (k, d) := draw 6 d in
  let (t, d) := draw (List.length p) d in
  let (i, d) := draw (S (List.length (ops p t))) d in
  match k with
  | 0 => (map (fun u => if (u =? t)%nat then (firstn i (ops p u) ++ skipn (S i) (ops p u))%list
                        else ops p u) (seq 0 (List.length p)), d)
  | 1 => (append p t (Arrive 0 2), d)
  | _ => (p, d)
  end.

Definition case (i : nat) : string :=
  let (k, d) := draw 3 (start i) in
  let (n, d) := draw 4 d in
  let (p, d) := draw_block (2 + n) (repeat [] (if (k =? 0)%nat then 3 else 2)) d in
  let (p, d) := damage p d in
  let o := run p d in
  verdict p o ++ " " ++ String.concat "" (map show (schedule o)) ++ show_block p ++ " |" ++
  spaced (distinct (facts o)).

Definition vectors : list string := distinct (map case (seq 0 600)).
