(** * Uniformity with exits: an exact obligation, and where the simple one is exact

    The obligation of Exits.v speaks of the place where a thread leaves the way to a barrier, and is
    stronger than needed: the thread may return behind that place ([refused_but_never_stuck]). What
    is needed exactly is said of the end: a thread that misses a barrier of another one returns, and
    all barriers that it runs are before the one that it misses. Statements:

    - [exits_exact]: this holds iff no execution gets stuck;
    - [exits_exact_tidy]: the obligation of Exits.v is as exact where no [return] stands behind a
      barrier that has a condition or a loop around it, be it in the next iteration or on the other
      side of the condition: so what it refuses beyond that are threads that return there;
    - [order_needed]: "whoever misses a barrier returns" alone is unsound.

    theory.md: section 1, "Exited threads", and section 2, "Uniformity". C++: src/protocol/uniform.cpp,
    reach. *)

From Heddle Require Import Protocol Exits.
From Heddle Require Uniformity.

(** Barrier [d], in its iterations, is before [e] in the text. The two sides of a condition are not
    before one another. *)
Fixpoint precedes (r : env) (p : kernel) (d e : nat * env) : Prop :=
  match p with
  | KSkip | KBar _ | KReturn => False
  | KSeq p q =>
      precedes r p d e \/ precedes r q d e \/ (In (fst d) (names p) /\ In (fst e) (names q))
  | KIf _ p q => precedes r p d e \/ precedes r q d e
  | KLoop _ p =>
      In (fst d) (names p) /\ In (fst e) (names p) /\
      exists g h i j, snd d = g ++ i :: r /\ snd e = h ++ j :: r /\
        (i < j \/ (i = j /\ precedes (i :: r) p d e))
  end.

Definition exact_obligations (n : nat) (p : kernel) : Prop :=
  forall t u e, t < n -> u < n -> In e (bars t [] p) -> ~ In e (bars u [] p) ->
    returns u [] p = true /\ forall d, In d (bars u [] p) -> precedes [] p d e.

(** Barriers at different places have different names. *)
Definition well_named (p : kernel) : Prop := NoDup (names p).

(** ** Each thread runs barriers in the order of the text *)

Fixpoint ascending {A} (R : A -> A -> Prop) (l : list A) : Prop :=
  match l with
  | [] => True
  | d :: l => (forall e, In e l -> R d e) /\ ascending R l
  end.

Lemma ascending_app {A} (R : A -> A -> Prop) l m :
  ascending R (l ++ m) <->
  ascending R l /\ ascending R m /\ forall d e, In d l -> In e m -> R d e.
Proof.
  induction l as [|a l IH]; simpl; [intuition easy|]. rewrite IH. split.
  - intros (H & L & M & C). repeat split; auto.
    + intros e I. apply H, in_or_app. auto.
    + intros d e [<-|I] J; [apply H, in_or_app; auto | auto].
  - intros ((H & L) & M & C). repeat split; auto. intros e I. apply in_app_or in I as [I|I]; auto.
Qed.

Lemma ascending_more {A} (R Q : A -> A -> Prop) l :
  (forall d e, In d l -> In e l -> R d e -> Q d e) -> ascending R l -> ascending Q l.
Proof.
  induction l as [|a l IH]; simpl; [easy|]. intros H (F & L). split; auto 6.
Qed.

Lemma in_turn_iteration f e k : forall a, In e (fst (in_turn (map f (seq a k)))) ->
  exists i, a <= i < a + k /\ In e (fst (f i)).
Proof.
  induction k as [|k IH]; intros a I; simpl in *; [easy|].
  apply in_followed in I as [I|(_ & I)]; [exists a; split; [lia|easy]|].
  apply IH in I as (i & B & I). exists i. split; [lia|easy].
Qed.

