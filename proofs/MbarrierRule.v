(** * mbarriers: the rules, evaluated

    [breaks_A], [breaks_W1] and [breaks_W2] list the operations that break a rule; none does iff the
    rules hold ([rules_evaluated]). No rule can be dropped: [rule_A_needed] and its like are blocks
    that finish, satisfy the other two, and are not well-synchronized.

    theory.md: section 3, "mbarriers". C++: src/sync/mbarrier.cpp, ordered, wait, finish_phase. *)

From Heddle Require Import Mbarriers MbarrierCheck MbarrierExact.


Definition block := list (list op).
Definition ops (p : block) (t : tid) : list op := nth t p [].

(** Runs a schedule; the expected count is [c] for all mbarriers. *)
Fixpoint exec (c : nat) (p : block) (schedule : list tid) (l : execution) : option execution :=
  match schedule with
  | [] => Some l
  | t :: schedule =>
      match next (ops p) (fun _ => c) l t with
      | Some x => exec c p schedule (x :: l)
      | None => None
      end
  end.

Lemma exec_reachable c p schedule : forall l m,
  (forall t, In t schedule -> t < length p) -> reachable (length p) (ops p) (fun _ => c) l ->
  exec c p schedule l = Some m -> reachable (length p) (ops p) (fun _ => c) m.
Proof.
  induction schedule as [|t schedule IH]; intros l m T R E; simpl in E; [congruence|].
  destruct (next (ops p) (fun _ => c) l t) as [x|] eqn:N; [|easy].
  apply (IH (x :: l)); auto; [intros; apply T; now right|].
  apply reach_step with t; auto. apply T. now left.
Qed.

Definition done (p : block) (l : execution) : bool :=
  forallb (fun t => pc l t =? length (ops p t)) (seq 0 (length p)).

Definition knows_b (c : clock) (e : event) : bool := snd e <? c (fst e).

(** The rules, evaluated: who breaks them. *)
Definition breaks_A (l : execution) : list event :=
  map ev (filter (fun x => existsb (fun y => arrives (place (what x)) (what y) &&
    (seen x =? S (seen y)) && negb (knows_b (before x) (ev y))) l)
    (filter (fun x => arrives (place (what x)) (what x)) l)).

Definition is_wait (x : entry) : bool := negb (arrives (place (what x)) (what x)).

Definition breaks_W1 (l : execution) : list event :=
  map ev (filter (fun x => existsb (fun y => arrives (place (what x)) (what y) &&
    (seen x =? S (S (seen y))) && negb (knows_b (before x) (ev y))) l) (filter is_wait l)).

Definition breaks_W2 (expected : nat -> nat) (l : execution) : list event :=
  map ev (filter (fun x => (expected (place (what x)) * S (seen x) <=? arrived l (place (what x))) &&
    negb (existsb (fun y => arrives (place (what x)) (what y) && (seen y =? seen x) &&
                            knows_b (before y) (ev x)) l)) (filter is_wait l)).

