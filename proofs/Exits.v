(** * Uniformity with exits: threads that return early

    A barrier waits for the threads that have not returned. So a thread that comes to a barrier may
    miss another one there only if that one has returned; whoever is still there and goes another way
    makes it wait for ever. The obligation says that this does not happen: for each barrier that
    thread t runs, thread u comes to it as well, or had returned when it came to the first loop or
    condition that leads it elsewhere. Statements:

    - [exits_sound]: then no execution gets stuck;
    - [never_stuck_iff]: none gets stuck iff any two threads run the same barriers until one returns.

    That a thread "had returned" at the head of iteration i speaks of the iterations that it ran, not
    of all those before i; [phantom_returns_unsound] is the kernel that the other reading passes.
    The obligation is stronger than needed where a thread returns on the way that misses the barrier
    ([refused_but_never_stuck]); the C++ lowers that kernel to one that it accepts.

    Accesses are left out: they do not matter to who waits where.

    theory.md: section 1, "Exited threads", and section 2, "Uniformity". C++: src/protocol/uniform.cpp,
    reach, and the members [alive] of src/protocol/protocol.hpp. *)

From Heddle Require Import Protocol.
From Heddle Require Uniformity Divergence.

Inductive kernel :=
| KSkip
| KBar (b : nat)
| KReturn
| KSeq (p q : kernel)
| KIf (c : env -> tid -> bool) (p q : kernel)
| KLoop (n : env -> tid -> nat) (p : kernel).

(** The barriers that a thread runs, and whether it returns. *)
Definition course := (list (nat * env) * bool)%type.

Definition followed (x y : course) : course := if snd x then x else (fst x ++ fst y, snd y).

Definition in_turn (l : list course) : course := fold_right followed ([], false) l.

Fixpoint run (t : tid) (r : env) (p : kernel) : course :=
  match p with
  | KSkip => ([], false)
  | KBar b => ([(b, r)], false)
  | KReturn => ([], true)
  | KSeq p q => followed (run t r p) (run t r q)
  | KIf c p q => if c r t then run t r p else run t r q
  | KLoop n p => in_turn (map (fun i => run t (i :: r) p) (seq 0 (n r t)))
  end.

Definition bars (t : tid) (r : env) (p : kernel) := fst (run t r p).
Definition returns (t : tid) (r : env) (p : kernel) := snd (run t r p).

Fixpoint names (p : kernel) : list nat :=
  match p with
  | KSkip | KReturn => []
  | KBar b => [b]
  | KSeq p q | KIf _ p q => names p ++ names q
  | KLoop _ p => names p
  end.

(** ** The obligation *)

(** Thread [u], which comes to [p], leaves the way to the barrier without having returned. *)
Fixpoint misses (u : tid) (r : env) (p : kernel) (e : nat * env) : Prop :=
  match p with
  | KSkip | KBar _ | KReturn => False
  | KSeq p q =>
      (In (fst e) (names p) /\ misses u r p e) \/
      (In (fst e) (names q) /\ returns u r p = false /\ misses u r q e)
  | KIf c p q =>
      (In (fst e) (names p) /\ (c r u = true -> misses u r p e)) \/
      (In (fst e) (names q) /\ (c r u = false -> misses u r q e))
  | KLoop n p =>
      exists g i, snd e = g ++ i :: r /\
        (forall j, j < i -> j < n r u -> returns u (j :: r) p = false) /\
        (i < n r u -> misses u (i :: r) p e)
  end.

Definition obligations (n : nat) (p : kernel) : Prop :=
  forall t u e, t < n -> u < n -> In e (bars t [] p) -> ~ misses u [] p e.

(** ** Executions *)

(** What is left of each thread's barriers. All that have not returned pass one together; whoever
    has come to the end of the kernel does not pass any. *)
Definition state := tid -> list (nat * env).

Inductive step (n : nat) (p : kernel) (s s' : state) : Prop :=
| step_barrier t e : t < n -> s t = e :: s' t ->
    (forall u, u < n -> s u = e :: s' u \/ (s u = [] /\ returns u [] p = true /\ s' u = [])) ->
    step n p s s'.

