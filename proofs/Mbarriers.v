(** * mbarriers: operational semantics, and what is known when

    Each thread has a list of operations: arrive at an mbarrier, or wait for a phase by its parity. A
    phase of an mbarrier is complete after as many arrivals as it expects; the next one then begins. A
    wait for parity p passes as long as the number of complete phases does not have parity p: it does
    not say which phase it has seen. Nothing else blocks.

    An execution is the list of what was done, newest first, each entry with the number of phases that
    were complete, and with what its thread knew before and after: a clock, entry u of which is above i
    iff operation i of thread u is known. A wait learns what all arrivals of the phase before knew.

    There are no transaction bytes, no drops and no asynchronous copies here.

    theory.md: section 3, "mbarriers". C++: src/sync/mbarrier.cpp. *)

From Coq Require Export List Arith Bool Lia.
Export ListNotations.

Definition tid := nat.

(** Operation [snd e] of thread [fst e]. *)
Definition event := (tid * nat)%type.

Definition clock := tid -> nat.
Definition join (f g : clock) : clock := fun u => max (f u) (g u).
Definition knows (c : clock) (e : event) : Prop := snd e < c (fst e).

Inductive op :=
| Arrive (b : nat)
| Wait (b : nat) (parity : bool).

Definition place (o : op) : nat := match o with Arrive b | Wait b _ => b end.
Definition arrives (b : nat) (o : op) : bool :=
  match o with Arrive b' => b' =? b | Wait _ _ => false end.

Record entry := Entry {
  ev : event;
  what : op;
  seen : nat;        (* complete phases of its mbarrier, when it was done *)
  before : clock;
  after : clock
}.

Definition execution := list entry.

Section Block.

Variable threads : nat.
Variable prog : tid -> list op.
Variable expected : nat -> nat.

Definition pc (l : execution) (t : tid) : nat := length (filter (fun x => fst (ev x) =? t) l).
Definition executed (l : execution) (e : event) : Prop := snd e < pc l (fst e).

Definition arrived (l : execution) (b : nat) : nat := length (filter (fun x => arrives b (what x)) l).
Definition complete (l : execution) (b : nat) : nat := arrived l b / expected b.

Definition known (l : execution) (t : tid) : clock :=
  match find (fun x => fst (ev x) =? t) l with
  | Some x => after x
  | None => fun _ => 0
  end.

(** What the arrivals of the last of [k] phases knew. *)
Definition released (l : execution) (b k : nat) : clock :=
  fold_right (fun x => join (after x)) (fun _ => 0)
             (filter (fun x => arrives b (what x) && (S (seen x) =? k)) l).

(** What thread [t] does next, unless it has to wait or is done. *)
Definition next (l : execution) (t : tid) : option entry :=
  let own := fun u => if u =? t then S (pc l t) else known l t u in
  match nth_error (prog t) (pc l t) with
  | Some (Arrive b) => Some (Entry (t, pc l t) (Arrive b) (complete l b) (known l t) own)
  | Some (Wait b p) =>
      let k := complete l b in
      if Bool.eqb (Nat.odd k) p then None
      else Some (Entry (t, pc l t) (Wait b p) k (known l t) (join own (released l b k)))
  | None => None
  end.

Inductive reachable : execution -> Prop :=
| reach_start : reachable []
| reach_step l t x : reachable l -> t < threads -> next l t = Some x -> reachable (x :: l).

Definition finished (l : execution) : Prop := forall t, t < threads -> pc l t = length (prog t).

(** Two executions in which what is done sees the same phases. *)
Definition agree (l m : execution) : Prop :=
  forall x y, In x l -> In y m -> ev x = ev y -> seen x = seen y.

Record well_synchronised : Prop := {
  no_deadlock l : reachable l -> finished l \/ exists t x, t < threads /\ next l t = Some x;
  same_phases l m : reachable l -> reachable m -> agree l m
}.

(** The rule, asked of one execution. *)
Record check (l : execution) : Prop := {
  (** A: an arrival knows all arrivals of the phase before. *)
  rule_A b x y : In x l -> In y l -> what x = Arrive b -> what y = Arrive b ->
    seen x = S (seen y) -> knows (before x) (ev y);
  (** W1: a wait knows, before it starts, all arrivals of the phase before the one that it sees end. *)
  rule_W1 b p x y : In x l -> In y l -> what x = Wait b p -> what y = Arrive b ->
    seen x = S (S (seen y)) -> knows (before x) (ev y);
  (** W2: if the next phase completes, some arrival of it knows the wait. *)
  rule_W2 b p x : In x l -> what x = Wait b p -> expected b * S (seen x) <= arrived l b ->
    exists y, In y l /\ what y = Arrive b /\ seen y = seen x /\ knows (before y) (ev x)
}.

