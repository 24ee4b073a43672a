(** * mbarriers with transaction bytes: operational semantics

    As Mbarriers.v, with bytes: an operation arrives or not, and adds bytes to what is owed or takes
    bytes from it. So arrive, expect_tx, arrive.expect_tx and complete_tx are one kind of operation. A
    phase completes when as many have arrived as it expects and no bytes are owed, tested after every
    operation. What is owed may be less than nothing for a while. An arrival when all have arrived and
    the phase is open because of bytes alone is an error: [surplus].

    [rule_T]: no part of a phase that with each operation has those of the phase that it knows can
    look like the whole. Copies are threads here; that they are forked at their issue, drops and
    tokens are not modelled.

    theory.md: section 3, "mbarriers", rule T. C++: src/sync/mbarrier.cpp. *)

From Coq Require Export List Arith Bool ZArith Lia Permutation.
Export ListNotations.

Definition tid := nat.

(** Operation [snd e] of thread [fst e]. *)
Definition event := (tid * nat)%type.

Definition clock := tid -> nat.
Definition join (f g : clock) : clock := fun u => max (f u) (g u).
Definition knows (c : clock) (e : event) : Prop := snd e < c (fst e).

(** [Act b true n]: arrive and expect n bytes; [Act b false n]: expect n bytes, or complete -n. *)
Inductive op :=
| Act (b : nat) (arrives : bool) (bytes : Z)
| Wait (b : nat) (parity : bool).

Definition place (o : op) : nat := match o with Act b _ _ | Wait b _ => b end.
Definition on (b : nat) (o : op) : bool := match o with Act b' _ _ => b' =? b | Wait _ _ => false end.
Definition arrival (o : op) : nat := match o with Act _ true _ => 1 | _ => 0 end.
Definition bytes (o : op) : Z := match o with Act _ _ n => n | Wait _ _ => 0%Z end.

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

(** The operations of phase [k], how many arrive, and what they owe. *)
Definition ops (l : execution) (b k : nat) : list entry :=
  filter (fun x => on b (what x) && (seen x =? k)) l.
Definition arrivals (m : list entry) : nat := list_sum (map (fun x => arrival (what x)) m).
Definition owed (m : list entry) : Z := fold_right Z.add 0%Z (map (fun x => bytes (what x)) m).

Definition whole (b : nat) (m : list entry) : bool := (arrivals m =? expected b) && (owed m =? 0)%Z.

(** How many phases are complete. *)
Fixpoint complete (l : execution) (b : nat) : nat :=
  match l with
  | [] => 0
  | x :: m => let k := complete m b in if whole b (ops l b k) then S k else k
  end.

Definition known (l : execution) (t : tid) : clock :=
  match find (fun x => fst (ev x) =? t) l with
  | Some x => after x
  | None => fun _ => 0
  end.

(** What the operations of the last of [k] phases knew. *)
Definition released (l : execution) (b k : nat) : clock :=
  fold_right (fun x => join (after x)) (fun _ => 0)
             (filter (fun x => on b (what x) && (S (seen x) =? k)) l).

(** What thread [t] does next, unless it has to wait or is done. *)
Definition next (l : execution) (t : tid) : option entry :=
  let own := fun u => if u =? t then S (pc l t) else known l t u in
  match nth_error (prog t) (pc l t) with
  | Some (Act b a n) => Some (Entry (t, pc l t) (Act b a n) (complete l b) (known l t) own)
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

(** More arrivals than a phase expects. *)
Definition surplus (l : execution) : Prop := exists b k, expected b < arrivals (ops l b k).

Record well_synchronised : Prop := {
  no_surplus l : reachable l -> ~ surplus l;
  no_deadlock l : reachable l -> finished l \/ exists t x, t < threads /\ next l t = Some x;
  same_phases l m : reachable l -> reachable m -> agree l m
}.

