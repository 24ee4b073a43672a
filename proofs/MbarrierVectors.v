(** * Vectors of mbarriers: the rules A, W1 and W2

    A case is a block of two or three threads with one or two mbarriers, a schedule drawn step by step
    until nobody can go on, and who breaks which rule of MbarrierRule.v on the way. [good] blocks
    finish and nobody does: by MbarrierExact.v all schedules agree. Each thread writes to one place
    once, at x; of good blocks those are listed that race, by MbarrierRaces.v. [wrong] ones finish,
    too; of a [deadlock] the rules are asked of what was done before.

    theory.md: section 3, "mbarriers". C++: src/sync/mbarrier.cpp, by
    tests/unit/sync/vectors_test.cpp. *)

From Heddle Require Import Mbarriers MbarrierRule MbarrierRaces Vectors.

Local Open Scope string_scope.

Record sample := Sample { counts : list nat; threads : block }.

Definition expected (s : sample) (b : nat) : nat := nth b (counts s) 1.

(** Those whose next operation need not wait. *)
Definition runnable (s : sample) (l : execution) : list (tid * entry) :=
  flat_map (fun t => match next (ops (threads s)) (expected s) l t with
                     | Some x => [(t, x)]
                     | None => []
                     end) (seq 0 (List.length (threads s))).

Fixpoint drive (fuel : nat) (s : sample) (d : draws) (l : execution) : execution :=
  match fuel with
  | 0 => l
  | S fuel =>
      match runnable s l with
      | [] => l
      | (t, x) :: r =>
          let (i, d) := draw (S (List.length r)) d in
          drive fuel s d (snd (nth i ((t, x) :: r) (t, x)) :: l)
      end
  end.

Definition run (s : sample) (d : draws) : execution :=
  drive (List.length (List.concat (threads s))) s d [].

(** ** Text *)

Definition show_op (o : op) : string :=
  match o with
  | Arrive b => "a" ++ show b
  | Wait b p => "w" ++ show b ++ (if p then ",1" else ",0")
  end.

Definition show_all (rule : string) (l : list event) : list string :=
  map (fun e => rule ++ ":" ++ show (fst e) ++ "." ++ show (snd e)) l.

(** The engine keeps the last wait of a thread in a phase, which stands for those before it. *)
Definition repeated (l : execution) (e : event) : bool :=
  existsb (fun x => existsb (fun y =>
    (fst (ev x) =? fst e)%nat && (snd (ev x) =? snd e)%nat && is_wait y &&
    (fst (ev y) =? fst e)%nat && (snd e <? snd (ev y))%nat &&
    (place (what x) =? place (what y))%nat && (seen x =? seen y)%nat) l) l.

Definition facts (s : sample) (l : execution) : list string :=
  (show_all "A" (breaks_A l) ++ show_all "W1" (breaks_W1 l) ++
   show_all "W2" (filter (fun e => negb (repeated l e)) (breaks_W2 (expected s) l)))%list.

(** [at_]: where each thread writes. *)
Definition races (l : execution) (at_ : list nat) : list string :=
  let n := List.length at_ in
  flat_map (fun t => flat_map (fun u =>
    let (i, j) := (nth t at_ 0, nth u at_ 0) in
    if (t <? u)%nat && (known_at l u j t <=? i)%nat && (known_at l t i u <=? j)%nat
    then ["race:" ++ show t ++ "/" ++ show u] else []) (seq 0 n)) (seq 0 n).

Definition verdict (s : sample) (l : execution) : string :=
  if negb (done (threads s) l) then "deadlock"
  else match facts s l with [] => "good" | _ => "wrong" end.

(** ** The generator *)

Definition append (p : block) (t : tid) (o : op) : block :=
  map (fun u => ops p u ++ (if (u =? t)%nat then [o] else []))%list (seq 0 (List.length p)).

Fixpoint draw_arrivals (n : nat) (p : block) (b : nat) (d : draws) : block * draws :=
  match n with
  | 0 => (p, d)
  | S n =>
      let (t, d) := draw (List.length p) d in
      draw_arrivals n (append p t (Arrive b)) b d
  end.

(** Each thread waits five times in six; now and then for the other parity. *)
Fixpoint draw_waits (n : nat) (p : block) (b : nat) (parity : bool) (d : draws) : block * draws :=
  match n with
  | 0 => (p, d)
  | S n =>
      let (k, d) := draw 6 d in
      let (o, d) := draw 25 d in
      draw_waits n (if (k =? 0)%nat then p
                    else append p n (Wait b (if (o =? 0)%nat then negb parity else parity)))
                 b parity d
  end.

(** [phases]: how many each mbarrier has had. *)
Fixpoint draw_block (fuel : nat) (s : sample) (phases : list nat) (d : draws) : sample * draws :=
  match fuel with
  | 0 => (s, d)
  | S fuel =>
      let (b, d) := draw (List.length (counts s)) d in
      let (p, d) := draw_arrivals (expected s b) (threads s) b d in
      let k := nth b phases 0 in
      let (p, d) := draw_waits (List.length p) p b (Nat.odd k) d in
      draw_block fuel (Sample (counts s) p)
                 (map (fun c => if (c =? b)%nat then S k else nth c phases 0)
                      (seq 0 (List.length (counts s)))) d
  end.

(** One operation less, one time in five. *)
Definition damage (p : block) (d : draws) : block * draws :=
  let (k, d) := draw 5 d in
  let (t, d) := draw (List.length p) d in
  let (i, d) := draw (S (List.length (ops p t))) d in
  (if (k =? 0)%nat
   then map (fun u => if (u =? t)%nat then (firstn i (ops p u) ++ skipn (S i) (ops p u))%list
                      else ops p u) (seq 0 (List.length p))
   else p, d).

Fixpoint draw_places (p : block) (d : draws) : list nat * draws :=
  match p with
  | [] => ([], d)
  | l :: p =>
      let (i, d) := draw (S (List.length l)) d in
      let (r, d) := draw_places p d in
      (i :: r, d)
  end.

Definition show_thread (l : list op) (i : nat) : string :=
  spaced (map show_op (firstn i l) ++ ["x"] ++ map show_op (skipn i l)).

Definition case (i : nat) : string :=
  let (k, d) := draw 3 (start i) in
  let (m, d) := draw 3 d in
  let (c, d) := draw 3 d in
  let (e, d) := draw 2 d in
  let (n, d) := draw 3 d in
  let counts := if (m =? 0)%nat then [S c] else [S c; S e] in
  let (s, d) := draw_block (2 + n) (Sample counts (repeat [] (if (k =? 0)%nat then 3 else 2))) [] d in
  let (p, d) := damage (threads s) d in
  let s := Sample counts p in
  let (at_, d) := draw_places p d in
  let l := run s d in
  verdict s l ++ " " ++ String.concat "," (map show counts) ++ " " ++
  (if (List.length l =? 0)%nat then "-"
   else String.concat "" (map (fun x => show (fst (ev x))) (rev l))) ++
  String.concat " /" (map (fun '(t, i) => show_thread t i) (combine p at_)) ++ " |" ++
  spaced (facts s l ++ (if verdict s l =? "good" then races l at_ else []))%list.

Definition vectors : list string := distinct (map case (seq 0 600)).
