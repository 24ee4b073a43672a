(** * Lock-step predicated execution is one interleaving, and as good as all

    A machine may run all threads of a block in lock-step: both branches of a condition, one after the
    other, each with the threads that take it switched on; a loop for as long as one thread stays in
    it. Statements, for structured control flow:

    - [lock_step_interleaving]: a lock-step execution that ends is an interleaving;
    - [lock_step_exact]: if the kernel is race free, every interleaving, whatever it does first, can
      only go on to the state in which lock-step execution ends.

    A barrier needs all threads switched on, or none; else lock-step execution does not end.

    Paper: ESOP'13 "Interleaving and Lock-Step Semantics", Theorem 5.2. theory.md: section 6. C++:
    src/core/interpreter/interpreter_run.cpp runs interleavings. *)

From Coq Require Import List Arith Bool Lia.
Import ListNotations.

(** ** Lists whose entries are replaced *)

Fixpoint put {A} (l : list A) (i : nat) (x : A) : list A :=
  match l, i with
  | [], _ => []
  | _ :: l, 0 => x :: l
  | a :: l, S i => a :: put l i x
  end.

Lemma put_comm {A} (l : list A) : forall i j x y, i <> j ->
  put (put l i x) j y = put (put l j y) i x.
Proof.
  induction l as [|a l IH]; intros [|i] [|j] x y N; simpl; try easy. f_equal. apply IH. lia.
Qed.

Lemma nth_put_other {A} (l : list A) d : forall i j x, i <> j -> nth j (put l i x) d = nth j l d.
Proof. induction l as [|a l IH]; intros [|i] [|j] x N; simpl; try easy. apply IH. lia. Qed.

Lemma put_same {A} (l : list A) d : forall i, put l i (nth i l d) = l.
Proof. induction l as [|a l IH]; intros [|i]; simpl; try easy. now rewrite IH. Qed.

Lemma put_map {A} (f g : nat -> A) n i x : i < n -> g i = x -> (forall j, j <> i -> g j = f j) ->
  put (map f (seq 0 n)) i x = map g (seq 0 n).
Proof.
  intros L <- E. assert (H : forall n a i, a <= i < a + n -> (forall j, j <> i -> g j = f j) ->
    put (map f (seq a n)) (i - a) (g i) = map g (seq a n)).
  { clear. induction n as [|n IH]; intros a i L E; [lia|]. simpl.
    destruct (Nat.eq_dec i a) as [->|N].
    - rewrite Nat.sub_diag. f_equal. apply map_ext_in. intros j J. apply in_seq in J.
      symmetry. apply E. lia.
    - replace (i - a) with (S (i - S a)) by lia. rewrite (IH (S a)) by (auto; lia).
      now rewrite E by lia. }
  specialize (H n 0 i). rewrite Nat.sub_0_r in H. apply H; auto. lia.
Qed.

Lemma nth_map_seq {A} (f : nat -> A) n i d : i < n -> nth i (map f (seq 0 n)) d = f i.
Proof.
  intro L. rewrite (nth_indep _ d (f 0)) by now rewrite map_length, seq_length.
  now rewrite map_nth, seq_nth.
Qed.

Section Kernel.

Variables P V : Type. (* what a thread has for itself; what a cell of memory holds *)
Variables (p0 : P) (v0 : V).

Inductive cmd :=
| Set_ (f : P -> P)
| Load (a : P -> nat) (f : P -> V -> P)
| Store (a : P -> nat) (v : P -> V)
| Seq (c d : cmd)
| If (b : P -> bool) (c d : cmd)
| While (b : P -> bool) (c : cmd)
| Bar.

Record state := State { priv : list P; stacks : list (list cmd); mem : list V }.

(** What a command does at once: to the thread, to memory, and what is left of it. *)
Definition update (p : P) (c : cmd) (m : list V) : P :=
  match c with
  | Set_ f => f p
  | Load a f => f p (nth (a p) m v0)
  | _ => p
  end.