(** ** What holds of every execution *)

Hypothesis positive : forall b, 0 < expected b.

(** All that [next] says of an entry. *)
Record follows (l : execution) (t : tid) (x : entry) : Prop := {
  follows_ev : ev x = (t, pc l t);
  follows_what : nth_error (prog t) (pc l t) = Some (what x);
  follows_seen : seen x = complete l (place (what x));
  follows_before : before x = known l t;
  follows_after u : after x u =
    let own := if u =? t then S (pc l t) else known l t u in
    match what x with
    | Arrive _ => own
    | Wait b _ => max own (released l b (seen x) u)
    end;
  follows_parity b p : what x = Wait b p -> Nat.odd (seen x) <> p
}.

Lemma next_follows l t x : next l t = Some x -> follows l t x.
Proof.
  unfold next. destruct (nth_error (prog t) (pc l t)) as [[b|b p]|] eqn:O; [| |easy].
  - intros [= <-]. split; simpl; auto. discriminate.
  - destruct (Bool.eqb (Nat.odd (complete l b)) p) eqn:P; [easy|]. intros [= <-].
    split; simpl; auto. intros b' p' [= <- <-] E. rewrite E in P.
    now rewrite eqb_reflx in P.
Qed.

Lemma reachable_app l m : reachable (l ++ m) -> reachable m.
Proof. induction l; [easy|]. inversion 1. auto. Qed.

Lemma pc_cons x l t : pc (x :: l) t = (if fst (ev x) =? t then 1 else 0) + pc l t.
Proof. unfold pc. simpl. now destruct (fst (ev x) =? t). Qed.

Lemma arrived_cons x l b :
  arrived (x :: l) b = (if arrives b (what x) then 1 else 0) + arrived l b.
Proof. unfold arrived. simpl. now destruct (arrives b (what x)). Qed.

Lemma executed_cons x l t e : follows l t x ->
  executed (x :: l) e <-> executed l e \/ e = ev x.
Proof.
  intro F. unfold executed. rewrite pc_cons, (follows_ev _ _ _ F). destruct e as [u i]. simpl.
  destruct (Nat.eqb_spec t u) as [<-|N]; simpl.
  - split; [|intros [L|[= ->]]; lia]. intro L.
    destruct (Nat.eq_dec i (pc l t)) as [->|]; [now right | left; lia].
  - split; [now left|]. intros [L|[= -> _]]; [easy|congruence].
Qed.

Lemma in_executed l x : reachable l -> In x l -> executed l (ev x).
Proof.
  induction 1 as [|l t y R IH T N]; [easy|]. apply next_follows in N.
  intros [->|I]; apply (executed_cons _ _ _ _ N); auto.
Qed.

Lemma executed_in l e : reachable l -> executed l e -> exists x, In x l /\ ev x = e.
Proof.
  induction 1 as [|l t y R IH T N]; [unfold executed, pc; simpl; lia|].
  apply next_follows in N. intro E. apply (executed_cons _ _ _ _ N) in E as [E| ->].
  - destruct (IH E) as (x & I & <-). exists x. split; [now right|easy].
  - exists y. split; [now left|easy].
Qed.

Lemma events_nodup l : reachable l -> NoDup (map ev l).
Proof.
  induction 1 as [|l t y R IH T N]; simpl; constructor; auto. apply next_follows in N.
  intro I. apply in_map_iff in I as (x & E & I). apply (in_executed l x R) in I.
  rewrite E, (follows_ev _ _ _ N) in I. unfold executed in I. simpl in I. lia.
Qed.