Inductive reachable (n : nat) (p : kernel) : state -> Prop :=
| reach_start : reachable n p (fun t => bars t [] p)
| reach_step s s' : reachable n p s -> step n p s s' -> reachable n p s'.

Definition stuck (n : nat) (p : kernel) (s : state) : Prop :=
  (exists t, t < n /\ s t <> []) /\ forall s', ~ step n p s s'.

(** ** Two threads run the same barriers until one of them returns *)

Definition prefix {A} (l m : list A) : Prop := exists k, m = l ++ k.

(** Whoever does not return has run all barriers of the other. *)
Record agree (x y : course) : Prop := {
  agree_left : snd x = false -> prefix (fst y) (fst x);
  agree_right : snd y = false -> prefix (fst x) (fst y);
  agree_some : prefix (fst x) (fst y) \/ prefix (fst y) (fst x)
}.

Lemma prefix_refl {A} (l : list A) : prefix l l.
Proof. exists []. now rewrite app_nil_r. Qed.

Lemma prefix_nil {A} (l : list A) : prefix [] l.
Proof. now exists l. Qed.

Lemma prefix_app {A} (l m k : list A) : prefix l m -> prefix l (m ++ k).
Proof. intros (j & ->). exists (j ++ k). now rewrite app_assoc. Qed.

Lemma prefix_both {A} (k l m : list A) : prefix l m -> prefix (k ++ l) (k ++ m).
Proof. intros (j & ->). exists j. now rewrite app_assoc. Qed.

Lemma prefix_of_nil {A} (l : list A) : prefix l [] -> l = [].
Proof. intros (k & E). now destruct l. Qed.

Lemma prefix_antisym {A} (l m : list A) : prefix l m -> prefix m l -> l = m.
Proof.
  intros (k & ->) (j & E). rewrite <- app_assoc in E.
  assert (K : length (k ++ j) = 0).
  { apply (f_equal (@length A)) in E. rewrite app_length in E. lia. }
  destruct k; [now rewrite app_nil_r | easy].
Qed.

Lemma agree_sym x y : agree x y -> agree y x.
Proof. intros [L R S]. split; auto. tauto. Qed.

Lemma agree_nil a b : agree ([], a) ([], b).
Proof. split; simpl; auto using prefix_nil. Qed.

Lemma agree_followed x y x' y' :
  agree x y -> (snd x = false -> snd y = false -> agree x' y') ->
  agree (followed x x') (followed y y').