Definition store (p : P) (c : cmd) (m : list V) : list V :=
  match c with
  | Store a v => put m (a p) (v p)
  | _ => m
  end.

Definition rest (p : P) (c : cmd) : list cmd :=
  match c with
  | Seq c d => [c; d]
  | If b c d => [if b p then c else d]
  | While b c => if b p then [c; While b c] else []
  | _ => []
  end.

(** ** Interleavings *)

Inductive step (s : state) : state -> Prop :=
| step_thread t c K : nth t (stacks s) [] = c :: K -> c <> Bar ->
    step s (State (put (priv s) t (update (nth t (priv s) p0) c (mem s)))
                  (put (stacks s) t (rest (nth t (priv s) p0) c ++ K))
                  (store (nth t (priv s) p0) c (mem s)))
| step_barrier Ks : stacks s = map (cons Bar) Ks -> Ks <> [] ->
    step s (State (priv s) Ks (mem s)).

Inductive steps : nat -> state -> state -> Prop :=
| steps_none s : steps 0 s s
| steps_more k s s' s'' : step s s' -> steps k s' s'' -> steps (S k) s s''.

Definition reaches (s s' : state) : Prop := exists k, steps k s s'.

(** The cell that a thread touches next, and whether it writes. *)
Definition touches (p : P) (c : cmd) : option (nat * bool) :=
  match c with
  | Load a _ => Some (a p, false)
  | Store a _ => Some (a p, true)
  | _ => None
  end.

Definition racing (s : state) : Prop :=
  exists t u c d K L a v w, t <> u /\ nth t (stacks s) [] = c :: K /\ nth u (stacks s) [] = d :: L /\
    touches (nth t (priv s) p0) c = Some (a, v) /\ touches (nth u (priv s) p0) d = Some (a, w) /\
    v || w = true.

Definition race_free (s : state) : Prop := forall s', reaches s s' -> ~ racing s'.

Definition final (s : state) : Prop := forall s', ~ step s s'.

Lemma steps_app j k s s' s'' : steps j s s' -> steps k s' s'' -> steps (j + k) s s''.
Proof. induction 1; intro J; simpl; auto. eapply steps_more; eauto. Qed.

Lemma reaches_trans s s' s'' : reaches s s' -> reaches s' s'' -> reaches s s''.
Proof. intros (j & H) (k & K). exists (j + k). now apply steps_app with s'. Qed.

Lemma reaches_refl s : reaches s s.
Proof. exists 0. constructor. Qed.

Lemma reaches_step s s' : step s s' -> reaches s s'.
Proof. intro S. exists 1. eapply steps_more; [eauto | constructor]. Qed.

(** Accesses to different cells, and reads, do not notice each other. *)
Lemma independent p c q d m :
  (forall a v w, touches p c = Some (a, v) -> touches q d = Some (a, w) -> v || w = false) ->
  update q d (store p c m) = update q d m /\
  store q d (store p c m) = store p c (store q d m).
Proof.
  intro H. destruct c as [f|a f|a v|c1 c2|b c1 c2|b c1|], d as [g|a' g|a' v'|d1 d2|b' d1 d2|b' d1|];
    simpl in *; auto; try (split; auto; fail).
  - destruct (Nat.eq_dec (a p) (a' q)) as [E|N].
    + specialize (H (a p) true false eq_refl). rewrite E in H. now specialize (H eq_refl).
    + split; auto. now rewrite nth_put_other.
  - destruct (Nat.eq_dec (a p) (a' q)) as [E|N].
    + specialize (H (a p) true true eq_refl). rewrite E in H. now specialize (H eq_refl).
    + split; auto. now apply put_comm.
Qed.

Lemma diamond s a b : ~ racing s -> step s a -> step s b ->
  a = b \/ exists d, step a d /\ step b d.
Proof.
  intros N A B. destruct A as [t c K T C|Ks E Ne], B as [u e L U D|Ls F Nf].
  - destruct (Nat.eq_dec t u) as [<-|Ntu]; [left; congruence|]. right.
    assert (Ind : forall x v w, touches (nth t (priv s) p0) c = Some (x, v) ->
              touches (nth u (priv s) p0) e = Some (x, w) -> v || w = false).
    { intros x v w X Y. apply not_true_is_false. intro Z. apply N.
      exists t, u, c, e, K, L, x, v, w. auto 8. }
    destruct (independent _ _ _ _ (mem s) Ind) as (Uu & Su).
    destruct (independent (nth u (priv s) p0) e (nth t (priv s) p0) c (mem s)) as (Ut & _).
    { intros x v w X Y. rewrite orb_comm. eauto. }
    eexists. split.
    + apply (step_thread _ u e L); simpl; [now rewrite nth_put_other | easy].
    + match goal with |- step ?x ?y => assert (Z : step x (State
        (put (priv x) t (update (nth t (priv x) p0) c (mem x)))
        (put (stacks x) t (rest (nth t (priv x) p0) c ++ K))
        (store (nth t (priv x) p0) c (mem x)))) end.
      { apply (step_thread _ t c K); simpl; [now rewrite nth_put_other by auto | easy]. }
      simpl in *. rewrite !nth_put_other in * by auto. rewrite Ut in Z. rewrite Uu, Su.
      rewrite (put_comm (priv s)), (put_comm (stacks s)) by easy. exact Z.
  - exfalso. rewrite F in T. destruct (Nat.lt_ge_cases t (length Ls)) as [X|X].
    + rewrite (nth_indep _ _ (Bar :: [])) in T by now rewrite map_length.
      rewrite map_nth in T. congruence.
    + now rewrite nth_overflow in T by now rewrite map_length.
  - exfalso. rewrite E in U. destruct (Nat.lt_ge_cases u (length Ks)) as [X|X].
    + rewrite (nth_indep _ _ (Bar :: [])) in U by now rewrite map_length.
      rewrite map_nth in U. congruence.
    + now rewrite nth_overflow in U by now rewrite map_length.
  - left. f_equal. rewrite E in F. clear - F. revert Ls F.
    induction Ks as [|K Ks IH]; intros [|L Ls] F; simpl in F; try easy.
    injection F as -> F. f_equal. auto.
Qed.

(** However one begins, the end is the same and as far away. *)
Lemma any_step k : forall s f s', steps k s f -> final f -> race_free s -> step s s' ->
  exists j, k = S j /\ steps j s' f.
Proof.
  induction k as [|k IH]; intros s f s' H F R S.
  - inversion H; subst. now destruct (F s').
  - inversion H as [|? ? s2 ? S2 H2]; subst. exists k. split; [easy|].
    destruct (diamond s s' s2 (R s (reaches_refl s)) S S2) as [->|(d & D1 & D2)]; [easy|].
    destruct (IH s2 f d) as (j & -> & Hj); auto.
    + intros x X. apply R. apply reaches_trans with s2; auto. now apply reaches_step.
    + now apply steps_more with d.
Qed.

Lemma one_end k s f : steps k s f -> final f -> race_free s ->
  forall s', reaches s s' -> reaches s' f.
Proof.
  intros H F R s' (j & J). revert k H R. induction J as [s|j s x s' S J IH]; intros k H R.
  - now exists k.
  - destruct (any_step k s f x H F R S) as (i & -> & I). apply (IH i I).
    intros y Y. apply R. apply reaches_trans with x; auto. now apply reaches_step.
Qed.

(** ** Lock-step *)

Variable n : nat. (* threads *)

Definition mask := nat -> bool.

Definition is_prim (c : cmd) : bool :=
  match c with Set_ _ | Load _ _ | Store _ _ => true | _ => false end.

(** All threads that are on do [c], in order. *)
Definition one (m : mask) (c : cmd) (x : list P * list V) (t : nat) : list P * list V :=
  if m t then let p := nth t (fst x) p0 in (put (fst x) t (update p c (snd x)), store p c (snd x))
  else x.

Definition sweep (m : mask) (c : cmd) (x : list P * list V) : list P * list V :=
  fold_left (one m c) (seq 0 n) x.

Definition on (m : mask) (b : P -> bool) (v : bool) (x : list P * list V) : mask :=
  fun t => m t && Bool.eqb (b (nth t (fst x) p0)) v.

Inductive lock : mask -> cmd -> list P * list V -> list P * list V -> Prop :=
| lock_off m c x : (forall t, t < n -> m t = false) -> lock m c x x
| lock_prim m c x : is_prim c = true -> lock m c x (sweep m c x)
| lock_seq m c d x y z : lock m c x y -> lock m d y z -> lock m (Seq c d) x z
| lock_if m b c d x y z : lock (on m b true x) c x y -> lock (on m b false x) d y z ->
    lock m (If b c d) x z
| lock_while m b c x y z : lock (on m b true x) c x y -> lock (on m b true x) (While b c) y z ->
    lock m (While b c) x z
| lock_while_end m b c x : (forall t, t < n -> on m b true x t = false) -> lock m (While b c) x x
| lock_bar m x : (forall t, t < n -> m t = true) -> 0 < n -> lock m Bar x x.

Definition stack_of (m : mask) (c : cmd) (K : nat -> list cmd) : nat -> list cmd :=
  fun t => if m t then c :: K t else K t.

Definition with_stacks (x : list P * list V) (K : nat -> list cmd) : state :=
  State (fst x) (map K (seq 0 n)) (snd x).

Lemma with_stacks_ext x K L : (forall t, t < n -> K t = L t) -> with_stacks x K = with_stacks x L.
Proof.
  intro E. unfold with_stacks. f_equal. apply map_ext_in. intros t T. apply in_seq in T.
  apply E. lia.
Qed.

(** The threads that are on do the first step of [c], one after the other. *)
Lemma sweep_reaches m c x K : c <> Bar ->
  reaches (with_stacks x (stack_of m c K))
          (with_stacks (sweep m c x) (fun t => if m t then rest (nth t (fst x) p0) c ++ K t else K t)).
Proof.
  intro NB. unfold sweep.
  set (L := fun a t => if m t then (if t <? a then rest (nth t (fst x) p0) c ++ K t else c :: K t)
                       else K t).
  assert (H : forall k a y, a + k = n ->
    (forall t, a <= t -> nth t (fst y) p0 = nth t (fst x) p0) ->
    reaches (with_stacks y (L a)) (with_stacks (fold_left (one m c) (seq a k) y) (L n))).
  { induction k as [|k IH]; intros a y E Q; simpl.
    - replace n with a by lia. apply reaches_refl.
    - assert (Q' : forall t, S a <= t -> nth t (fst (one m c y a)) p0 = nth t (fst x) p0).
      { intros t T. unfold one. destruct (m a); [|apply Q; lia].
        cbn [fst]. rewrite nth_put_other by lia. apply Q. lia. }
      apply reaches_trans with (with_stacks (one m c y a) (L (S a))); [|apply IH; auto; lia].
      unfold one. destruct (m a) eqn:Ma.
      + apply reaches_step.
        assert (T : nth a (stacks (with_stacks y (L a))) [] = c :: K a).
        { unfold with_stacks, L. cbn [stacks]. rewrite nth_map_seq by lia.
          now rewrite Ma, Nat.ltb_irrefl. }
        pose proof (step_thread _ a c (K a) T NB) as S. unfold with_stacks in *.
        cbn [priv stacks mem] in S.
        cbn [fst snd]. rewrite (put_map _ (L (Datatypes.S a))) in S; auto; [lia| |].
        * unfold L. rewrite Ma. replace (a <? Datatypes.S a) with true
            by (symmetry; apply Nat.ltb_lt; lia). now rewrite Q.
        * intros j J. unfold L. destruct (m j); [|easy].
          destruct (Nat.ltb_spec j a), (Nat.ltb_spec j (Datatypes.S a)); auto; lia.
      + rewrite (with_stacks_ext y (L a) (L (Datatypes.S a))); [apply reaches_refl|].
        intros t _. unfold L. destruct (Nat.eq_dec t a) as [->|N]; [now rewrite Ma|].
        destruct (m t); [|easy].
        destruct (Nat.ltb_spec t a), (Nat.ltb_spec t (Datatypes.S a)); auto; lia. }
  specialize (H n 0 x eq_refl (fun _ _ => eq_refl)).
  rewrite (with_stacks_ext _ (L n)
             (fun t => if m t then rest (nth t (fst x) p0) c ++ K t else K t)) in H.
  - rewrite (with_stacks_ext x (L 0) (stack_of m c K)) in H; [easy|].
    intros t _. unfold L, stack_of. now destruct (m t).
  - intros t T. unfold L. apply Nat.ltb_lt in T. now rewrite T.
Qed.

(** Control flow changes neither threads nor memory. *)
Lemma sweep_silent m c x : (forall p v, update p c v = p) -> (forall p v, store p c v = v) ->
  sweep m c x = x.
Proof.
  intros U S. unfold sweep. generalize (seq 0 n) as l. induction l as [|t l IH]; simpl; [easy|].
  replace (one m c x t) with x; [easy|]. unfold one. rewrite U, S, put_same.
  destruct (m t); now destruct x.
Qed.

Theorem lock_step_interleaving m c x y : lock m c x y -> forall K,
  reaches (with_stacks x (stack_of m c K)) (with_stacks y K).
Proof.
  assert (Go : forall m c x K L, c <> Bar -> sweep m c x = x ->
    (forall t, t < n -> (if m t then rest (nth t (fst x) p0) c ++ K t else K t) = L t) ->
    reaches (with_stacks x (stack_of m c K)) (with_stacks x L)).
  { intros m0 c0 x0 K L N S E. pose proof (sweep_reaches m0 c0 x0 K N) as R. rewrite S in R.
    now rewrite (with_stacks_ext _ _ L E) in R. }
  induction 1 as [m c x H|m c x H|m c d x y z H1 IH1 H2 IH2|m b c d x y z H1 IH1 H2 IH2
                 |m b c x y z H1 IH1 H2 IH2|m b c x H|m x H H0]; intro K.
  - rewrite (with_stacks_ext x _ K); [apply reaches_refl|]. intros t T. unfold stack_of.
    now rewrite H.
  - assert (N : c <> Bar) by (now destruct c).
    pose proof (sweep_reaches m c x K N) as R.
    replace (with_stacks (sweep m c x) K) with (with_stacks (sweep m c x)
      (fun t => if m t then rest (nth t (fst x) p0) c ++ K t else K t)); [easy|].
    apply with_stacks_ext. intros t _. destruct (m t); [|easy]. now destruct c.
  - apply reaches_trans with (with_stacks x (stack_of m c (stack_of m d K))).
    + apply Go; [easy | now apply sweep_silent|]. intros t _. unfold stack_of. now destruct (m t).
    + eapply reaches_trans; [apply IH1 | apply IH2].
  - apply reaches_trans with
      (with_stacks x (stack_of (on m b true x) c (stack_of (on m b false x) d K))).
    + apply Go; [easy | now apply sweep_silent|]. intros t _. unfold stack_of, on. simpl.
      now destruct (m t), (b (nth t (fst x) p0)).
    + eapply reaches_trans; [apply IH1 | apply IH2].
  - apply reaches_trans with
      (with_stacks x (stack_of (on m b true x) c (stack_of (on m b true x) (While b c) K))).
    + apply Go; [easy | now apply sweep_silent|]. intros t _. unfold stack_of, on. simpl.
      now destruct (m t), (b (nth t (fst x) p0)).
    + eapply reaches_trans; [apply IH1 | apply IH2].
  - apply Go; [easy | now apply sweep_silent|]. intros t T. specialize (H t T). unfold on in H.
    destruct (m t); [|easy]. simpl in *. now destruct (b (nth t (fst x) p0)).
  - apply reaches_step.
    apply (step_barrier (with_stacks x (stack_of m Bar K)) (map K (seq 0 n))); unfold with_stacks.
    + cbn [stacks]. rewrite map_map. apply map_ext_in. intros t T. apply in_seq in T.
      unfold stack_of. now rewrite H by lia.
    + destruct n; [lia|easy].
Qed.

Definition begin (c : cmd) (x : list P * list V) : state := with_stacks x (fun _ => [c]).
Definition ended (x : list P * list V) : state := with_stacks x (fun _ => []).

Lemma ended_final x : final (ended x).
Proof.
  intros s' S. destruct S as [t c K T _|Ks E N].
  - unfold ended, with_stacks in T. cbn [stacks] in T.
    destruct (Nat.lt_ge_cases t n) as [L|L]; [now rewrite nth_map_seq in T|].
    now rewrite nth_overflow in T by now rewrite map_length, seq_length.
  - unfold ended, with_stacks in E. cbn [stacks] in E. destruct Ks; [easy|].
    destruct (seq 0 n); easy.
Qed.

(** ESOP'13, Theorem 5.2: all interleavings of a race-free kernel end where lock-step ends. *)
Theorem lock_step_exact c x y : lock (fun _ => true) c x y -> race_free (begin c x) ->
  forall s, reaches (begin c x) s -> reaches s (ended y) /\ (final s -> s = ended y).
Proof.
  intros L R s S. pose proof (lock_step_interleaving _ _ _ _ L (fun _ => [])) as (k & H).
  change (with_stacks x (stack_of (fun _ => true) c (fun _ => []))) with (begin c x) in H.
  assert (E : reaches s (ended y)) by (apply (one_end k (begin c x)); auto; apply ended_final).
  split; [easy|]. intro F. destruct E as (j & J). inversion J as [|? ? ? ? S']; subst; [easy|].
  exfalso. eapply F, S'.
Qed.

End Kernel.

(** ** Examples: two threads that know their number *)

Definition into (cell : nat -> nat) : cmd nat nat :=
  If _ _ (fun t => t =? 0) (Store _ _ cell (fun _ => 1)) (Store _ _ cell (fun _ => 2)).

Example both_branches :
  lock nat nat 0 0 2 (fun _ => true) (into (fun t => t)) ([0; 1], [0; 0]) ([0; 1], [1; 2]).
Proof.
  eapply lock_if; [now apply lock_prim|]. now apply (lock_prim nat nat 0 0 2).
Qed.

(** Race freedom is needed: both write cell 0, and which value stays depends on the order. *)
Theorem racy_kernels_differ :
  lock nat nat 0 0 2 (fun _ => true) (into (fun _ => 0)) ([0; 1], [0]) ([0; 1], [2]) /\
  reaches nat nat 0 0 (begin nat nat 2 (into (fun _ => 0)) ([0; 1], [0]))
                      (ended nat nat 2 ([0; 1], [1])).
Proof.
  split.
  - eapply lock_if; [now apply lock_prim|]. now apply (lock_prim nat nat 0 0 2).
  - exists 4. repeat (eapply steps_more;
      [first [eapply (step_thread _ _ _ _ _ 1); [reflexivity | discriminate]
             | eapply (step_thread _ _ _ _ _ 0); [reflexivity | discriminate]]|]).
    exact (steps_none _ _ _ _ _).
Qed.