(** The rules, asked of one execution. *)
Record check (l : execution) : Prop := {
  rule_surplus : ~ surplus l;
  (** A: an operation knows all operations of the phase before. *)
  rule_A b x y : In x l -> In y l -> on b (what x) = true -> on b (what y) = true ->
    seen x = S (seen y) -> knows (before x) (ev y);
  (** W1: a wait knows, before it starts, all operations of the phase before the one that it sees
      end. *)
  rule_W1 b p x y : In x l -> In y l -> what x = Wait b p -> on b (what y) = true ->
    seen x = S (S (seen y)) -> knows (before x) (ev y);
  (** W2: if the next phase completes, some operation of it knows the wait. *)
  rule_W2 b p x : In x l -> what x = Wait b p -> seen x < complete l b ->
    exists y, In y l /\ on b (what y) = true /\ seen y = seen x /\ knows (before y) (ev x);
  (** T: a part of a phase that is closed and looks whole is all of it. *)
  rule_T b k (part : entry -> bool) :
    (forall x y, In x (ops l b k) -> In y (ops l b k) -> part x = true ->
                 knows (after x) (ev y) -> part y = true) ->
    whole b (filter part (ops l b k)) = true ->
    forall x, In x (ops l b k) -> part x = true
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
    | Act _ _ _ => own
    | Wait b _ => max own (released l b (seen x) u)
    end;
  follows_parity b p : what x = Wait b p -> Nat.odd (seen x) <> p
}.

Lemma next_follows l t x : next l t = Some x -> follows l t x.
Proof.
  unfold next. destruct (nth_error (prog t) (pc l t)) as [[b a n|b p]|] eqn:O; [| |easy].
  - intros [= <-]. split; simpl; auto. discriminate.
  - destruct (Bool.eqb (Nat.odd (complete l b)) p) eqn:P; [easy|]. intros [= <-].
    split; simpl; auto. intros b' p' [= <- <-] E. rewrite E in P.
    now rewrite eqb_reflx in P.
Qed.

Lemma reachable_app l m : reachable (l ++ m) -> reachable m.
Proof. induction l; [easy|]. inversion 1. auto. Qed.

Lemma pc_cons x l t : pc (x :: l) t = (if fst (ev x) =? t then 1 else 0) + pc l t.
Proof. unfold pc. simpl. now destruct (fst (ev x) =? t). Qed.

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

(** ** Phases are complete one after the other *)

Lemma in_ops l b k x : In x (ops l b k) <-> In x l /\ on b (what x) = true /\ seen x = k.
Proof. clear. unfold ops. rewrite filter_In, andb_true_iff, Nat.eqb_eq. tauto. Qed.

Lemma ops_cons x l b k :
  ops (x :: l) b k = if on b (what x) && (seen x =? k) then x :: ops l b k else ops l b k.
Proof. easy. Qed.

Lemma whole_empty b : whole b [] = false.
Proof. unfold whole, arrivals. simpl. pose proof (positive b). now destruct (expected b); [lia|]. Qed.

Lemma on_place b o : on b o = true -> place o = b.
Proof. destruct o; simpl; [|easy]. apply Nat.eqb_eq. Qed.

Record phased (l : execution) : Prop := {
  phased_past b k : k < complete l b -> whole b (ops l b k) = true;
  phased_open b : whole b (ops l b (complete l b)) = false;
  phased_future b k : complete l b < k -> ops l b k = []
}.

Lemma reachable_phased l : reachable l -> phased l.
Proof.
  induction 1 as [|l t y R [P O F] T N].
  { split; [simpl; lia | intro; apply whole_empty | easy]. }
  apply next_follows in N. pose proof (follows_seen _ _ _ N) as S'.
  assert (C : forall b k, k <> complete l b \/ on b (what y) = false -> ops (y :: l) b k = ops l b k).
  { intros b k H. rewrite ops_cons. destruct (on b (what y)) eqn:B; [|easy]. simpl.
    apply on_place in B. rewrite B in S'. destruct H as [H|H]; [|easy].
    destruct (Nat.eqb_spec (seen y) k); [congruence|easy]. }
  assert (E : forall b, complete (y :: l) b =
    if whole b (ops (y :: l) b (complete l b)) then S (complete l b) else complete l b) by easy.
  split.
  - intros b k L. rewrite E in L. destruct (whole b (ops (y :: l) b (complete l b))) eqn:W.
    + destruct (Nat.eq_dec k (complete l b)) as [->|D]; [easy|]. rewrite C by auto. apply P. lia.
    + rewrite C by (left; lia). now apply P.
  - intro b. rewrite E. destruct (whole b (ops (y :: l) b (complete l b))) eqn:W; [|easy].
    rewrite C by (left; lia). rewrite F by lia. apply whole_empty.
  - intros b k L. rewrite E in L. destruct (whole b (ops (y :: l) b (complete l b)));
      rewrite C by (left; lia); apply F; lia.
Qed.

Lemma complete_cons x l b : complete l b <= complete (x :: l) b.
Proof. simpl. destruct (whole b _); lia. Qed.

Lemma complete_app l m b : complete m b <= complete (l ++ m) b.
Proof.
  induction l as [|x l IH]; [easy|]. pose proof (complete_cons x (l ++ m) b). simpl app. lia.