Lemma same_event l x y : reachable l -> In x l -> In y l -> ev x = ev y -> x = y.
Proof.
  intros R. pose proof (events_nodup l R) as D. clear R. induction l as [|z l IH]; [easy|].
  simpl in D. inversion_clear D as [|? ? N D']. intros [->|I] [->|J] E; auto.
  - exfalso. apply N. rewrite E. now apply in_map.
  - exfalso. apply N. rewrite <- E. now apply in_map.
Qed.

Lemma in_op l x : reachable l -> In x l ->
  nth_error (prog (fst (ev x))) (snd (ev x)) = Some (what x) /\ fst (ev x) < threads.
Proof.
  induction 1 as [|l t y R IH T N]; [easy|]. apply next_follows in N.
  intros [->|I]; auto. rewrite (follows_ev _ _ _ N). simpl. split; [apply N | easy].
Qed.

Lemma same_what l m x y : reachable l -> reachable m -> In x l -> In y m -> ev x = ev y ->
  what x = what y.
Proof.
  intros L M I J E. apply (in_op l x L) in I as (I & _). apply (in_op m y M) in J as (J & _).
  rewrite E in I. congruence.
Qed.

Lemma arrives_what b o : arrives b o = true -> o = Arrive b.
Proof. destruct o; simpl; [|easy]. intro E. apply Nat.eqb_eq in E. now subst. Qed.

(** ** Phases are counted *)

Definition early (l : execution) (b k : nat) : list entry :=
  filter (fun x => arrives b (what x) && (seen x <? k)) l.

Lemma early_count l b k : reachable l -> length (early l b k) = min (arrived l b) (expected b * k).
Proof.
  pose proof (positive b) as P. induction 1 as [|l t y R IH T N].
  - easy.
  - apply next_follows in N. rewrite arrived_cons. unfold early in *. cbn [filter].
    destruct (arrives b (what y)) eqn:A; cbn [andb plus]; [|easy].
    assert (S' : seen y = arrived l b / expected b).
    { rewrite (follows_seen _ _ _ N). unfold complete.
      destruct (what y); simpl in *; [|easy]. apply Nat.eqb_eq in A as ->. easy. }
    assert (E : seen y < k <-> arrived l b < expected b * k).
    { rewrite S', !Nat.lt_nge. split; intros G L; apply G.
      - apply Nat.div_le_lower_bound; lia.
      - transitivity (expected b * (arrived l b / expected b));
          [now apply Nat.mul_le_mono_l | apply Nat.mul_div_le; lia]. }
    destruct (Nat.ltb_spec (seen y) k) as [L|L]; cbn [length]; rewrite IH; lia.
Qed.

Lemma in_early l b k x : In x (early l b k) <-> In x l /\ what x = Arrive b /\ seen x < k.
Proof.
  unfold early. rewrite filter_In, andb_true_iff, Nat.ltb_lt. split.
  - intros (I & A & L). apply arrives_what in A. auto.
  - intros (I & -> & L). simpl. rewrite Nat.eqb_refl. auto.
Qed.

Lemma nodup_filter l f : reachable l -> NoDup (map ev (filter f l)).
Proof.
  intro R. pose proof (events_nodup l R) as D. clear R. induction l as [|x l IH]; simpl; [easy|].
  simpl in D. inversion_clear D as [|? ? N D']. destruct (f x); auto. simpl. constructor; auto.
  intro I. apply N. apply in_map_iff in I as (y & E & I). apply filter_In in I as (I & _).
  rewrite <- E. now apply in_map.
Qed.

Section Part.
(** [s] does a part of what [l] does, and sees the same phases. *)
Variables s l : execution.
Hypothesis (Rs : reachable s) (Rl : reachable l).
Hypothesis part : forall x, In x s -> executed l (ev x).
Hypothesis alike : agree s l.

Lemma part_in x : In x s -> exists y, In y l /\ ev y = ev x /\ what y = what x /\ seen y = seen x.
Proof.
  intro I. destruct (executed_in l _ Rl (part x I)) as (y & J & E).
  exists y. repeat split; auto; symmetry.
  - apply (same_what s l); auto.
  - now apply alike.
Qed.

(** Once phase [j] is complete in [s], it and all before are those of [l]. *)
Lemma all_in b j x : expected b * S j <= arrived s b ->
  In x l -> what x = Arrive b -> seen x <= j -> executed s (ev x).
Proof.
  intros C I W L.
  assert (Inc : incl (map ev (early s b (S j))) (map ev (early l b (S j)))).
  { intros e M. apply in_map_iff in M as (y & <- & M). apply in_early in M as (M & Wy & Sy).
    destruct (part_in y M) as (z & Z & E & Wz & Sz). rewrite <- E. apply in_map, in_early.
    rewrite Wz, Sz. auto. }
  apply NoDup_length_incl in Inc.
  - assert (M : In (ev x) (map ev (early s b (S j)))).
    { apply Inc, in_map, in_early. repeat split; auto. lia. }
    apply in_map_iff in M as (y & <- & M). apply in_early in M as (M & _).
    now apply in_executed.
  - now apply nodup_filter.
  - rewrite !map_length, !early_count by easy. lia.
Qed.

(** If all of phase [j] is in [s], then the phase is complete there. *)
Lemma all_arrived b j : expected b * S j <= arrived l b ->
  (forall x, In x l -> what x = Arrive b -> seen x = j -> executed s (ev x)) ->
  expected b * S j <= arrived s b.
Proof.
  intros C H.
  set (of := fun m => filter (fun x => arrives b (what x) && (seen x =? j)) m).
  assert (Split : forall m, length (early m b (S j)) = length (early m b j) + length (of m)).
  { clear. unfold early, of. induction m as [|x m IH]; simpl; [easy|].
    destruct (arrives b (what x)); simpl; [|easy].
    destruct (Nat.ltb_spec (seen x) (S j)), (Nat.ltb_spec (seen x) j), (Nat.eqb_spec (seen x) j);
      simpl; lia. }
  assert (Inc : length (map ev (of l)) <= length (map ev (of s))).
  { apply NoDup_incl_length; [now apply nodup_filter|]. intros e M.
    apply in_map_iff in M as (x & <- & M). apply filter_In in M as (M & Q).
    apply andb_true_iff in Q as (Q & J). apply Nat.eqb_eq in J.
    apply arrives_what in Q as W.
    destruct (executed_in s _ Rs (H x M W J)) as (y & Y & E). rewrite <- E. apply in_map.
    apply filter_In. split; [easy|].
    rewrite (same_what s l y x), (alike y x) by auto. now rewrite Q, J, Nat.eqb_refl. }
  rewrite !map_length in Inc. pose proof (Split s) as Ss. pose proof (Split l) as Sl.
  rewrite !early_count in Ss, Sl by easy. rewrite Nat.mul_succ_r in *. lia.
Qed.

End Part.

(** ** Clocks are closed *)

(** Whoever knows something knows all that was known there. *)
Definition closed (l : execution) (c : clock) : Prop :=
  forall e, knows c e -> exists y, In y l /\ ev y = e /\ forall v, after y v <= c v.

Lemma closed_more l x c : closed l c -> closed (x :: l) c.
Proof. intros H e K. destruct (H e K) as (y & I & E). exists y. split; [now right|easy]. Qed.

Lemma closed_join l c d : closed l c -> closed l d -> closed l (join c d).
Proof.
  intros C D e K. unfold knows, join in *. apply Nat.max_lt_iff in K as [K|K];
    [destruct (C e K) as (y & I & E & L) | destruct (D e K) as (y & I & E & L)];
    exists y; repeat split; auto; intro v; specialize (L v); lia.
Qed.

Lemma released_in l b k x : In x l -> what x = Arrive b -> S (seen x) = k ->
  forall v, after x v <= released l b k v.
Proof.
  intros I W S' v. unfold released. induction l as [|y l IH]; [easy|]. cbn [filter].
  destruct I as [->|I].
  - replace (arrives b (what x) && (S (seen x) =? k)) with true.
    + cbn [fold_right]. unfold join. lia.
    + rewrite W, S'. unfold arrives. now rewrite !Nat.eqb_refl.
  - specialize (IH I). destruct (_ && _); [|easy]. cbn [fold_right]. unfold join at 1. lia.
Qed.

Lemma released_from l b k e : knows (released l b k) e ->
  exists x, In x l /\ what x = Arrive b /\ S (seen x) = k /\ knows (after x) e.
Proof.
  unfold released. induction l as [|y l IH]; cbn [filter]; [unfold knows; simpl; lia|].
  destruct (arrives b (what y) && (S (seen y) =? k)) eqn:Q.
  - cbn [fold_right]. unfold knows, join at 1. intro K. apply Nat.max_lt_iff in K as [K|K].
    + exists y. apply andb_true_iff in Q as (Q & J). apply Nat.eqb_eq in J. apply arrives_what in Q.
      split; [now left|]. auto.
    + destruct (IH K) as (x & I & H). exists x. split; [now right|easy].
  - intro K. destruct (IH K) as (x & I & H). exists x. split; [now right|easy].
Qed.

Record clocked (l : execution) : Prop := {
  known_own t : known l t t = pc l t;
  known_closed t : closed l (known l t);
  after_closed x : In x l -> closed l (after x)
}.

Lemma known_cons x l t : known (x :: l) t = if fst (ev x) =? t then after x else known l t.
Proof. unfold known. simpl. now destruct (fst (ev x) =? t). Qed.

Lemma after_own l t x : follows l t x -> after x t = S (pc l t) \/ exists b p, what x = Wait b p /\
  after x t = max (S (pc l t)) (released l b (seen x) t).
Proof.
  intro F. rewrite (follows_after _ _ _ F). rewrite Nat.eqb_refl. destruct (what x); eauto.
Qed.

(** Nobody knows more of a thread than it has done. *)
Lemma closed_bound l c u : reachable l -> closed l c -> c u <= pc l u.
Proof.
  intros R C. destruct (Nat.le_gt_cases (c u) (pc l u)) as [|G]; [easy|]. exfalso.
  destruct (C (u, pc l u) G) as (y & I & E & _). apply (in_executed l y R) in I.
  rewrite E in I. unfold executed in I. simpl in I. lia.
Qed.

Lemma released_closed l b k : clocked l -> closed l (released l b k).
Proof.
  intros H e K. destruct (released_from l b k e K) as (x & I & W & S' & Kx).
  destruct (after_closed l H x I e Kx) as (y & J & E & L). exists y. repeat split; auto.
  intro v. pose proof (released_in l b k x I W S' v). specialize (L v). lia.
Qed.

Lemma reachable_clocked l : reachable l -> clocked l.
Proof.
  induction 1 as [|l t x R IH T N].
  { split; [easy | | easy]. intros t e. unfold knows, known. simpl. lia. }
  apply next_follows in N as F. set (own := fun u => if u =? t then S (pc l t) else known l t u).
  assert (Le : forall v, own v <= after x v).
  { intro v. rewrite (follows_after _ _ _ F). unfold own. simpl. destruct (what x); lia. }
  assert (Up : forall v, known l t v <= after x v).
  { intro v. specialize (Le v). unfold own in Le. destruct (Nat.eqb_spec v t) as [E|]; [|easy].
    rewrite E, (known_own l IH). rewrite E in Le. lia. }
  assert (C : closed (x :: l) (after x)).
  { intros e K. unfold knows in K. rewrite (follows_after _ _ _ F) in K. fold (own (fst e)) in K.
    assert (D : snd e < own (fst e) \/ exists b p, what x = Wait b p /\
                knows (released l b (seen x)) e).
    { destruct (what x) as [b|b p]; [now left|]. apply Nat.max_lt_iff in K as [K|K]; eauto. }
    destruct D as [D|(b & p & W & D)].
    - unfold own in D. destruct (Nat.eqb_spec (fst e) t) as [Et|Et].
      + destruct (Nat.eq_dec (snd e) (pc l t)) as [Ei|Ei].
        * exists x. split; [now left|]. split; [|easy]. rewrite (follows_ev _ _ _ F).
          destruct e. simpl in *. congruence.
        * destruct (known_closed l IH t e) as (y & I & E & L).
          { unfold knows. rewrite Et, (known_own l IH). lia. }
          exists y. split; [now right|]. split; [easy|]. intro v. rewrite (L v). apply Up.
      + destruct (known_closed l IH t e D) as (y & I & E & L).
        exists y. split; [now right|]. split; [easy|]. intro v. rewrite (L v). apply Up.
    - destruct (released_closed l b (seen x) IH e D) as (y & I & E & L).
      exists y. split; [now right|]. split; [easy|]. intro v. specialize (L v).
      rewrite (follows_after _ _ _ F), W. simpl. lia. }
  split.
  - intro u. rewrite known_cons, pc_cons, (follows_ev _ _ _ F). simpl.
    destruct (Nat.eqb_spec t u) as [<-|]; [|apply (known_own l IH)].
    destruct (after_own l t x F) as [->|(b & p & W & ->)]; [easy|].
    pose proof (closed_bound l _ t R (released_closed l b (seen x) IH)). lia.
  - intro u. rewrite known_cons. destruct (_ =? u); [easy | apply closed_more, IH].
  - intros y [<-|I]; [easy | now apply closed_more, (after_closed l IH)].
Qed.

End Block.
