(** * mbarriers with transaction bytes: the cheap form of T, and examples

    Statements:

    - [cheap_T_suffices]: T holds if each operation that adds bytes to what is owed is an arrival or
      known to an arrival of its phase, and a phase at which all have arrived does not end with less
      than nothing owed;
    - [rule_T_needed]: a block that finishes and breaks T alone is not well-synchronized;
    - [copy_well_synchronised]: a thread that arrives and expects what a copy completes, in any order.

    theory.md: section 3, "mbarriers", rule T. C++: src/sync/mbarrier.cpp, finish_phase. *)

From Heddle Require Import MbarrierBytes MbarrierBytesCheck.

Section Block.

Variable expected : nat -> nat.

(** Operations that neither arrive nor count bytes are not there. *)
Record cheap_T (l : execution) : Prop := {
  cheap_expect b x : In x l -> on b (what x) = true -> (0 < bytes (what x))%Z ->
    arrival (what x) = 1 \/
    exists y, In y l /\ on b (what y) = true /\ seen y = seen x /\ arrival (what y) = 1 /\
              knows (after y) (ev x);
  cheap_owed b k : arrivals (ops l b k) = expected b -> (0 <= owed (ops l b k))%Z;
  cheap_idle b x : In x l -> on b (what x) = true -> arrival (what x) = 1 \/ bytes (what x) <> 0%Z
}.

Lemma arrivals_split (part : entry -> bool) m :
  arrivals m = arrivals (filter part m) + arrivals (filter (fun x => negb (part x)) m).
Proof.
  unfold arrivals. induction m as [|x m IH]; [easy|]. simpl. destruct (part x); simpl; lia.
Qed.

Lemma owed_split (part : entry -> bool) m :
  owed m = (owed (filter part m) + owed (filter (fun x => negb (part x)) m))%Z.
Proof.
  unfold owed. induction m as [|x m IH]; [easy|]. simpl. destruct (part x); simpl; lia.
Qed.

Lemma no_arrivals m x : arrivals m = 0 -> In x m -> arrival (what x) = 0.
Proof.
  unfold arrivals. induction m as [|y m IH]; [easy|]. simpl. intros E [->|I]; [lia|].
  apply IH; [lia|easy].
Qed.

Lemma owed_nonpositive m : (forall x, In x m -> (bytes (what x) <= 0)%Z) -> (owed m <= 0)%Z.
Proof.
  unfold owed. induction m as [|y m IH]; simpl; [lia|]. intro H.
  pose proof (H y (or_introl eq_refl)).
  pose proof (IH (fun x I => H x (or_intror I))). lia.
Qed.

(** Not positive, and not negative together: all nothing. *)
Lemma nothing_owed m : (forall x, In x m -> (bytes (what x) <= 0)%Z) -> (0 <= owed m)%Z ->
  forall x, In x m -> bytes (what x) = 0%Z.
Proof.
  induction m as [|y m IH]; [easy|]. intros H S.
  pose proof (owed_nonpositive m (fun x I => H x (or_intror I))) as L.
  pose proof (H y (or_introl eq_refl)) as Hy.
  change (owed (y :: m)) with (bytes (what y) + owed m)%Z in S. intros x [<-|I]; [lia|].
  apply IH; [intros; apply H; now right | lia | easy].
Qed.

Theorem cheap_T_suffices l : ~ surplus expected l -> cheap_T l ->
  forall b k (part : entry -> bool),
    (forall x y, In x (ops l b k) -> In y (ops l b k) -> part x = true ->
                 knows (after x) (ev y) -> part y = true) ->
    whole expected b (filter part (ops l b k)) = true ->
    forall x, In x (ops l b k) -> part x = true.