Lemma bars_ascending t p : forall r, ascending (precedes r p) (bars t r p).
Proof.
  induction p as [|b| |p IHp q IHq|c p IHp q IHq|n p IHp]; intro r; unfold bars; simpl; auto.
  - assert (P : ascending (precedes r (KSeq p q)) (bars t r p)).
    { apply (ascending_more (precedes r p)); simpl; auto. }
    unfold followed. fold (returns t r p). destruct (returns t r p); [exact P|].
    apply ascending_app. split; [exact P|]. split.
    + apply (ascending_more (precedes r q)); [simpl; auto | apply IHq].
    + intros d e I J. apply bars_name in I as (I & _). apply bars_name in J as (J & _). simpl. auto.
  - destruct (c r t); [apply (ascending_more (precedes r p)); [simpl; auto | apply IHp] |
      apply (ascending_more (precedes r q)); [simpl; auto | apply IHq]].
  - generalize (n r t) as k. intro k. generalize 0 as a. induction k as [|k IH]; intro a; [easy|].
    simpl. assert (P : ascending (precedes r (KLoop n p)) (bars t (a :: r) p)).
    { apply (ascending_more (precedes (a :: r) p)); [|apply IHp]. intros d e I J H.
      apply bars_name in I as (I & g & Eg). apply bars_name in J as (J & h & Eh).
      repeat split; auto. exists g, h, a, a. auto. }
    unfold followed. fold (returns t (a :: r) p). destruct (returns t (a :: r) p); [exact P|].
    apply ascending_app. split; [exact P|]. split; [apply IH|].
    intros d e I J. apply in_turn_iteration in J as (j & B & J).
    apply bars_name in I as (I & g & Eg). apply bars_name in J as (J & h & Eh).
    repeat split; auto. exists g, h, a, j. repeat split; auto. left. lia.
Qed.

Lemma precedes_names p : forall r d e, precedes r p d e ->
  In (fst d) (names p) /\ In (fst e) (names p).
Proof.
  induction p as [|b| |p IHp q IHq|c p IHp q IHq|n p IHp]; intros r d e H; simpl in *; try easy;
    rewrite ?in_app_iff; firstorder.
Qed.

Lemma precedes_asym p : forall r d e, well_named p -> precedes r p d e -> ~ precedes r p e d.
Proof.
  induction p as [|b| |p IHp q IHq|c p IHp q IHq|n p IHp]; intros r d e W H K; try easy.
  1, 2: apply Uniformity.NoDup_app_inv in W as (Wp & Wq & D);
    assert (N : forall d e, precedes r p d e -> ~ In (fst d) (names q) /\ ~ In (fst e) (names q))
      by (intros x y X; apply precedes_names in X as (X & Y); split; eauto);
    assert (M : forall d e, precedes r q d e -> ~ In (fst d) (names p) /\ ~ In (fst e) (names p))
      by (intros x y X; apply precedes_names in X as (X & Y); split; eauto);
    pose proof (precedes_names p r) as Np; pose proof (precedes_names q r) as Nq; simpl in *.
  - destruct H as [H|[H|(H & H')]], K as [K|[K|(K & K')]];
      try (now apply (IHp r d e)); try (now apply (IHq r d e));
      try apply Np in H; try apply Nq in H; try apply Np in K; try apply Nq in K; intuition eauto.
  - destruct H as [H|H], K as [K|K];
      try (now apply (IHp r d e)); try (now apply (IHq r d e)).
    + apply Np in H. apply Nq in K. intuition eauto.
    + apply Nq in H. apply Np in K. intuition eauto.
  - simpl in H, K. destruct H as (_ & _ & g & h & i & j & Ed & Ee & H).
    destruct K as (_ & _ & g' & h' & j' & i' & Ee' & Ed' & K).
    rewrite Ed in Ed'. rewrite Ee in Ee'.
    apply Uniformity.same_iteration in Ed' as <-. apply Uniformity.same_iteration in Ee' as <-.
    destruct H as [H|(-> & H)], K as [K|(E & K)]; try lia. now apply (IHp (j :: r) d e).
Qed.

(** ** The exact obligation *)

Lemma common_part {A} (D : forall a b : A, {a = b} + {a <> b}) (l m : list A) :
  prefix l m \/ prefix m l \/
  exists k a l' b m', l = k ++ a :: l' /\ m = k ++ b :: m' /\ a <> b.
