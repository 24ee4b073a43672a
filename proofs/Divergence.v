(** * Uniformity: the obligation E holds iff no execution gets stuck

    Barrier divergence is an execution, step by step, in which somebody waits at a barrier for ever.
    Statement: no execution diverges iff all threads run the same barriers, iff the obligation E
    holds of every barrier. So a solver's model of E(t, b) and not E(u, b) is never a false alarm,
    and without one nothing diverges. The weaker reading of uniformity that theory.md warns of,
    "conditions are equal under the full path to the barrier", is vacuous: a kernel that satisfies
    it diverges.

    theory.md: section 2, "Uniformity". C++: src/protocol/uniform.cpp. *)

From Heddle Require Import Protocol Execution Uniformity.

Lemma stack_at_front t K : exists L, star (local t) K L /\
  barriers (stack_trace t L) = barriers (stack_trace t K) /\
  (L = [] \/ exists b r M, L = (r, Bar b) :: M).
Proof.
  destruct (barriers (stack_trace t K)) as [|[b r] m] eqn:E.
  - exists []. split; [|now split; [|left]].
    eapply reach_end; [|reflexivity]. now rewrite count_barriers, E.
  - pose proof E as E'. apply split_barrier in E' as (l & j & F & C & G).
    destruct (reach_event t l _ _ _ C F) as (L & S & H).
    exists (frame (EBar b r) :: L). split; [easy|]. simpl. rewrite H, G.
    split; [easy|]. right. now exists b, r, L.
Qed.

Definition waits_at (K : stack) : option (nat * env) :=
  match K with
  | (r, Bar b) :: _ => Some (b, r)
  | _ => None
  end.

Lemma waits_at_dec (a b : option (nat * env)) : {a = b} + {a <> b}.
Proof. repeat decide equality. Qed.

Lemma all_below (P : nat -> Prop) (D : forall i, {P i} + {~ P i}) n :
  (forall i, i < n -> P i) \/ exists i, i < n /\ ~ P i.
Proof.
  induction n as [|n [IH|(i & L & N)]].
  - left. lia.
  - destruct (D n) as [Y|N].
    + left. intros i L. destruct (Nat.eq_dec i n) as [->|]; auto. apply IH. lia.
    + right. exists n. auto.
  - right. exists i. auto.
Qed.