Proof.
  intros N [X O I] b k part C W x J. unfold whole in W.
  apply andb_true_iff in W as (Wa & Wo). apply Nat.eqb_eq in Wa. apply Z.eqb_eq in Wo.
  set (rest := filter (fun x => negb (part x)) (ops l b k)).
  pose proof (arrivals_split part (ops l b k)) as Sa. pose proof (owed_split part (ops l b k)) as So.
  fold rest in Sa, So.
  assert (A : arrivals (ops l b k) <= expected b).
  { apply Nat.nlt_ge. intro L. apply N. now exists b, k. }
  assert (Ra : forall y, In y rest -> arrival (what y) = 0).
  { intros y Y. apply (no_arrivals rest); [lia|easy]. }
  assert (Rest : forall y, In y (ops l b k) -> part y = false -> In y rest).
  { intros y Y P. apply filter_In. now rewrite P. }
  assert (Of : forall y, In y rest -> In y l /\ on b (what y) = true /\ seen y = k /\ part y = false).
  { intros y Y. apply filter_In in Y as (Y & P). apply in_ops in Y. apply negb_true_iff in P. tauto. }
  assert (Rb : forall y, In y rest -> (bytes (what y) <= 0)%Z).
  { intros y Y. apply Z.nlt_ge. intro L. destruct (Of y Y) as (Yl & Yo & Ys & Yp).
    destruct (X b y Yl Yo L) as [E|(z & Zl & Zo & Zs & Za & K)].
    - rewrite (Ra y Y) in E. discriminate.
    - assert (Z' : In z (ops l b k)) by (apply in_ops; repeat split; congruence).
      assert (Pz : part z = true).
      { destruct (part z) eqn:P; [easy|]. rewrite (Ra z (Rest z Z' P)) in Za. discriminate. }
      assert (Y' : In y (ops l b k)) by (now apply in_ops).
      rewrite (C z y Z' Y' Pz K) in Yp. discriminate. }
  destruct (part x) eqn:P; [easy|]. exfalso.
  pose proof (Rest x J P) as Y. destruct (Of x Y) as (Xl & Xo & _).
  destruct (I b x Xl Xo) as [E|E]; [rewrite (Ra x Y) in E; discriminate|].
  apply E. apply (nothing_owed rest Rb); [|easy].
  assert (Z' : (0 <= owed (ops l b k))%Z) by (apply O; lia). lia.
Qed.

End Block.

(** ** Examples *)

Definition block := list (list op).
Definition operations (p : block) (t : tid) : list op := nth t p [].

(** Runs a schedule; all mbarriers expect [c] arrivals. *)
Fixpoint exec (c : nat) (p : block) (schedule : list tid) (l : execution) : option execution :=
  match schedule with
  | [] => Some l
  | t :: schedule =>
      match next (operations p) (fun _ => c) l t with
      | Some x => exec c p schedule (x :: l)
      | None => None
      end
  end.

Lemma exec_reachable c p schedule : forall l m,
  (forall t, In t schedule -> t < length p) ->
  reachable (length p) (operations p) (fun _ => c) l ->
  exec c p schedule l = Some m -> reachable (length p) (operations p) (fun _ => c) m.
Proof.
  induction schedule as [|t schedule IH]; intros l m T R E; simpl in E; [congruence|].
  destruct (next (operations p) (fun _ => c) l t) as [x|] eqn:N; [|easy].
  apply (IH (x :: l)); auto; [intros; apply T; now right|].
  apply reach_step with t; auto. apply T. now left.
Qed.

(** Who has done what, and how many phases were complete. *)
Definition sees (c : nat) (p : block) (schedule : list tid) : option (list (event * nat)) :=
  option_map (map (fun x => (ev x, seen x))) (exec c p schedule []).

(** Arrive | complete 1 byte, expecting one: whoever comes first decides whether the phase ends. *)
Definition too_late : block := [[Act 0 true 0]; [Act 0 false (-1)]].

Compute sees 1 too_late [0; 1].
Compute sees 1 too_late [1; 0].

(** The second schedule finishes and satisfies all other rules. *)
Theorem rule_T_needed : exists l, exec 1 too_late [1; 0] [] = Some l /\
  finished 2 (operations too_late) l /\ ~ surplus (fun _ => 1) l /\
  (forall x y, In x l -> In y l -> seen x <> S (seen y) /\ seen x <> S (S (seen y))) /\
  (forall b p x, In x l -> what x <> Wait b p) /\
  ~ well_synchronised 2 (operations too_late) (fun _ => 1).
Proof.
  eexists. split; [reflexivity|]. split; [|split; [|split; [|split]]].
  - intros [|[|t]] T; [easy | easy | lia].
  - intros (b & k & L). destruct b as [|b], k as [|k]; vm_compute in L; lia.
  - intros x y [<-|[<-|[]]] [<-|[<-|[]]]; simpl; lia.
  - intros b p x [<-|[<-|[]]]; discriminate.
  - intro W. destruct (exec 1 too_late [1; 0] []) as [l|] eqn:E; [|discriminate].
    destruct (exec 1 too_late [0; 1] []) as [m|] eqn:F; [|discriminate].
    assert (T : forall t, In t [1; 0] \/ In t [0; 1] -> t < length too_late).
    { simpl. intuition lia. }
    assert (Rl := exec_reachable 1 too_late [1; 0] [] l (fun t I => T t (or_introl I))
                    (reach_start _ _ _) E).
    assert (Rm := exec_reachable 1 too_late [0; 1] [] m (fun t I => T t (or_intror I))
                    (reach_start _ _ _) F).
    pose proof (same_phases _ _ _ W l m Rl Rm) as A.
    injection E as <-. injection F as <-.
    specialize (A _ _ (or_intror (or_introl eq_refl)) (or_introl eq_refl) eq_refl). discriminate A.
Qed.

(** Arrive and expect 4 bytes, wait | complete 4 bytes. *)
Definition copy : block := [[Act 0 true 4; Wait 0 false]; [Act 0 false (-4)]].

Compute sees 1 copy [1; 0; 0].
Compute sees 1 copy [0; 1; 0].

Theorem copy_well_synchronised : well_synchronised 2 (operations copy) (fun _ => 1).
Proof.
  destruct (exec 1 copy [1; 0; 0] []) as [l|] eqn:E; [|discriminate].
  assert (R : reachable 2 (operations copy) (fun _ => 1) l).
  { apply (exec_reachable 1 copy [1; 0; 0] []); [simpl; intuition lia | constructor | easy]. }
  injection E as <-.
  match type of R with reachable _ _ _ ?l => assert (S' : ~ surplus (fun _ => 1) l) end.
  { intros (b & k & L). destruct b as [|b], k as [|k]; vm_compute in L; lia. }
  apply (bytes_sound 2 (operations copy) (fun _ => 1) (fun _ => Nat.lt_0_1) _ R).
  - intros [|[|t]] T; [easy | easy | lia].
  - split.
    + exact S'.
    + intros b x y [<-|[<-|[<-|[]]]] [<-|[<-|[<-|[]]]]; simpl; easy || lia.
    + intros b p x y [<-|[<-|[<-|[]]]] [<-|[<-|[<-|[]]]]; simpl; easy || lia.
    + intros b p x [<-|[<-|[<-|[]]]]; try easy. intros [= <- <-] L. vm_compute in L. lia.
    + apply cheap_T_suffices; [exact S'|]. split.
      * intros b x [<-|[<-|[<-|[]]]]; simpl; intros; [easy | now left | lia].
      * intros [|b] [|k] X; vm_compute; vm_compute in X; try discriminate; easy.
      * intros b x [<-|[<-|[<-|[]]]]; simpl; [easy | now left | now right].
Qed.