Proof.
  revert m. induction l as [|a l IH]; intro m; [left; apply prefix_nil|].
  destruct m as [|b m]; [right; left; apply prefix_nil|].
  destruct (D a b) as [<-|N]; [|right; right; exists [], a, l, b, m; auto].
  rewrite !prefix_cons. destruct (IH m) as [H|[H|(k & a' & l' & b' & m' & -> & -> & N)]]; auto.
  right. right. exists (a :: k), a', l', b', m'. auto.
Qed.

Lemma exact_agree n p t u : well_named p -> exact_obligations n p -> t < n -> u < n ->
  prefix (bars t [] p) (bars u [] p) \/ prefix (bars u [] p) (bars t [] p).
Proof.
  intros W O T U.
  destruct (common_part event_dec (bars t [] p) (bars u [] p))
    as [H|[H|(k & e & l & d & m & Et & Eu & N)]]; auto. exfalso.
  assert (K : forall t u e d l m, t < n -> u < n -> bars t [] p = k ++ e :: l ->
              bars u [] p = k ++ d :: m -> e <> d -> precedes [] p d e).
  { clear - W O. intros t u e d l m T U Et Eu N.
    pose proof (bars_ascending t p []) as At. pose proof (bars_ascending u p []) as Au.
    destruct (in_dec event_dec e (bars u [] p)) as [I|I].
    - rewrite Eu in I, Au. rewrite Et in At. apply ascending_app in At as (_ & _ & At).
      apply ascending_app in Au as (_ & (Au & _) & _).
      apply in_app_or in I as [I|[I|I]]; [|congruence|auto].
      exfalso. assert (X : precedes [] p e e) by (apply At; simpl; auto).
      now apply (precedes_asym p [] e e).
    - destruct (O t u e T U) as (_ & B); auto.
      + rewrite Et. apply in_or_app. simpl. auto.
      + apply B. rewrite Eu. apply in_or_app. simpl. auto. }
  apply (precedes_asym p [] d e W); [apply (K t u e d l m) | apply (K u t d e m l)]; auto.
Qed.

Theorem exits_exact n p : well_named p ->
  (exact_obligations n p <-> forall s, reachable n p s -> ~ stuck n p s).
Proof.
  intro W. rewrite never_stuck_iff. unfold agreeing, start. split.
  - intros O t u T U.
    assert (K : forall t u, t < n -> u < n -> returns t [] p = false ->
                prefix (bars t [] p) (bars u [] p) -> prefix (bars u [] p) (bars t [] p)).
    { clear - W O. intros t u T U F (k & E). destruct k as [|e k].
      - rewrite E, app_nil_r. apply prefix_refl.
      - exfalso. destruct (O u t e U T) as (X & _); [| |congruence].
        + rewrite E. apply in_or_app. simpl. auto.
        + intro I. pose proof (bars_ascending u p []) as A. rewrite E in A.
          apply ascending_app in A as (_ & _ & A).
          assert (X : precedes [] p e e) by (apply A; simpl; auto).
          now apply (precedes_asym p [] e e). }
    pose proof (exact_agree n p t u W O T U) as S. split; simpl; auto; destruct S; auto.
  - intros A t u e T U I N. destruct (A t u T U) as [_ R S]. simpl in *.
    assert (F : ~ prefix (bars t [] p) (bars u [] p)).
    { intros (k & E). apply N. rewrite E. apply in_or_app. auto. }
    split.
    + destruct (returns u [] p); [easy|]. exfalso. auto.
    + destruct S as [S|(k & E)]; [easy|]. intros d J. pose proof (bars_ascending t p []) as H.
      rewrite E in H, I. apply ascending_app in H as (_ & _ & H).
      apply in_app_or in I as [I|I]; [easy | now apply H].
Qed.

(** ** Where the obligation of Exits.v is exact *)

Definition has_barrier (p : kernel) : bool := match names p with [] => false | _ => true end.

Fixpoint has_return (p : kernel) : bool :=
  match p with
  | KSkip | KBar _ => false
  | KReturn => true
  | KSeq p q | KIf _ p q => has_return p || has_return q
  | KLoop _ p => has_return p
  end.