(** From any state: everybody gets to the end, or some execution gets stuck. *)
Lemma stuck_or_same n : 0 < n -> forall m s, count (stack_trace 0 (s 0)) = m ->
  (exists s', star (step n) s s' /\ diverged n s') \/ same_barriers n s.
Proof.
  intro Z. induction m as [|m IH]; intros s M.
  all: destruct (run_threads n (fun t K =>
         barriers (stack_trace t K) = barriers (stack_trace t (s t)) /\
         (K = [] \/ exists b r L, K = (r, Bar b) :: L)) s) as (s1 & R & P);
       [intros t _; destruct (stack_at_front t (s t)) as (L & S & E & F); eauto|].
  all: destruct (all_below (fun t => waits_at (s1 t) = waits_at (s1 0))
                   (fun t => waits_at_dec _ _) n) as [W|(t & T & W)].
  2, 4: left; exists s1; split; [easy|]; split;
    [ intros s' S; destruct S as [? u K U L | ? b r K H];
      [ destruct (P u U) as (_ & [E|(b & r & M' & E)]); rewrite E in L; inversion L
      | apply W; now rewrite (H t T), (H 0 Z) ]
    | destruct (P t T) as (_ & [E|(b & r & L & E)]); [|exists t; split; [easy|now rewrite E]];
      destruct (P 0 Z) as (_ & [F|(b & r & L & F)]);
      [ exfalso; apply W; now rewrite E, F | exists 0; split; [easy | now rewrite F] ] ].
  - (* nobody has a barrier left *)
    right. assert (N : forall t, t < n -> barriers (stack_trace t (s t)) = []).
    { intros t T. destruct (P 0 Z) as (E0 & F0), (P t T) as (E & F). rewrite <- E.
      assert (Q : s1 0 = []).
      { destruct F0 as [|(b & r & L & F0)]; [easy|]. rewrite F0 in E0. simpl in E0.
        rewrite count_barriers, <- E0 in M. simpl in M. lia. }
      specialize (W t T). rewrite Q in W. destruct F as [->|(b & r & L & F)]; [easy|].
      now rewrite F in W. }
    intros t u T U. now rewrite !N.
  - (* all wait at one barrier *)
    destruct (P 0 Z) as (E0 & [F0|(b & r & L0 & F0)]).
    { rewrite count_barriers, <- E0, F0 in M. easy. }
    assert (A : forall t, t < n -> s1 t = (r, Bar b) :: tl (s1 t)).
    { intros t T. destruct (P t T) as (_ & F). specialize (W t T). rewrite F0 in W.
      destruct F as [F|(c & q & L & F)]; rewrite F in *; [easy|]. simpl in W.
      injection W as -> ->. easy. }
    set (s2 := fun t => if t <? n then tl (s1 t) else s1 t).
    assert (S : step n s1 s2) by (apply step_barrier with (b := b) (r := r); easy).
    assert (B : forall t, t < n ->
              barriers (stack_trace t (s t)) = (b, r) :: barriers (stack_trace t (s2 t))).
    { intros t T. destruct (P t T) as (E & _). rewrite <- E, (A t T). unfold s2.
      apply Nat.ltb_lt in T as ->. easy. }
    destruct (IH s2) as [(s3 & R3 & D)|H].
    + rewrite count_barriers, B in M by easy. rewrite count_barriers. simpl in M. lia.
    + left. exists s3. split; [|easy]. eauto using star_trans, star_one.
    + right. intros t u T U. rewrite !B by easy. now rewrite (H t u T U).
Qed.

Lemma step_same_barriers n s s' : step n s s' -> same_barriers n s -> same_barriers n s'.
Proof.
  intros S H t u T U. specialize (H t u T U). destruct S as [s v K V L | s b r K E].
  - assert (Q : forall w, barriers (stack_trace w (update s v K w)) =
                          barriers (stack_trace w (s w))).
    { intro w. unfold update. destruct (Nat.eqb_spec w v) as [->|]; [|easy].
      destruct (local_trace _ _ _ L) as [->|[e ->]]; easy. }
    now rewrite !Q.
  - rewrite (E t T), (E u U) in H. simpl in H.
    apply Nat.ltb_lt in T, U. rewrite T, U. congruence.
Qed.

Lemma same_barriers_not_stuck n s : same_barriers n s -> ~ diverged n s.
Proof.
  intros H (N & t & T & E).
  assert (F : forall u, u < n -> s u = [] \/ exists b r L, s u = (r, Bar b) :: L).
  { intros u U. destruct (s u) as [|[r p] L] eqn:S; [now left|]. right.
    destruct p; [| |eauto| | |];
      exfalso; (eapply N; apply step_local with (t := u); [easy | rewrite S; constructor]). }
  destruct (F t T) as [|(b & r & L & S)]; [easy|].
  eapply N, step_barrier with (b := b) (r := r) (K := fun u => tl (s u)).
  intros u U. specialize (H t u T U). rewrite S in H.
  destruct (F u U) as [G|(c & q & M & G)]; rewrite G in *; simpl in H; [easy|].
  injection H as -> -> _. easy.
Qed.

Theorem diverges_iff_not_uniform n p : diverges n p <-> ~ uniform n p.
Proof.
  split.
  - intros (s & R & D) H. apply (same_barriers_not_stuck n s); [|easy].
    apply same_barriers_init in H. revert H. clear D. unfold reachable in R.
    induction R; eauto using step_same_barriers.
  - intro H. destruct n as [|n]; [exfalso; apply H; intros t u T; lia|].
    destruct (stuck_or_same (S n) (Nat.lt_0_succ n) _ (init p) eq_refl) as [(s & R & D)|G].
    + now exists s.
    + exfalso. now apply H, same_barriers_init.
Qed.

Theorem obligations_iff_no_divergence n p :
  well_named p -> (obligations n p <-> ~ diverges n p).
Proof.
  intro W. rewrite (obligations_iff_uniform n p W), diverges_iff_not_uniform.
  split; [tauto|]. intro N. destruct n as [|n]; [intros t u T; lia|].
  destruct (stuck_or_same (S n) (Nat.lt_0_succ n) _ (init p) eq_refl) as [(s & R & D)|G].
  - exfalso. apply N. intro U. assert (X : diverges (S n) p) by now exists s.
    now apply diverges_iff_not_uniform in X.
  - now apply same_barriers_init.
Qed.

(** The vacuous reading: of all threads that come to a barrier, conditions are equal. *)
Definition equal_on_the_way (n : nat) (A : list around) : Prop :=
  forall t u r, t < n -> u < n -> holds A r t -> holds A r u ->
  forall c v, In (Cond c v) A -> c r t = c r u.

(** if (threadIdx.x == 0) __syncthreads(); *)
Definition only_first : proto := If (fun _ t => t =? 0) (Bar 0) Skip.

Theorem full_path_reading_unsound :
  (forall b A, In (b, A) (places [] only_first) -> equal_on_the_way 2 A) /\ diverges 2 only_first.
Proof.
  split.
  - intros b A [[= <- <-]|[]] t u r _ _ (E & _) (F & _) c v [[= <- <-]|[]]. congruence.
  - apply diverges_iff_not_uniform. intro U. specialize (U 0 1 Nat.lt_0_2 Nat.lt_1_2). easy.
Qed.