Proof.
  intros [L R S] H. unfold followed. destruct x as [l a], y as [m b]. simpl in *.
  destruct a, b; simpl in *.
  - split; auto; discriminate.
  - specialize (R eq_refl). split; simpl; auto using prefix_app. discriminate.
  - specialize (L eq_refl). split; simpl; auto using prefix_app. discriminate.
  - assert (l = m) as -> by (apply prefix_antisym; auto).
    destruct (H eq_refl eq_refl) as [L' R' S'].
    split; simpl; auto using prefix_both. destruct S'; auto using prefix_both.
Qed.

Lemma agree_in_turn f g k : forall a,
  (forall i, a <= i < a + k ->
   (forall j, a <= j < i -> snd (f j) = false /\ snd (g j) = false) -> agree (f i) (g i)) ->
  agree (in_turn (map f (seq a k))) (in_turn (map g (seq a k))).
Proof.
  induction k as [|k IH]; intros a H; simpl; [apply agree_nil|].
  apply agree_followed; [apply H; lia|]. intros F G. apply IH. intros i I J. apply H; [lia|].
  intros j B. destruct (Nat.eq_dec j a) as [->|]; [easy | apply J; lia].
Qed.

(** Iterations that are not run do nothing. *)
Lemma in_turn_more f n k :
  in_turn (map f (seq 0 n)) =
  in_turn (map (fun i => if i <? n then f i else ([], false)) (seq 0 (n + k))).
Proof.
  assert (Z : forall a k, n <= a ->
    in_turn (map (fun i => if i <? n then f i else ([], false)) (seq a k)) = ([], false)).
  { intros a k'. revert a. induction k' as [|k' IH]; intros a L; simpl; [easy|].
    destruct (Nat.ltb_spec a n); [lia|]. now rewrite IH by lia. }
  assert (H : forall m a, a + m = n -> in_turn (map f (seq a m)) =
    in_turn (map (fun i => if i <? n then f i else ([], false)) (seq a (m + k)))).
  { induction m as [|m IH]; intros a E; simpl; [rewrite Z; [easy|lia]|].
    destruct (Nat.ltb_spec a n); [|lia]. now rewrite IH by lia. }
  now apply H.
Qed.

(** A barrier of an iteration, when none before it returns, is one of the loop. *)
Lemma in_turn_in f i e k : forall a, a <= i < a + k ->
  (forall j, a <= j < i -> snd (f j) = false) -> In e (fst (f i)) ->
  In e (fst (in_turn (map f (seq a k)))).
Proof.
  induction k as [|k IH]; intros a B N I; [lia|]. simpl. unfold followed at 1.
  destruct (Nat.eq_dec i a) as [->|].
  - destruct (snd (f a)); [easy|]. simpl. apply in_or_app. auto.
  - rewrite (N a) by lia. simpl. apply in_or_app. right. apply IH; auto; intros; try lia.
    apply N. lia.
Qed.

Lemma in_followed e x y : In e (fst (followed x y)) <->
  In e (fst x) \/ (snd x = false /\ In e (fst y)).
Proof.
  unfold followed. destruct (snd x) eqn:E; simpl; rewrite ?in_app_iff; intuition discriminate.
Qed.

Lemma in_turn_some f e k : forall a, In e (fst (in_turn (map f (seq a k)))) ->
  exists i, In e (fst (f i)).
Proof.
  induction k as [|k IH]; intros a I; simpl in *; [easy|].
  apply in_followed in I as [I|(_ & I)]; eauto.
Qed.

Lemma bars_name t p : forall r e, In e (bars t r p) ->
  In (fst e) (names p) /\ exists g, snd e = g ++ r.
Proof.
  unfold bars. induction p as [|b| |p IHp q IHq|c p IHp q IHq|n p IHp]; intros r e I; simpl in *.
  - easy.
  - destruct I as [<-|[]]. split; [now left | now exists []].
  - easy.
  - rewrite in_app_iff. apply in_followed in I as [I|(_ & I)];
      [apply IHp in I | apply IHq in I]; destruct I; auto.
  - rewrite in_app_iff. destruct (c r t); [apply IHp in I | apply IHq in I]; destruct I; auto.
  - apply in_turn_some in I as (i & I). apply IHp in I as (N & g & E).
    split; [easy|]. exists (g ++ [i]). now rewrite <- app_assoc.
Qed.

Definition met (t u : tid) (r : env) (p : kernel) : Prop :=
  forall e, In e (bars t r p) -> ~ misses u r p e.

Lemma met_agree t u p : forall r, met t u r p -> met u t r p -> agree (run t r p) (run u r p).
Proof.
  induction p as [|b| |p IHp q IHq|c p IHp q IHq|n p IHp]; intros r H K; simpl.
  - apply agree_nil.
  - split; simpl; auto using prefix_refl.
  - apply agree_nil.
  - apply agree_followed.
    + apply IHp; intros e I M; [apply (H e) | apply (K e)];
        try (unfold bars; simpl; apply in_followed; now left);
        left; split; auto; now apply bars_name in I.
    + intros T U. apply IHq; intros e I M; [apply (H e) | apply (K e)];
        try (unfold bars; simpl; apply in_followed; now right);
        right; repeat split; auto; now apply bars_name in I.
  - assert (Z : forall t u, met t u r (KIf c p q) ->
                (c r t = true -> c r u = false -> bars t r p = []) /\
                (c r t = false -> c r u = true -> bars t r q = [])).
    { clear. intros t u H. split; intros T U; apply Uniformity.none_in; intros e I; apply (H e);
        try (unfold bars; simpl; now rewrite T); apply bars_name in I as (I & _); simpl;
        rewrite U; [left | right]; split; auto; discriminate. }
    destruct (Z t u H) as (A & B), (Z u t K) as (C & D). unfold met, bars in *. simpl in *.
    destruct (c r t), (c r u).
    + apply IHp; intros e I M; [apply (H e) | apply (K e)]; auto; left; split; auto;
        now apply bars_name in I.
    + destruct (run t r p), (run u r q). simpl in *. rewrite A, D by easy. apply agree_nil.
    + destruct (run t r q), (run u r p). simpl in *. rewrite B, C by easy. apply agree_nil.
    + apply IHq; intros e I M; [apply (H e) | apply (K e)]; auto; right; split; auto;
        now apply bars_name in I.
  - set (f := fun t i => if i <? n r t then run t (i :: r) p else ([], false)).
    rewrite (in_turn_more _ (n r t) (n r u)), (in_turn_more _ (n r u) (n r t)), Nat.add_comm.
    apply (agree_in_turn (f t) (f u)). intros i _ N.
    assert (M : forall t u, met t u r (KLoop n p) ->
                (forall j, j < i -> snd (f t j) = false /\ snd (f u j) = false) -> i < n r t ->
                forall e, In e (bars t (i :: r) p) -> i < n r u /\ ~ misses u (i :: r) p e).
    { clear. intros t u H N T e I.
      assert (L : In e (bars t r (KLoop n p))).
      { unfold bars. simpl. apply (in_turn_in _ i); [lia| |easy]. intros j J.
        destruct (N j) as (X & _); [lia|]. unfold f in X.
        destruct (Nat.ltb_spec j (n r t)); [easy|lia]. }
      assert (W : ~ (i < n r u -> misses u (i :: r) p e)).
      { intro W. apply (H e L). apply bars_name in I as (_ & g & E).
        exists g, i. repeat split; auto. intros j J U. destruct (N j J) as (_ & X).
        unfold f in X. now destruct (Nat.ltb_spec j (n r u)); [|lia]. }
      destruct (Nat.lt_ge_cases i (n r u)); [|exfalso; apply W; lia].
      split; [easy|]. intro X. now apply W. }
    assert (N' : forall j, j < i -> snd (f t j) = false /\ snd (f u j) = false)
      by (intros; apply N; lia).
    assert (N'' : forall j, j < i -> snd (f u j) = false /\ snd (f t j) = false)
      by (intros j J; destruct (N' j J); auto).
    pose proof (M t u H N') as Mt. pose proof (M u t K N'') as Mu. unfold f.
    destruct (Nat.ltb_spec i (n r t)) as [T|T], (Nat.ltb_spec i (n r u)) as [U|U].
    + apply IHp; intros e I; [now apply Mt | now apply Mu].
    + assert (E : bars t (i :: r) p = []).
      { apply Uniformity.none_in. intros e I. destruct (Mt T e I). lia. }
      unfold bars in E. destruct (run t (i :: r) p). simpl in E. subst. apply agree_nil.
    + assert (E : bars u (i :: r) p = []).
      { apply Uniformity.none_in. intros e I. destruct (Mu U e I). lia. }
      unfold bars in E. destruct (run u (i :: r) p). simpl in E. subst. apply agree_nil.
    + apply agree_nil.
Qed.

(** ** No execution gets stuck *)

Definition agreeing (n : nat) (p : kernel) (s : state) : Prop :=
  forall t u, t < n -> u < n -> agree (s t, returns t [] p) (s u, returns u [] p).

Lemma prefix_cons {A} (e : A) l m : prefix (e :: l) (e :: m) <-> prefix l m.
Proof.
  split; intros (k & E); exists k; simpl in *; congruence.
Qed.

Lemma step_agreeing n p s s' : step n p s s' -> agreeing n p s -> agreeing n p s'.
Proof.
  intros [v e V Ev H] A t u T U. specialize (A t u T U).
  destruct (H t T) as [Et|(Et & Rt & Et')], (H u U) as [Eu|(Eu & Ru & Eu')];
    destruct A as [L R S]; simpl in *; rewrite Et, Eu in *.
  - rewrite !prefix_cons in *. split; auto.
  - rewrite Eu'. split; simpl; auto using prefix_nil. now rewrite Ru.
  - rewrite Et'. split; simpl; auto using prefix_nil. now rewrite Rt.
  - rewrite Et', Eu'. apply agree_nil.
Qed.

Lemma agreeing_not_stuck n p s : agreeing n p s -> ~ stuck n p s.
Proof.
  intros A ((t & T & E) & N). destruct (s t) as [|e l] eqn:Et; [easy|].
  apply (N (fun u => tl (s u))). apply (step_barrier _ _ _ _ t e T); [now rewrite Et|].
  intros u U. destruct (A t u T U) as [L R S]. simpl in *. rewrite Et in *.
  destruct (s u) as [|e' l'] eqn:Eu; simpl.
  - right. repeat split; auto. destruct (returns u [] p); [easy|].
    specialize (R eq_refl). now apply prefix_of_nil in R.
  - left. destruct S as [(k & S)|(k & S)]; injection S as ->; easy.
Qed.

Definition start (p : kernel) : state := fun t => bars t [] p.

Lemma event_dec (e e' : nat * env) : {e = e'} + {e <> e'}.
Proof. repeat decide equality. Qed.

(** May thread [u] pass barrier [e]? *)
Definition passes (p : kernel) (s : state) (e : nat * env) (u : tid) : Prop :=
  s u = e :: tl (s u) \/ (s u = [] /\ returns u [] p = true /\ tl (s u) = []).

Lemma passes_dec p s e u : {passes p s e u} + {~ passes p s e u}.
Proof.
  unfold passes. destruct (s u) as [|e' l]; simpl.
  - destruct (returns u [] p); [now left; right|]. right. intuition discriminate.
  - destruct (event_dec e' e) as [->|N]; [now left; left|]. right. intuition congruence.
Qed.

Lemma not_stuck_agreeing n p : forall m s, (forall t, t < n -> length (s t) <= m) ->
  reachable n p s -> (forall s', reachable n p s' -> ~ stuck n p s') -> agreeing n p s.
Proof.
  assert (Z : forall s, (forall t, t < n -> s t = []) -> agreeing n p s).
  { intros s E t u T U. rewrite (E t T), (E u U). apply agree_nil. }
  induction m as [|m IH]; intros s B R N.
  { apply Z. intros t T. specialize (B t T). destruct (s t); [easy | simpl in B; lia]. }
  destruct (Divergence.all_below (fun t => s t = [])
              (fun t => list_eq_dec event_dec (s t) []) n) as [E|(t & T & E)]; [now apply Z|].
  destruct (s t) as [|e l] eqn:Et; [easy|].
  destruct (Divergence.all_below (passes p s e) (passes_dec p s e) n) as [P|(u & U & P)].
  - set (s' := fun u => tl (s u)).
    assert (S : step n p s s').
    { apply (step_barrier _ _ _ _ t e T); [unfold s'; now rewrite Et | exact P]. }
    assert (A : agreeing n p s').
    { apply IH; [|now apply reach_step with s|easy]. intros u U. specialize (B u U).
      unfold s'. destruct (s u); simpl in *; lia. }
    intros u v U V. specialize (A u v U V). unfold s' in A.
    destruct (P u U) as [Eu|(Eu & Ru & _)], (P v V) as [Ev|(Ev & Rv & _)]; rewrite Eu, Ev in *.
    + simpl in A. destruct A as [L' R' S']. simpl in *. split; simpl; rewrite ?prefix_cons; auto.
    + rewrite Rv. split; simpl; auto using prefix_nil. discriminate.
    + rewrite Ru. split; simpl; auto using prefix_nil. discriminate.
    + apply agree_nil.
  - exfalso. apply (N s R). split; [exists t; split; [easy|]; now rewrite Et|].
    intros s' [v e' V Ev H]. apply P. assert (e' = e) as ->.
    { destruct (H t T) as [Q|(Q & _)]; rewrite Et in Q; congruence. }
    destruct (H u U) as [Q|(Q & Q' & _)]; unfold passes; rewrite Q; simpl; auto.
Qed.

Theorem never_stuck_iff n p :
  (forall s, reachable n p s -> ~ stuck n p s) <-> agreeing n p (start p).
Proof.
  split.
  - intro N. apply (not_stuck_agreeing n p (list_max (map (fun t => length (start p t)) (seq 0 n))));
      [|constructor|easy].
    intros t T. assert (F := list_max_le (map (fun t => length (start p t)) (seq 0 n))
                               (list_max (map (fun t => length (start p t)) (seq 0 n)))).
    destruct F as (F & _). specialize (F (Nat.le_refl _)). rewrite Forall_forall in F.
    apply F, in_map_iff. exists t. split; [easy|]. apply in_seq. lia.
  - intros A s R. apply agreeing_not_stuck.
    induction R as [|s s' R IH S]; [easy | now apply (step_agreeing n p s)].
Qed.

Theorem exits_sound n p : obligations n p -> forall s, reachable n p s -> ~ stuck n p s.
Proof.
  intro O. apply never_stuck_iff. intros t u T U. unfold start, bars, returns.
  rewrite <- !surjective_pairing. apply met_agree; intros e; now apply O.
Qed.

(** ** Examples *)

Definition is_zero : env -> tid -> bool := fun _ t => t =? 0.

(** if (threadIdx.x == 0) return; __syncthreads(); *)
Definition early_return : kernel := KSeq (KIf is_zero KReturn KSkip) (KBar 0).

Example early_return_never_stuck n s : reachable n early_return s -> ~ stuck n early_return s.
Proof.
  apply exits_sound. intros t u e _ _ _. simpl. unfold is_zero. intuition.
Qed.

(** if (threadIdx.x == 0) return; else __syncthreads(); *)
Definition other_branch : kernel := KIf is_zero KReturn (KBar 0).

Theorem refused_but_never_stuck :
  ~ obligations 2 other_branch /\ forall s, reachable 2 other_branch s -> ~ stuck 2 other_branch s.
Proof.
  split.
  - intro O. apply (O 1 0 (0, [])); auto; simpl; auto. right. split; [now left | discriminate].
  - apply never_stuck_iff. intros t u _ _. unfold start, returns, bars. simpl. unfold is_zero.
    destruct (t =? 0), (u =? 0); split; simpl; auto using prefix_nil, prefix_refl; discriminate.
Qed.

(** for (i = 0; i < (threadIdx.x == 0 ? 1 : 3); ++i) {
      if (i == 2) __syncthreads();
      if (i == 1 && threadIdx.x == 0) return;
    }
    Thread 0 comes to the end; iteration 1, in which it would return, it does not run. *)
Definition trips : env -> tid -> nat := fun _ t => if t =? 0 then 1 else 3.
Definition body : kernel :=
  KSeq (KIf (fun r _ => hd 0 r =? 2) (KBar 0) KSkip)
       (KIf (fun r t => (hd 0 r =? 1) && (t =? 0)) KReturn KSkip).
Definition phantom : kernel := KLoop trips body.

(** Whoever misses a barrier seems to have returned in an earlier iteration; yet this gets stuck. *)
Theorem phantom_returns_unsound :
  (forall t u i, t < 2 -> u < 2 -> In (0, [i]) (bars t [] phantom) -> trips [] u <= i ->
                 exists j, j < i /\ returns u [j] body = true) /\
  exists s, reachable 2 phantom s /\ stuck 2 phantom s.
Proof.
  split.
  - intros t u i T U I L. unfold bars, trips in *.
    destruct t as [|[|t]]; [easy| |lia]. destruct I as [[= <-]|[]]. exists 1.
    destruct u as [|[|u]]; simpl in *; try lia. split; [lia|easy].
  - exists (fun t => bars t [] phantom). split; [constructor|].
    split; [exists 1; split; [lia|easy]|]. intros s' [t e T E H].
    destruct (H 0) as [Z|(_ & Z & _)]; [lia| |]; discriminate Z.
Qed.

(** The barriers of threads 0 to 2, and who returns. *)
Compute map (fun t => run t [] early_return) [0; 1; 2].
Compute map (fun t => run t [] phantom) [0; 1; 2].
