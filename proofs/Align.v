(** * Barrier aligning, as published

    CAV'21 does not use the pair form: it rewrites a protocol so that every loop with barriers
    consists of whole phases. The first iteration is peeled off, and what stands behind the last
    barrier of an iteration moves before the first one of the next. Statements:

    - [align_effects]: the result does the same accesses and as many barriers, in the same order;
    - [align_races]: so it races iff the protocol does, iff a cross of the pair form has a
      conflicting pair;
    - [align_doubles]: each loop around a barrier doubles it, where the pair form is linear
      (PairFormSize.v).

    As published, barriers stand under no conditions and loops around them are not empty; the pair
    form asks for neither.

    Paper: CAV'21, section 4. theory.md: section 2. C++: - (src/protocol/align/align.cpp is the pair form). *)

From Heddle Require Import Protocol Uniformity PairForm PairFormExact.

(** Whole phases; loops stand behind at least one. *)
Inductive phases :=
| Phase (c : proto) (b : nat)                                    (* c; barrier *)
| Then (v w : phases)
| More (v : phases) (n : env -> tid -> nat) (w : phases).        (* v; for n w *)

Fixpoint protocol_of (w : phases) : proto :=
  match w with
  | Phase c b => Seq c (Bar b)
  | Then v w => Seq (protocol_of v) (protocol_of w)
  | More v n w => Seq (protocol_of v) (Loop n (protocol_of w))
  end.

(** A part put into other iterations: where it read those of [r], it now reads those of [f r t]. *)
Definition place := env -> tid -> env.

Definition under (f : place) : place :=
  fun r t => match r with [] => [] | i :: r => i :: f r t end.

Fixpoint move (f : place) (p : proto) : proto :=
  match p with
  | Skip => Skip
  | Acc a => Acc (Access (acc_kind a) (acc_array a) (fun r t => acc_offset a (f r t) t) (acc_size a))
  | Bar b => Bar b
  | Seq p q => Seq (move f p) (move f q)
  | If c p q => If (fun r t => c (f r t) t) (move f p) (move f q)
  | Loop n p => Loop (fun r t => n (f r t) t) (move (under f) p)
  end.

Fixpoint move_phases (f : place) (w : phases) : phases :=
  match w with
  | Phase c b => Phase (move f c) b
  | Then v w => Then (move_phases f v) (move_phases f w)
  | More v n w => More (move_phases f v) (fun r t => n (f r t) t) (move_phases (under f) w)
  end.

Definition at_first : place := fun r _ => 0 :: r.
Definition at_last (n : env -> tid -> nat) : place := fun r t => (n r t - 1) :: r.
Definition at_next : place := fun r _ => match r with [] => [] | i :: r => S i :: r end.

Fixpoint prepend (c : proto) (w : phases) : phases :=
  match w with
  | Phase d b => Phase (Seq c d) b
  | Then v w => Then (prepend c v) w
  | More v n w => More (prepend c v) n w
  end.

(** The phases of a protocol, if it has barriers, and what is behind the last one. *)
Fixpoint align (p : proto) : option phases * proto :=
  if synchronised p then
    match p with
    | Bar b => (Some (Phase Skip b), Skip)
    | Seq p q =>
        match align p, align q with
        | (Some v, c), (Some w, d) => (Some (Then v (prepend c w)), d)
        | (None, c), (Some w, d) => (Some (prepend c w), d)
        | (v, c), (None, d) => (v, Seq c d)
        end
    | Loop n p =>
        match align p with
        | (Some w, c) =>
            (Some (More (move_phases at_first w) (fun r t => n r t - 1)
                        (prepend c (move_phases at_next w))),
             move (at_last n) c)
        | (None, c) => (None, Loop n c)
        end
    | _ => (None, p)
    end
  else (None, p).

Definition aligned (p : proto) : proto :=
  match align p with
  | (Some w, c) => Seq (protocol_of w) c
  | (None, c) => c
  end.

(** What the published rewriting accepts. *)
Fixpoint accepted (p : proto) : Prop :=
  match p with
  | Skip | Acc _ | Bar _ => True
  | Seq p q => accepted p /\ accepted q
  | If c p q => synchronised (If c p q) = false
  | Loop n p => accepted p /\ (synchronised p = true -> forall r t, 0 < n r t)
  end.

(** ** Effects *)

(** What is left of an event when it is done: a barrier, or bytes that are touched. *)
Definition effect := option (kind * nat * Z * Z).

Definition effect_of (t : tid) (e : event) : effect :=
  match e with
  | EAcc (a, r) => Some (acc_kind a, acc_array a, acc_offset a r t, acc_size a)
  | EBar _ _ => None
  end.

Definition effects (t : tid) (r : env) (p : proto) : list effect := map (effect_of t) (trace t r p).

Lemma effects_seq t r p q : effects t r (Seq p q) = effects t r p ++ effects t r q.
Proof. unfold effects. simpl. now rewrite map_app. Qed.

Lemma effects_loop t r n p :
  effects t r (Loop n p) = flat_map (fun i => effects t (i :: r) p) (seq 0 (n r t)).
Proof.
  unfold effects. simpl. induction (seq 0 (n r t)) as [|i l IH]; simpl; [easy|].
  now rewrite map_app, IH.
Qed.

Lemma flat_map_same {A B} (f g : A -> list B) l :
  (forall a, f a = g a) -> flat_map f l = flat_map g l.
Proof. intro H. induction l; simpl; congruence. Qed.

Lemma effects_move t p : forall f r, effects t r (move f p) = effects t (f r t) p.
Proof.
  induction p as [|a|b|p IHp q IHq|c p IHp q IHq|n p IHp]; intros f r; try easy.
  - simpl move. now rewrite !effects_seq, IHp, IHq.
  - unfold effects in *. simpl. destruct (c (f r t) t); auto.
  - simpl move. rewrite !effects_loop. apply flat_map_same. intro i. now rewrite IHp.
Qed.

Lemma effects_move_phases t w : forall f r,
  effects t r (protocol_of (move_phases f w)) = effects t (f r t) (protocol_of w).
Proof.
  induction w as [c b|v IHv w IHw|v IHv n w IHw]; intros f r; simpl;
    rewrite !effects_seq, ?IHv, ?IHw; auto.
  - now rewrite effects_move.
  - f_equal. rewrite !effects_loop. apply flat_map_same. intro i. now rewrite IHw.
Qed.

Lemma effects_prepend t c w : forall r,
  effects t r (protocol_of (prepend c w)) = effects t r c ++ effects t r (protocol_of w).
Proof.
  induction w as [d b|v IHv w IHw|v IHv n w IHw]; intro r; simpl;
    rewrite ?effects_seq, ?IHv, ?effects_seq, ?app_assoc; auto.
Qed.

Lemma effects_skip t r : effects t r Skip = [].
Proof. easy. Qed.

(** w0 c0 w1 c1 .. = w0 (c0 w1) (c1 ..) .. *)
Lemma regroup {A} (w c : nat -> list A) n :
  flat_map (fun i => w i ++ c i) (seq 0 (S n)) =
  w 0 ++ flat_map (fun i => c i ++ w (S i)) (seq 0 n) ++ c n.
Proof.
  induction n as [|n IH]; [simpl; now rewrite app_nil_r|].
  rewrite seq_S, flat_map_app, IH, seq_S, flat_map_app. simpl.
  now rewrite !app_nil_r, <- !app_assoc.
Qed.

Lemma align_no_barrier p : synchronised p = false -> align p = (None, p).
Proof. intro H. destruct p; simpl in *; rewrite ?H; easy. Qed.

Lemma align_barrier p : accepted p -> synchronised p = true ->
  exists w c, align p = (Some w, c).
Proof.
  induction p as [|a|b|p IHp q IHq|c p IHp q IHq|n p IHp]; intros A S; try easy.
  - simpl. eauto.
  - destruct A as (Ap & Aq). simpl in *. rewrite S.
    destruct (align p) as [[v|] c] eqn:Ep, (align q) as [[w|] d] eqn:Eq; eauto.
    destruct (synchronised p) eqn:Sp; [now destruct (IHp Ap eq_refl) as (? & ? & ?)|].
    now destruct (IHq Aq S) as (? & ? & ?).
  - simpl in A. simpl in S. congruence.
  - destruct A as (Ap & _). simpl in *. rewrite S.
    destruct (IHp Ap S) as (w & c & ->). eauto.
Qed.

Theorem align_effects t p : accepted p -> forall r, effects t r (aligned p) = effects t r p.
Proof.
  unfold aligned. induction p as [|a|b|p IHp q IHq|c p IHp q IHq|n p IHp]; intros A r; try easy.
  - destruct (synchronised (Seq p q)) eqn:S; [|now rewrite align_no_barrier by easy].
    destruct A as (Ap & Aq). specialize (IHp Ap r). specialize (IHq Aq r).
    rewrite (effects_seq t r p q), <- IHp, <- IHq. simpl. simpl in S. rewrite S.
    destruct (align p) as [[v|] c], (align q) as [[w|] d]; simpl;
      rewrite ?effects_seq, ?effects_prepend, ?effects_seq, <- ?app_assoc; auto.
  - now rewrite align_no_barrier by easy.
  - destruct (synchronised (Loop n p)) eqn:S; [|now rewrite align_no_barrier by easy].
    destruct A as (Ap & N). simpl in S. destruct (align_barrier p Ap S) as (w & c & E).
    specialize (N S r t). simpl. rewrite S, E in *. simpl.
    rewrite !effects_seq, effects_loop, effects_move, !effects_move_phases, effects_loop.
    rewrite (flat_map_same (fun i => effects t (i :: r) p)
               (fun i => effects t (i :: r) (protocol_of w) ++ effects t (i :: r) c)).
    + replace (seq 0 (n r t)) with (seq 0 (Datatypes.S (n r t - 1))) by (f_equal; lia).
      rewrite regroup, <- app_assoc. f_equal. f_equal. apply flat_map_same. intro i.
      now rewrite effects_prepend, effects_move_phases.
    + intro i. now rewrite <- (IHp Ap (i :: r)), effects_seq.
Qed.

(** ** Races *)

Fixpoint effect_phase (k : nat) (l : list effect) : list (kind * nat * Z * Z) :=
  match l with
  | [] => []
  | Some x :: l => match k with 0 => x :: effect_phase 0 l | S _ => effect_phase k l end
  | None :: l => match k with 0 => [] | S k => effect_phase k l end
  end.

Definition touched (t : tid) (x : inst) : kind * nat * Z * Z :=
  let (a, r) := x in (acc_kind a, acc_array a, acc_offset a r t, acc_size a).

Lemma phase_effects t l : forall k,
  effect_phase k (map (effect_of t) l) = map (touched t) (phase k l).
Proof.
  induction l as [|[[a r]|b r] l IH]; intro k; simpl; [easy|..]; destruct k; simpl; rewrite ?IH; easy.
Qed.

Definition clash (x y : kind * nat * Z * Z) : Prop :=
  let '(j, a, o, m) := x in
  let '(k, b, q, n) := y in
  a = b /\ kinds_conflict j k = true /\ (o < q + n)%Z /\ (q < o + m)%Z.

Lemma conflict_clash t x u y : conflict t x u y <-> clash (touched t x) (touched u y).
Proof. now destruct x, y. Qed.

Lemma phase_race_effects n p : phase_race n p <-> exists t u k x y,
  t < n /\ u < n /\ t <> u /\ In x (effect_phase k (effects t [] p)) /\
  In y (effect_phase k (effects u [] p)) /\ clash x y.
Proof.
  unfold effects. split.
  - intros (t & u & x & y & T & U & N & (k & X & Y) & C).
    exists t, u, k, (touched t x), (touched u y). rewrite !phase_effects.
    repeat split; auto using in_map. now apply conflict_clash.
  - intros (t & u & k & x & y & T & U & N & X & Y & C). rewrite phase_effects in X, Y.
    apply in_map_iff in X as (x' & <- & X), Y as (y' & <- & Y).
    exists t, u, x', y'. repeat split; auto; [now exists k | now apply conflict_clash].
Qed.

Theorem align_races n p : accepted p -> well_named p -> uniform n p ->
  (phase_race n (aligned p) <-> exists t u x y,
    t < n /\ u < n /\ t <> u /\ (exists c, In c (crosses [] p) /\ cross_pair t u c x y) /\
    conflict t x u y).
Proof.
  intros A W U. rewrite <- crosses_race by easy. rewrite !phase_race_effects.
  now setoid_rewrite (fun t => align_effects t p A []).
Qed.

(** ** Its size *)

Fixpoint phase_count (w : phases) : nat :=
  match w with
  | Phase _ _ => 1
  | Then v w | More v _ w => phase_count v + phase_count w
  end.

(** [d] loops around one barrier. *)
Fixpoint nest (n : env -> tid -> nat) (a : access) (d : nat) : proto :=
  match d with
  | 0 => Seq (Acc a) (Bar 0)
  | S d => Loop n (nest n a d)
  end.

Lemma count_move w : forall f, phase_count (move_phases f w) = phase_count w.
Proof. induction w; intro f; simpl; auto. Qed.

Lemma count_prepend c w : phase_count (prepend c w) = phase_count w.
Proof. induction w; simpl; auto. Qed.

Theorem align_doubles n a d : exists w c, align (nest n a d) = (Some w, c) /\ phase_count w = 2 ^ d.
Proof.
  assert (S : forall d, synchronised (nest n a d) = true).
  { clear d. induction d as [|d IH]; [easy | exact IH]. }
  induction d as [|d (w & c & E & C)]; [now eexists _, _|]. simpl. rewrite S, E.
  eexists _, _. split; [reflexivity|]. simpl.
  rewrite count_prepend, !count_move, C. lia.
Qed.

(** for (..3) { write; barrier; read }: what is behind the barrier moves to the next phase. *)
Definition example : proto :=
  Loop (fun _ _ => 3) (Seq (Acc (Access Write 0 (fun r t => Z.of_nat (t + hd 0 r)) 4))
                      (Seq (Bar 0) (Acc (Access Read 0 (fun r t => Z.of_nat (hd 0 r)) 4)))).

Example aligned_same : effects 1 [] (aligned example) = effects 1 [] example.
Proof. reflexivity. Qed.

Compute effects 1 [] (aligned example).