(** Some barrier has a condition or a loop around it. *)
Fixpoint guarded (p : kernel) : bool :=
  match p with
  | KSkip | KBar _ | KReturn => false
  | KSeq p q => guarded p || guarded q
  | KIf _ _ _ | KLoop _ _ => has_barrier p
  end.

(** No [return] behind such a barrier, and none opposite. *)
Fixpoint tidy (p : kernel) : bool :=
  match p with
  | KSkip | KBar _ | KReturn => true
  | KSeq p q => tidy p && tidy q && negb (guarded p && has_return q)
  | KIf _ p q => tidy p && tidy q && negb (has_barrier p && has_return q)
                 && negb (has_barrier q && has_return p)
  | KLoop _ p => negb (guarded p && has_return p)
  end.

Lemma in_has_barrier b p : In b (names p) -> has_barrier p = true.
Proof. unfold has_barrier. now destruct (names p). Qed.

Lemma no_returns_in_turn f k : forall a, (forall i, a <= i < a + k -> snd (f i) = false) ->
  snd (in_turn (map f (seq a k))) = false.
Proof.
  induction k as [|k IH]; intros a H; simpl; [easy|]. unfold followed.
  rewrite H by lia. simpl. apply IH. intros i I. apply H. lia.
Qed.

Lemma never_returns u p : has_return p = false -> forall r, returns u r p = false.
Proof.
  unfold returns. induction p as [|b| |p IHp q IHq|c p IHp q IHq|n p IHp]; intros H r; simpl in *;
    try easy; try (apply orb_false_iff in H as (Hp & Hq)).
  - unfold followed. now rewrite IHp, IHq.
  - destruct (c r u); auto.
  - apply no_returns_in_turn. auto.
Qed.

Lemma misses_guarded u p e : forall r, In (fst e) (names p) -> misses u r p e -> guarded p = true.
Proof.
  induction p as [|b| |p IHp q IHq|c p IHp q IHq|n p IHp]; intros r I H; simpl in *; try easy.
  - destruct H as [(N & H)|(N & _ & H)]; [erewrite IHp | erewrite IHq, orb_true_r]; eauto.
  - now apply in_has_barrier with (fst e).
  - now apply in_has_barrier with (fst e).
Qed.

Lemma tidy_misses u p e : tidy p = true -> forall r, In (fst e) (names p) -> misses u r p e ->
  returns u r p = false.
Proof.
  unfold returns.
  induction p as [|b| |p IHp q IHq|c p IHp q IHq|n p IHp]; intros T r I H; simpl in *; try easy.
  - apply andb_true_iff in T as (T & B). apply andb_true_iff in T as (Tp & Tq).
    unfold followed. destruct H as [(N & H)|(N & R & H)].
    + rewrite (IHp Tp r N H). simpl. rewrite (misses_guarded u p e r N H) in B. simpl in B.
      apply never_returns. now destruct (has_return q).
    + unfold returns in R. rewrite R. simpl. now apply IHq.
  - rewrite !andb_true_iff, !negb_true_iff, !andb_false_iff in T.
    destruct T as (((Tp & Tq) & A) & B). destruct H as [(N & H)|(N & H)];
      apply in_has_barrier in N as Z; rewrite Z in *; destruct (c r u) eqn:C.
    + now apply IHp; [| |apply H].
    + apply never_returns. now destruct A.
    + apply never_returns. now destruct B.
    + now apply IHq; [| |apply H].
  - destruct H as (g & i & E & J & H). destruct (Nat.lt_ge_cases i (n r u)) as [L|L].
    + rewrite (misses_guarded u p e (i :: r) I (H L)) in T. simpl in T.
      apply no_returns_in_turn. intros j _. apply never_returns. now destruct (has_return p).
    + apply no_returns_in_turn. intros j B. apply J; lia.
Qed.

