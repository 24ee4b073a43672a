(** * Split: from crosses to questions about two symbolic threads

    One cross and one array give one symbolic trace: two threads, unequal, an access of each side,
    conditions that hold, bytes that overlap, one of them a write. Statements:

    - [split_exact]: a kernel whose obligations hold is race free, for all parameters and all numbers
      of threads that these allow, iff no symbolic trace has a model.
    - [model_is_execution]: a model is a real execution that reaches both accesses at once; so the
      witness that the tool replays always exists.
    - [two_threads]: whether n threads race is decided by looking at two of them alone.

    Paper: CAV'21, section 4. theory.md: section 2, "align, split". C++: src/protocol/split/split.cpp. *)

From Heddle Require Import Protocol Execution Uniformity PairForm PairFormExact.

(** A kernel: for each choice of parameters, which include the launch, a number of threads and a
    protocol. *)
Record kernel (G : Type) := Kernel {
  threads : G -> nat;
  protocol : G -> proto
}.
Arguments threads {G}.
Arguments protocol {G}.

(** A model of the symbolic trace of a cross and an array. *)
Record model {G} (k : kernel G) (g : G) (c : cross) (array : nat) : Prop := {
  model_exists : exists t u x y,
    t < threads k g /\ u < threads k g /\ t <> u /\
    cross_pair t u c x y /\ acc_array (fst x) = array /\ conflict t x u y
}.

Theorem split_exact G (k : kernel G) :
  (forall g, well_named (protocol k g) /\ obligations (threads k g) (protocol k g)) ->
  ((forall g, ~ racy (threads k g) (protocol k g)) <->
   forall g c array, In c (crosses [] (protocol k g)) -> ~ model k g c array).
Proof.
  intro H.
  assert (E : forall g, racy (threads k g) (protocol k g) <->
              exists c array, In c (crosses [] (protocol k g)) /\ model k g c array).
  { intro g. destruct (H g) as (W & O). apply obligations_iff_uniform in O; [|easy].
    rewrite race_iff_phase_race, crosses_race by easy. split.
    - intros (t & u & x & y & T & U & N & (c & I & P) & K).
      exists c, (acc_array (fst x)). split; [easy|]. constructor.
      exists t, u, x, y. auto 6.
    - intros (c & array & I & [(t & u & x & y & T & U & N & P & _ & K)]).
      exists t, u, x, y. eauto 10. }
  split.
  - intros R g c array I M. apply (R g), E. eauto.
  - intros R g X. apply E in X as (c & array & I & M). now apply (R g c array).
Qed.

Theorem model_is_execution G (k : kernel G) g c array :
  well_named (protocol k g) -> obligations (threads k g) (protocol k g) ->
  In c (crosses [] (protocol k g)) -> model k g c array ->
  exists s, reachable (threads k g) (protocol k g) s /\ race_state (threads k g) s.
Proof.
  intros W O I [(t & u & x & y & T & U & N & P & _ & K)].
  apply obligations_iff_uniform in O; [|easy].
  apply (phase_race_racy _ _ O), crosses_race; auto.
  exists t, u, x, y. eauto 10.
Qed.

(** ** Two threads decide *)

(** The protocol with threads renamed: what thread [t] does is what [f t] did. *)
Fixpoint rename (f : tid -> tid) (p : proto) : proto :=
  match p with
  | Skip => Skip
  | Acc a => Acc (Access (acc_kind a) (acc_array a) (fun r t => acc_offset a r (f t)) (acc_size a))
  | Bar b => Bar b
  | Seq p q => Seq (rename f p) (rename f q)
  | If c p q => If (fun r t => c r (f t)) (rename f p) (rename f q)
  | Loop n p => Loop (fun r t => n r (f t)) (rename f p)
  end.

Definition rename_inst (f : tid -> tid) (x : inst) : inst :=
  (Access (acc_kind (fst x)) (acc_array (fst x)) (fun r t => acc_offset (fst x) r (f t))
          (acc_size (fst x)), snd x).

Definition rename_event (f : tid -> tid) (e : event) : event :=
  match e with
  | EAcc x => EAcc (rename_inst f x)
  | EBar b r => EBar b r
  end.

Lemma trace_rename f t p : forall r,
  trace t r (rename f p) = map (rename_event f) (trace (f t) r p).
Proof.
  induction p as [|a|b|p IHp q IHq|c p IHp q IHq|n p IHp]; intro r; simpl; try easy.
  - now rewrite map_app, IHp, IHq.
  - destruct (c r (f t)); auto.
  - induction (seq 0 (n r (f t))) as [|i l IH]; simpl; [easy|]. now rewrite map_app, IHp, IH.
Qed.

Lemma barriers_rename f l : barriers (map (rename_event f) l) = barriers l.
Proof. induction l as [|[]]; simpl; congruence. Qed.

Lemma phase_rename f l : forall k, phase k (map (rename_event f) l) = map (rename_inst f) (phase k l).
Proof.
  induction l as [|[x|b r] l IH]; intro k; simpl; [easy|..]; destruct k; simpl; rewrite ?IH; easy.
Qed.

Lemma conflict_rename f t u x y :
  conflict t (rename_inst f x) u (rename_inst f y) <-> conflict (f t) x (f u) y.
Proof. now destruct x, y. Qed.

(** Threads 0 and 1 stand for [t] and [u]. *)
Definition pick (t u : tid) : tid -> tid := fun i => if i =? 0 then t else u.

Theorem two_threads n p : uniform n p ->
  (racy n p <-> exists t u, t < n /\ u < n /\ t <> u /\ racy 2 (rename (pick t u) p)).
Proof.
  intro H.
  assert (H2 : forall t u, t < n -> u < n -> uniform 2 (rename (pick t u) p)).
  { intros t u T U v w _ _. rewrite !trace_rename, !barriers_rename.
    apply H; unfold pick; [destruct (v =? 0) | destruct (w =? 0)]; easy. }
  assert (C : forall t u v w x y, concurrent (rename (pick t u) p) v w x y <->
    exists x' y', x = rename_inst (pick t u) x' /\ y = rename_inst (pick t u) y' /\
                  concurrent p (pick t u v) (pick t u w) x' y').
  { intros t u v w x y. unfold concurrent. setoid_rewrite trace_rename.
    setoid_rewrite phase_rename. setoid_rewrite in_map_iff. split.
    - intros (k & (x' & <- & X) & (y' & <- & Y)). eauto 10.
    - intros (x' & y' & -> & -> & k & X & Y). eauto 10. }
  split.
  - intro R. apply race_iff_phase_race in R as (t & u & x & y & T & U & N & K & L); [|easy].
    exists t, u. repeat split; auto. apply race_iff_phase_race; [now apply H2|].
    exists 0, 1, (rename_inst (pick t u) x), (rename_inst (pick t u) y).
    split; [lia|]. split; [lia|]. split; [easy|]. split.
    + apply C. exists x, y. easy.
    + now apply conflict_rename.
  - intros (t & u & T & U & N & R).
    apply race_iff_phase_race in R as (v & w & x & y & V & W & NN & K & L); [|now apply H2].
    apply C in K as (x' & y' & -> & -> & K). apply conflict_rename in L.
    apply race_iff_phase_race; [easy|]. exists (pick t u v), (pick t u w), x', y'.
    refine (conj _ (conj _ (conj _ (conj K L)))); unfold pick.
    + now destruct (v =? 0).
    + now destruct (w =? 0).
    + destruct (Nat.eqb_spec v 0), (Nat.eqb_spec w 0); auto; lia.
Qed.