Qed.

Lemma nodup_filter l f : reachable l -> NoDup (map ev (filter f l)).
Proof.
  intro R. pose proof (events_nodup l R) as D. clear R. induction l as [|x l IH]; simpl; [easy|].
  simpl in D. inversion_clear D as [|? ? N D']. destruct (f x); auto. simpl. constructor; auto.
  intro I. apply N. apply in_map_iff in I as (y & E & I). apply filter_In in I as (I & _).
  rewrite <- E. now apply in_map.
Qed.

(** Sums depend on which operations there are. *)
Lemma same_sums l m p q : reachable l -> reachable m -> incl p l -> incl q m ->
  Permutation (map ev p) (map ev q) -> arrivals p = arrivals q /\ owed p = owed q.
Proof.
  intros Rl Rm Ip Iq H.
  set (of := fun e => match nth_error (prog (fst e)) (snd e) with Some o => o | None => Wait 0 true end).
  assert (X : forall l p, reachable l -> incl p l -> map what p = map of (map ev p)).
  { clear - positive. intros l p R I. rewrite map_map. apply map_ext_in. intros x J.
    destruct (in_op l x R (I x J)) as (O & _). unfold of. now rewrite O. }
  assert (Y : Permutation (map what p) (map what q)).
  { rewrite (X l p Rl Ip), (X m q Rm Iq). now apply Permutation_map. }
  unfold arrivals, owed. rewrite <- !(map_map what arrival), <- !(map_map what bytes). split.
  - apply (Permutation_map arrival) in Y. revert Y. generalize (map arrival (map what p)), (map arrival (map what q)).
    induction 1; simpl; lia.
  - apply (Permutation_map bytes) in Y. revert Y. generalize (map bytes (map what p)), (map bytes (map what q)).
    induction 1; simpl; lia.
Qed.

Section Part.
(** [s] does a part of what [l] does, with each operation all that it knows in [l], and sees the
    same phases. *)
Variables s l : execution.
Hypothesis (Rs : reachable s) (Rl : reachable l).
Hypothesis part : forall x, In x s -> executed l (ev x).
Hypothesis alike : agree s l.
Hypothesis down : forall y, In y l -> executed s (ev y) -> forall v, after y v <= pc s v.

Definition in_part (x : entry) : bool := snd (ev x) <? pc s (fst (ev x)).

Lemma part_ops b k : Permutation (map ev (ops s b k)) (map ev (filter in_part (ops l b k))).
Proof.
  apply NoDup_Permutation; [now apply nodup_filter| |].
  - unfold ops. assert (E : forall f (m : list entry), filter in_part (filter f m) =
                            filter (fun x => f x && in_part x) m).
    { clear. intros f m. induction m as [|x m IH]; [easy|]. simpl. destruct (f x); simpl; [|easy].
      now rewrite IH. }
    rewrite E. now apply nodup_filter.
  - intro e. rewrite !in_map_iff. split; intros (x & <- & I).
    + apply in_ops in I as (I & O & S'). destruct (executed_in l _ Rl (part x I)) as (y & J & E).
      exists y. split; [easy|]. apply filter_In. split.
      * apply in_ops. rewrite (same_what l s y x) by auto. rewrite <- (alike x y) by auto. auto.
      * unfold in_part. rewrite E. apply Nat.ltb_lt. exact (in_executed s x Rs I).
    + apply filter_In in I as (I & P). apply in_ops in I as (I & O & S').
      apply Nat.ltb_lt in P. destruct (executed_in s (ev x) Rs P) as (y & J & E).
      exists y. split; [easy|]. apply in_ops. rewrite (same_what s l y x), (alike y x) by auto. auto.
Qed.

Lemma part_sums b k : arrivals (ops s b k) = arrivals (filter in_part (ops l b k)) /\
  owed (ops s b k) = owed (filter in_part (ops l b k)).
Proof.
  apply (same_sums s l); auto using part_ops.
  - intros x I. now apply in_ops in I.
  - intros x I. apply filter_In in I as (I & _). now apply in_ops in I.
Qed.

Lemma part_whole b k : whole b (ops s b k) = whole b (filter in_part (ops l b k)).
Proof. unfold whole. now destruct (part_sums b k) as (-> & ->). Qed.

(** A phase that is complete in [s] has all operations that it has in [l]. *)
Lemma all_in b x : check l -> In x l -> on b (what x) = true -> seen x < complete s b ->
  executed s (ev x).
Proof.
  intros C I O L. pose proof (phased_past s (reachable_phased s Rs) b (seen x) L) as W.
  rewrite part_whole in W. apply Nat.ltb_lt. change (in_part x = true).
  apply (rule_T l C b (seen x) in_part); [|easy|now apply in_ops].
  intros y z Y Z P K. apply in_ops in Y as (Y & _). apply Nat.ltb_lt in P. apply Nat.ltb_lt.
  pose proof (down y Y P (fst (ev z))). unfold knows in K. lia.
Qed.

(** If all that [l] has of a complete phase is in [s], then the phase is complete there. *)
Lemma all_arrived b j : j < complete l b ->
  (forall x, In x l -> on b (what x) = true -> seen x = j -> executed s (ev x)) ->
  j < complete s b.
Proof.
  intros L H. pose proof (phased_past l (reachable_phased l Rl) b j L) as W.
  assert (E : filter in_part (ops l b j) = ops l b j).
  { assert (X : forall x, In x (ops l b j) -> in_part x = true).
    { intros x I. apply in_ops in I as (I & O & S'). apply Nat.ltb_lt. now apply (H x). }
    revert X. generalize (ops l b j) as m. induction m as [|x m IH]; intro X; [easy|]. simpl.
    rewrite (X x) by (now left). f_equal. apply IH. intros z Z. apply X. now right. }
  rewrite <- E, <- part_whole in W. pose proof (reachable_phased s Rs) as [_ O F].
  destruct (Nat.lt_trichotomy j (complete s b)) as [|[->|G]]; [easy| |].
  - now rewrite O in W.
  - rewrite F in W by easy. now rewrite whole_empty in W.
Qed.

Lemma not_more b j : check l -> j < complete s b -> j < complete l b.
Proof.
  intros C L. pose proof (phased_past s (reachable_phased s Rs) b j L) as W.
  rewrite part_whole in W.
  assert (E : filter in_part (ops l b j) = ops l b j).
  { assert (X : forall x, In x (ops l b j) -> in_part x = true).
    { intros x I. apply in_ops in I as (I & O & S'). apply Nat.ltb_lt.
      apply (all_in b x C I O). now rewrite S'. }
    revert X. generalize (ops l b j) as m. induction m as [|x m IH]; intro X; [easy|]. simpl.
    rewrite (X x) by (now left). f_equal. apply IH. intros z Z. apply X. now right. }
  rewrite E in W. pose proof (reachable_phased l Rl) as [_ O F].
  destruct (Nat.lt_trichotomy j (complete l b)) as [|[->|G]]; [easy| |].
  - now rewrite O in W.
  - rewrite F in W by easy. now rewrite whole_empty in W.
Qed.

Lemma part_surplus : ~ surplus l -> ~ surplus s.
Proof.
  intros N (b & k & L). apply N. exists b, k. destruct (part_sums b k) as (E & _). rewrite E in L.
  enough (arrivals (filter in_part (ops l b k)) <= arrivals (ops l b k)) by lia. clear.
  generalize (ops l b k) as m. unfold arrivals. induction m as [|x m IH]; [easy|]. simpl.
  destruct (in_part x); simpl; lia.
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

Lemma released_in l b k x : In x l -> on b (what x) = true -> S (seen x) = k ->
  forall v, after x v <= released l b k v.
Proof.
  intros I W S' v. unfold released. induction l as [|y l IH]; [easy|]. cbn [filter].
  destruct I as [->|I].
  - replace (on b (what x) && (S (seen x) =? k)) with true.
    + cbn [fold_right]. unfold join. lia.
    + now rewrite W, S', Nat.eqb_refl.
  - specialize (IH I). destruct (_ && _); [|easy]. cbn [fold_right]. unfold join at 1. lia.
Qed.

Lemma released_from l b k e : knows (released l b k) e ->
  exists x, In x l /\ on b (what x) = true /\ S (seen x) = k /\ knows (after x) e.
Proof.
  unfold released. induction l as [|y l IH]; cbn [filter]; [unfold knows; simpl; lia|].
  destruct (on b (what y) && (S (seen y) =? k)) eqn:Q.
  - cbn [fold_right]. unfold knows, join at 1. intro K. apply Nat.max_lt_iff in K as [K|K].
    + exists y. apply andb_true_iff in Q as (Q & J). apply Nat.eqb_eq in J.
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
    { destruct (what x) as [b a n|b p]; [now left|]. apply Nat.max_lt_iff in K as [K|K]; eauto. }
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