Lemma misses_not_run u p e : forall r, well_named p -> In e (bars u r p) -> ~ misses u r p e.
Proof.
  unfold bars. induction p as [|b| |p IHp q IHq|c p IHp q IHq|n p IHp]; intros r W I H; try easy.
  - apply Uniformity.NoDup_app_inv in W as (Wp & Wq & D). simpl in I, H.
    apply in_followed in I as [I|(_ & I)]; apply bars_name in I as N; destruct N as (N & _);
      (destruct H as [(M & H)|(M & _ & H)]; eauto); [apply (IHp r) | apply (IHq r)]; auto.
  - apply Uniformity.NoDup_app_inv in W as (Wp & Wq & D). simpl in I, H.
    destruct (c r u); apply bars_name in I as N; destruct N as (N & _);
      (destruct H as [(M & H)|(M & H)]; eauto); [apply (IHp r) | apply (IHq r)]; auto.
  - simpl in I, H. destruct H as (g & i & E & _ & H).
    apply in_turn_iteration in I as (j & B & I). apply bars_name in I as N.
    destruct N as (_ & h & E'). rewrite E in E'. apply Uniformity.same_iteration in E' as ->.
    apply (IHp (j :: r)); auto. apply H. lia.
Qed.

Theorem exits_exact_tidy n p : well_named p -> tidy p = true ->
  (obligations n p <-> forall s, reachable n p s -> ~ stuck n p s).
Proof.
  intros W T. split; [apply exits_sound|]. intros N t u e Ht Hu I M.
  apply never_stuck_iff in N. destruct (N t u Ht Hu) as [_ R _]. simpl in R.
  apply bars_name in I as F. destruct F as (F & _).
  destruct (R (tidy_misses u p e T [] F M)) as (k & E).
  apply (misses_not_run u p e [] W); [|easy]. unfold start in E. rewrite E. apply in_or_app. auto.
Qed.

(** ** Examples *)

(** if (threadIdx.x == 0) { barrier 0 } barrier 1; if (threadIdx.x != 0) return; *)
Definition out_of_order : kernel :=
  KSeq (KIf is_zero (KBar 0) KSkip) (KSeq (KBar 1) (KIf is_zero KSkip KReturn)).

Theorem order_needed :
  (forall t u e, t < 2 -> u < 2 -> In e (bars t [] out_of_order) ->
     ~ In e (bars u [] out_of_order) -> returns u [] out_of_order = true) /\
  exists s, reachable 2 out_of_order s /\ stuck 2 out_of_order s.
Proof.
  split.
  - intros t u e T U I N. destruct u as [|[|u]]; [|easy|lia].
    destruct t as [|[|t]]; [easy| |lia]. exfalso. apply N. simpl in *. tauto.
  - exists (start out_of_order). split; [constructor|].
    split; [exists 0; split; [lia|easy]|]. intros s' [t e T E H].
    destruct t as [|[|t]]; [| |lia]; unfold start, bars in *; simpl in E.
    + injection E as <- _. destruct (H 1) as [Z|(Z & _)]; [lia| |]; discriminate Z.
    + injection E as <- _. destruct (H 0) as [Z|(Z & _)]; [lia| |]; discriminate Z.
Qed.

(** for (i = 0; i < 3; ++i) { if (i == threadIdx.x + 1) return; __syncthreads(); } *)
Definition iteration : kernel := KSeq (KIf (fun r t => hd 0 r =? S t) KReturn KSkip) (KBar 0).
Definition leaving : kernel := KLoop (fun _ _ => 3) iteration.

Example leaving_never_stuck n s : reachable n leaving s -> ~ stuck n leaving s.
Proof.
  apply exits_exact_tidy; [|easy|].
  - repeat constructor. easy.
  - intros t u e _ _ I (g & i & E & _ & H).
    apply (in_turn_iteration (fun i => run t [i] iteration) e 3 0) in I as (j & B & I).
    apply (bars_name t iteration [j]) in I as (_ & h & F). rewrite E in F. apply Uniformity.same_iteration in F as ->.
    destruct (H ltac:(lia)) as [([] & _)|(_ & _ & [])].
Qed.

(** What Exits.v refuses without need. *)
Example other_branch_exact : exact_obligations 2 other_branch.
Proof. apply exits_exact; [repeat constructor; easy | apply refused_but_never_stuck]. Qed.

(** Which of the kernels are tidy. *)
Compute map tidy [early_return; leaving; other_branch; phantom; out_of_order].