Lemma arrives_own o : arrives (place o) o = true <-> exists b, o = Arrive b.
Proof.
  destruct o as [b|b p]; simpl.
  - rewrite Nat.eqb_refl. split; eauto.
  - split; [discriminate|]. intros (b' & E). discriminate E.
Qed.

Lemma map_nil {A B} (f : A -> B) l : map f l = [] <-> l = [].
Proof. now destruct l. Qed.

Lemma filter_nil {A} (f : A -> bool) l : filter f l = [] <-> forall x, In x l -> f x = false.
Proof.
  induction l as [|a l IH]; simpl; [easy|]. destruct (f a) eqn:E.
  - split; [easy|]. intro H. now rewrite (H a (or_introl eq_refl)) in E.
  - rewrite IH. split; [intros H x [<-|I]; auto | auto].
Qed.

Lemma existsb_false {A} (f : A -> bool) l : existsb f l = false <-> forall x, In x l -> f x = false.
Proof.
  induction l as [|a l IH]; simpl; [easy|]. rewrite orb_false_iff, IH.
  split; [intros (E & H) x [<-|I]; auto | auto].
Qed.

Theorem rules_evaluated expected l :
  check expected l <-> breaks_A l = [] /\ breaks_W1 l = [] /\ breaks_W2 expected l = [].
Proof.
  unfold breaks_A, breaks_W1, breaks_W2. rewrite !map_nil, !filter_nil.
  setoid_rewrite filter_In. setoid_rewrite existsb_false. split.
  - intros [A W1 W2]. repeat split.
    + intros x (I & O) y J. apply arrives_own in O as (b & Wx). rewrite Wx. cbn [place].
      destruct (arrives b (what y)) eqn:Wy; [|easy]. apply arrives_what in Wy.
      destruct (Nat.eqb_spec (seen x) (S (seen y))) as [E|]; [|easy].
      specialize (A b x y I J Wx Wy E). apply Nat.ltb_lt in A. unfold knows_b. now rewrite A.
    + intros x (I & O) y J. unfold is_wait in O. destruct (what x) as [b|b p] eqn:Wx.
      { simpl in O. now rewrite Nat.eqb_refl in O. }
      cbn [place]. destruct (arrives b (what y)) eqn:Wy; [|easy]. apply arrives_what in Wy.
      destruct (Nat.eqb_spec (seen x) (S (S (seen y)))) as [E|]; [|easy].
      specialize (W1 b p x y I J Wx Wy E). apply Nat.ltb_lt in W1. unfold knows_b. now rewrite W1.
    + intros x (I & O). unfold is_wait in O. destruct (what x) as [b|b p] eqn:Wx.
      { simpl in O. now rewrite Nat.eqb_refl in O. }
      cbn [place]. destruct (Nat.leb_spec (expected b * S (seen x)) (arrived l b)) as [L|]; [|easy].
      destruct (W2 b p x I Wx L) as (y & J & Wy & Sy & K). apply Nat.ltb_lt in K.
      apply negb_false_iff, existsb_exists. exists y. split; [easy|]. unfold knows_b.
      rewrite Wy, Sy, K. simpl. now rewrite !Nat.eqb_refl.
  - intros (A & W1 & W2). split.
    + intros b x y I J Wx Wy E.
      assert (O : arrives (place (what x)) (what x) = true) by (apply arrives_own; eauto).
      specialize (A x (conj I O) y J).
      rewrite Wx, Wy, E in A. cbn [place] in A. unfold arrives in A.
      rewrite !Nat.eqb_refl in A. apply negb_false_iff, Nat.ltb_lt in A. exact A.
    + intros b p x y I J Wx Wy E.
      assert (O : is_wait x = true) by (unfold is_wait; now rewrite Wx).
      specialize (W1 x (conj I O) y J). rewrite Wx, Wy, E in W1. cbn [place] in W1.
      unfold arrives in W1. rewrite !Nat.eqb_refl in W1.
      apply negb_false_iff, Nat.ltb_lt in W1. exact W1.
    + intros b p x I Wx L. assert (O : is_wait x = true) by (unfold is_wait; now rewrite Wx).
      specialize (W2 x (conj I O)). rewrite Wx in W2. cbn [place] in W2.
      apply Nat.leb_le in L. rewrite L in W2. apply negb_false_iff, existsb_exists in W2 as (y & J & Q).
      rewrite !andb_true_iff in Q. destruct Q as ((Wy & Sy) & K). exists y.
      apply arrives_what in Wy. apply Nat.eqb_eq in Sy. apply Nat.ltb_lt in K. auto.
Qed.

(** Not well-synchronized: some schedule sees other phases, or cannot go on. *)
Definition sees (c : nat) (p : block) (schedule : list tid) : option (list (event * nat)) :=
  option_map (map (fun x => (ev x, seen x))) (exec c p schedule []).

Lemma two_phases c p l m schedule schedule' x n n' :
  (forall t, In t schedule -> t < length p) -> (forall t, In t schedule' -> t < length p) ->
  sees c p schedule = Some l -> sees c p schedule' = Some m ->
  In (x, n) l -> In (x, n') m -> n <> n' ->
  ~ well_synchronised (length p) (ops p) (fun _ => c).
Proof.
  unfold sees. intros T T' E E' I J N W.
  destruct (exec c p schedule []) as [f|] eqn:F; [|easy].
  destruct (exec c p schedule' []) as [f'|] eqn:F'; [|easy].
  injection E as <-. injection E' as <-.
  apply in_map_iff in I as (y & Y & I), J as (z & Z & J). injection Y as <- <-. injection Z as Ez <-.
  apply N. symmetry. apply (same_phases _ _ _ W f' f); auto;
    [apply (exec_reachable c p schedule' []) | apply (exec_reachable c p schedule [])]; auto;
    constructor.
Qed.

(** A | A, expecting one: each of the two may be the first. *)
Definition unordered : block := [[Arrive 0]; [Arrive 0]].

Theorem rule_A_needed : exists l, exec 1 unordered [0; 1] [] = Some l /\
  breaks_A l = [(1, 0)] /\ breaks_W1 l = [] /\ breaks_W2 (fun _ => 1) l = [] /\
  ~ well_synchronised 2 (ops unordered) (fun _ => 1).
Proof.
  eexists. repeat split; try reflexivity.
  apply (two_phases 1 unordered [((1, 0), 1); ((0, 0), 0)] [((0, 0), 1); ((1, 0), 0)]
           [0; 1] [1; 0] (0, 0) 0 1); try easy; simpl; auto; intuition lia.
Qed.

(** A A | W1: the wait for phase 1 passes at the start as well. *)
Definition too_early : block := [[Arrive 0; Arrive 0]; [Wait 0 true]].

Theorem rule_W1_needed : exists l, exec 1 too_early [0; 0; 1] [] = Some l /\
  breaks_A l = [] /\ breaks_W1 l = [(1, 0)] /\ breaks_W2 (fun _ => 1) l = [] /\
  ~ well_synchronised 2 (ops too_early) (fun _ => 1).
Proof.
  eexists. repeat split; try reflexivity.
  apply (two_phases 1 too_early [((1, 0), 2); ((0, 1), 1); ((0, 0), 0)] [((1, 0), 0)]
           [0; 0; 1] [1] (1, 0) 2 0); try easy; simpl; auto; intuition lia.
Qed.

(** A | W1: had the arrival come first, the wait would hang. *)
Definition lapped : block := [[Arrive 0]; [Wait 0 true]].

Theorem rule_W2_needed : exists l, exec 1 lapped [1; 0] [] = Some l /\
  breaks_A l = [] /\ breaks_W1 l = [] /\ breaks_W2 (fun _ => 1) l = [(1, 0)] /\
  ~ well_synchronised 2 (ops lapped) (fun _ => 1).
Proof.
  eexists. repeat split; try reflexivity. intro W.
  destruct (exec 1 lapped [0] []) as [l|] eqn:E; [|easy].
  assert (R : reachable 2 (ops lapped) (fun _ => 1) l).
  { apply (exec_reachable 1 lapped [0] []); [simpl; intuition lia | constructor | easy]. }
  injection E as <-. destruct (no_deadlock _ _ _ W _ R) as [D|(t & x & T & N)].
  - specialize (D 1 (Nat.lt_1_2)). discriminate D.
  - destruct t as [|[|t]]; [discriminate N | discriminate N | lia].
Qed.

(** A ring of one slot: filled, waited for, emptied, three times; mbarrier 0 says full, 1 empty. *)
Definition ring (waits : bool) : block :=
  [ flat_map (fun i => (if waits then [Wait 1 (Nat.even i)] else []) ++ [Arrive 0]) (seq 0 3);
    flat_map (fun i => [Wait 0 (Nat.odd i); Arrive 1]) (seq 0 3) ].

Definition broken (c : nat) (p : block) (schedule : list tid) :=
  option_map (fun l => (done p l, breaks_A l, breaks_W1 l, breaks_W2 (fun _ => c) l))
             (exec c p schedule []).

Compute broken 1 (ring true) [0; 0; 1; 1; 0; 0; 1; 1; 0; 0; 1; 1].
Compute broken 1 (ring false) [0; 1; 1; 0; 1; 1; 0; 1; 1].
