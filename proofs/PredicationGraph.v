(** * Lock-step execution of unstructured control flow

    Control flow is a graph: at each node an action, and the node that the thread goes to next, which
    may depend on the thread. Predicated execution keeps for each thread the node that it is at; in
    lock-step, some node is chosen, and all threads that are at it do it, in order. At a barrier all
    threads must be. Nothing is asked of the graph, which may be irreducible, nor of the order in which
    nodes are chosen. Statements:

    - [graph_lock_interleaving]: lock-step execution is an interleaving;
    - [graph_lock_exact]: of a race-free kernel, if it ends, all interleavings end there;
    - [graph_any_order]: and if some interleaving ends, then lock-step execution ends there, in
      whatever order nodes are chosen.

    That predicates computed from the structure of a reducible graph say which threads are at a node
    is not shown here; structured control flow is in Predication.v.

    Paper: ESOP'13 "Interleaving and Lock-Step Semantics", section 5. theory.md: section 6. C++:
    src/core/interpreter/interpreter_run.cpp runs interleavings. *)

From Coq Require Import List Arith Bool Lia.
From Heddle Require Import Predication.
Import ListNotations.

Section Graph.

Variables P V : Type.
Variables (p0 : P) (v0 : V).

Notation cmd := (cmd P V).
Notation update := (update P V v0).
Notation store := (store P V).
Notation touches := (touches P V).

(** Of commands, those that are done at once. *)
Inductive node :=
| Act (c : cmd) (next : P -> nat)
| Barrier (next : nat)
| Stop.

Variable graph : nat -> node.

Record state := State { priv : list P; at_ : list nat; mem : list V }.

Definition private (s : state) (t : nat) : P := nth t (priv s) p0.

Definition acted (s : state) (t : nat) (c : cmd) (next : P -> nat) : state :=
  let p := update (private s t) c (mem s) in
  State (put (priv s) t p) (put (at_ s) t (next p)) (store (private s t) c (mem s)).

(** ** Interleavings *)

Inductive step (s : state) : state -> Prop :=
| step_thread t v c next : nth_error (at_ s) t = Some v -> graph v = Act c next ->
    step s (acted s t c next)
| step_barrier v w : at_ s <> [] -> (forall x, In x (at_ s) -> x = v) -> graph v = Barrier w ->
    step s (State (priv s) (map (fun _ => w) (at_ s)) (mem s)).

Inductive steps : nat -> state -> state -> Prop :=
| steps_none s : steps 0 s s
| steps_more k s s' s'' : step s s' -> steps k s' s'' -> steps (S k) s s''.

Definition reaches (s s' : state) : Prop := exists k, steps k s s'.

(** Two threads can touch one cell next, one of them writing. *)
Definition racing (s : state) : Prop :=
  exists t u v w c d f g a x y, t <> u /\
    nth_error (at_ s) t = Some v /\ graph v = Act c f /\
    nth_error (at_ s) u = Some w /\ graph w = Act d g /\
    touches (private s t) c = Some (a, x) /\ touches (private s u) d = Some (a, y) /\ x || y = true.

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

Lemma nth_error_put_other {A} (l : list A) : forall i j x, i <> j ->
  nth_error (put l i x) j = nth_error l j.
Proof. induction l as [|a l IH]; intros [|i] [|j] x N; simpl; try easy. apply IH. lia. Qed.

Lemma diamond s a b : ~ racing s -> step s a -> step s b ->
  a = b \/ exists d, step a d /\ step b d.
Proof.
  intros N A B. destruct A as [t v c f T C|v w E F C], B as [u v' d g U D|v' w' E' F' C'].
  - destruct (Nat.eq_dec t u) as [<-|Ntu]; [left; congruence|]. right.
    assert (Ind : forall a x y, touches (private s t) c = Some (a, x) ->
              touches (private s u) d = Some (a, y) -> x || y = false).
    { intros a x y X Y. apply not_true_is_false. intro Z. apply N.
      exists t, u, v, v', c, d, f, g, a, x, y. auto 10. }
    destruct (independent P V v0 _ _ _ _ (mem s) Ind) as (Uu & Su).
    destruct (independent P V v0 (private s u) d (private s t) c (mem s)) as (Ut & _).
    { intros a x y X Y. rewrite orb_comm. eauto. }
    exists (acted (acted s t c f) u d g). split.
    + apply (step_thread _ u v' d g); [|easy]. simpl. now rewrite nth_error_put_other.
    + replace (acted (acted s t c f) u d g) with (acted (acted s u d g) t c f).
      * apply (step_thread _ t v c f); [|easy]. simpl. now rewrite nth_error_put_other by auto.
      * unfold acted, private in *. cbn [priv at_ mem]. rewrite !nth_put_other by auto.
        rewrite Ut, Uu, Su. now rewrite (put_comm (priv s)), (put_comm (at_ s)) by auto.
  - exfalso. apply nth_error_In in T. rewrite (F' v T) in C. congruence.
  - exfalso. apply nth_error_In in U. rewrite (F v' U) in D. congruence.
  - left. destruct (at_ s) as [|x l] eqn:Es; [easy|].
    assert (v = v') as <- by (rewrite <- (F x), <- (F' x); simpl; auto).
    rewrite C in C'. now injection C' as <-.
Qed.

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

(** Wherever one goes, the end is the same, and nearer by as many steps. *)
Lemma one_end j s s' : steps j s s' -> forall k f, steps k s f -> final f -> race_free s ->
  exists i, k = j + i /\ steps i s' f.
Proof.
  induction 1 as [s|j s x s' S J IH]; intros k f H F R; [now exists k|].
  destruct (any_step k s f x H F R S) as (i & -> & I).
  destruct (IH i f I F) as (i' & -> & I'); [|now exists i'].
  intros y Y. apply R. apply reaches_trans with x; auto. now apply reaches_step.
Qed.

(** ** Lock-step *)

(** Thread [t] does node [v], if it is there. *)
Definition one (v : nat) (s : state) (t : nat) : state :=
  match nth_error (at_ s) t, graph v with
  | Some x, Act c next => if x =? v then acted s t c next else s
  | _, _ => s
  end.

(** All threads that are at node [v] do it; a barrier, when all are there. *)
Definition together (v : nat) (s : state) : state :=
  match graph v with
  | Act _ _ => fold_left (one v) (seq 0 (length (at_ s))) s
  | Barrier w => if forallb (fun x => x =? v) (at_ s)
                 then State (priv s) (map (fun _ => w) (at_ s)) (mem s) else s
  | Stop => s
  end.

(** Nodes are chosen in any order. *)
Fixpoint lock_step (l : list nat) (s : state) : state :=
  match l with [] => s | v :: l => lock_step l (together v s) end.

Lemma one_reaches v s t : reaches s (one v s t).
Proof.
  unfold one. destruct (nth_error (at_ s) t) as [x|] eqn:T; [|apply reaches_refl].
  destruct (graph v) as [c f| |] eqn:G; try apply reaches_refl.
  destruct (Nat.eqb_spec x v) as [->|]; [|apply reaches_refl].
  apply reaches_step. now apply (step_thread s t v).
Qed.

Lemma fold_reaches v l : forall s, reaches s (fold_left (one v) l s).
Proof.
  induction l as [|t l IH]; intro s; [apply reaches_refl|].
  apply reaches_trans with (one v s t); [apply one_reaches | apply IH].
Qed.

Lemma together_reaches v s : reaches s (together v s).
Proof.
  unfold together. destruct (graph v) as [c f|w|] eqn:G; [apply fold_reaches| |apply reaches_refl].
  destruct (forallb _ _) eqn:A; [|apply reaches_refl].
  destruct (at_ s) as [|x l] eqn:E.
  - replace (State (priv s) (map (fun _ => w) []) (mem s)) with s; [apply reaches_refl|].
    destruct s. simpl in *. now rewrite E.
  - rewrite <- E in *. apply reaches_step. apply (step_barrier s v w); auto; [now rewrite E|].
    intros y Y. rewrite forallb_forall in A. now apply Nat.eqb_eq, A.
Qed.

Theorem graph_lock_interleaving l : forall s, reaches s (lock_step l s).
Proof.
  induction l as [|v l IH]; intro s; [apply reaches_refl|]. simpl.
  apply reaches_trans with (together v s); [apply together_reaches | apply IH].
Qed.

Theorem graph_lock_exact l s : final (lock_step l s) -> race_free s ->
  forall s', reaches s s' -> reaches s' (lock_step l s) /\ (final s' -> s' = lock_step l s).
Proof.
  intros F R s' (j & J). destruct (graph_lock_interleaving l s) as (k & K).
  destruct (one_end j s s' J k _ K F R) as (i & _ & I).
  split; [now exists i|]. intro F'. inversion I as [|? ? x ? S]; subst; [easy|]. now destruct (F' x).
Qed.

(** A choice is of use if it lets somebody do something. *)
Definition useful (s : state) (v : nat) : Prop :=
  match graph v with
  | Act _ _ => In v (at_ s)
  | Barrier _ => at_ s <> [] /\ forall x, In x (at_ s) -> x = v
  | Stop => False
  end.

Lemma useful_steps s v : useful s v -> exists j, 0 < j /\ steps j s (together v s).
Proof.
  unfold useful, together. destruct (graph v) as [c f|w|] eqn:G; [| |easy].
  - intro I. apply In_nth_error in I as (t & T).
    assert (L : t < length (at_ s)) by (apply nth_error_Some; congruence).
    assert (Before : forall l s, ~ In t l -> nth_error (at_ (fold_left (one v) l s)) t = nth_error (at_ s) t).
    { clear. induction l as [|u l IH]; intros s N; [easy|]. simpl. rewrite IH by (intro; apply N; now right).
      unfold one. destruct (nth_error (at_ s) u); [|easy]. destruct (graph v); try easy.
      destruct (_ =? v); [|easy]. simpl. apply nth_error_put_other. intros ->. apply N. now left. }
    replace (length (at_ s)) with (t + S (length (at_ s) - S t)) by lia.
    rewrite seq_app, fold_left_app. simpl.
    set (s1 := fold_left (one v) (seq 0 t) s).
    assert (T1 : nth_error (at_ s1) t = Some v).
    { unfold s1. rewrite Before; [easy|]. intro I. apply in_seq in I. lia. }
    destruct (fold_reaches v (seq 0 t) s) as (i & Hi). fold s1 in Hi.
    destruct (fold_reaches v (seq (S t) (length (at_ s) - S t)) (one v s1 t)) as (k & Hk).
    exists (i + S k). split; [lia|]. apply steps_app with s1; [easy|].
    apply steps_more with (one v s1 t); [|easy].
    unfold one. rewrite T1, G, Nat.eqb_refl. now apply (step_thread s1 t v).
  - intros (E & A). replace (forallb (fun x => x =? v) (at_ s)) with true.
    + exists 1. split; [lia|]. eapply steps_more; [|constructor]. now apply (step_barrier s v w).
    + symmetry. apply forallb_forall. intros x X. apply Nat.eqb_eq. now apply A.
Qed.

(** Nodes are chosen by the state, in the way [choose]; of use as long as anything can be done. *)
Fixpoint chosen (choose : state -> nat) (k : nat) (s : state) : state :=
  match k with 0 => s | S k => chosen choose k (together (choose s) s) end.

Definition acting (v : nat) : bool := match graph v with Act _ _ => true | _ => false end.

Lemma final_or_not s : final s \/ ~ final s.
Proof.
  destruct (existsb acting (at_ s)) eqn:A.
  - right. intro F. apply existsb_exists in A as (v & I & A). unfold acting in A.
    destruct (graph v) as [c f| |] eqn:G; try easy. apply In_nth_error in I as (t & T).
    eapply F, (step_thread s t v c f T G).
  - assert (Z : forall s', step s s' -> exists v w, at_ s <> [] /\ (forall x, In x (at_ s) -> x = v) /\
                                                     graph v = Barrier w).
    { intros s' [t v c f T G|v w E H G]; [|eauto 6]. exfalso.
      apply not_true_iff_false in A. apply A, existsb_exists. exists v.
      split; [now apply nth_error_In in T|]. unfold acting. now rewrite G. }
    destruct (at_ s) as [|v l] eqn:E; [left; intros s' S; now destruct (Z s' S) as (_ & _ & N & _)|].
    destruct (forallb (fun x => x =? v) (v :: l)) eqn:B.
    + rewrite forallb_forall in B. destruct (graph v) as [c f|w|] eqn:G.
      * left. intros s' S. destruct (Z s' S) as (u & w & _ & H & G').
        rewrite (H v (or_introl eq_refl)) in G. congruence.
      * right. intro F. eapply F, (step_barrier s v w); [now rewrite E| |easy].
        intros x X. rewrite E in X. now apply Nat.eqb_eq, B.
      * left. intros s' S. destruct (Z s' S) as (u & w & _ & H & G').
        rewrite (H v (or_introl eq_refl)) in G. congruence.
    + left. intros s' S. destruct (Z s' S) as (u & w & _ & H & _).
      apply not_true_iff_false in B. apply B, forallb_forall. intros x X. apply Nat.eqb_eq.
      rewrite (H x X). symmetry. apply H. now left.
Qed.

Theorem graph_any_order choose s f : (forall s', ~ final s' -> useful s' (choose s')) ->
  race_free s -> reaches s f -> final f -> exists k, chosen choose k s = f.
Proof.
  intros U R (k & H) F. assert (X : forall n k s, k <= n -> steps k s f -> race_free s ->
                                    exists j, chosen choose j s = f).
  { clear s k H R. induction n as [|n IH]; intros k s L H R; destruct (final_or_not s) as [Fs|Ns].
    1, 3: exists 0; inversion H as [|? ? x ? S]; subst; [easy|]; now destruct (Fs x).
    - inversion H; subst; [now destruct Ns|lia].
    - destruct (useful_steps s (choose s) (U s Ns)) as (j & J & Hj).
      destruct (one_end j s _ Hj k f H F R) as (i & -> & I).
      destruct (IH i (together (choose s) s)) as (m & E); [lia | easy | |now exists (S m)].
      intros y Y. apply R. apply reaches_trans with (together (choose s) s); [now exists j | easy]. }
  now apply (X k k s).
Qed.

(** The least or the greatest node at which something can be done, else the barrier. *)
Definition extreme (of : nat -> nat -> nat) (s : state) : nat :=
  match filter acting (at_ s) with
  | [] => hd 0 (at_ s)
  | v :: l => fold_right of v l
  end.

Theorem extreme_useful of s : (forall x y, of x y = x \/ of x y = y) ->
  ~ final s -> useful s (extreme of s).
Proof.
  intros O N. unfold extreme. destruct (filter acting (at_ s)) as [|v l] eqn:E.
  - unfold useful. assert (H : exists w, at_ s <> [] /\ graph (hd 0 (at_ s)) = Barrier w /\
                                forall x, In x (at_ s) -> x = hd 0 (at_ s)); [|
      destruct H as (w & Ne & -> & A); now split].
    destruct (final_or_not s) as [F|_]; [easy|].
    destruct (existsb acting (at_ s)) eqn:A.
    { exfalso. apply existsb_exists in A as (x & I & A).
      assert (X : In x (filter acting (at_ s))) by now apply filter_In. now rewrite E in X. }
    destruct (at_ s) as [|x l] eqn:Es.
    { exfalso. apply N. intros s' [t v c f T G|v w Ne H G].
      - rewrite Es in T. now destruct t.
      - now rewrite Es in Ne. }
    simpl. destruct (graph x) as [c f|w|] eqn:G.
    + exfalso. simpl in A. unfold acting at 1 in A. now rewrite G in A.
    + destruct (forallb (fun y => y =? x) (x :: l)) eqn:B.
      * rewrite forallb_forall in B. exists w. repeat split; [easy|]. intros y Y.
        now apply Nat.eqb_eq, B.
      * exfalso. apply N. intros s' [t v c f T G'|v w' Ne H G'].
        -- apply not_true_iff_false in A. apply A, existsb_exists. exists v. rewrite Es in T.
           split; [now apply nth_error_In in T|]. unfold acting. now rewrite G'.
        -- apply not_true_iff_false in B. apply B, forallb_forall. intros y Y. apply Nat.eqb_eq.
           rewrite Es in H. rewrite (H y Y). symmetry. apply H. now left.
    + exfalso. apply N. intros s' [t v c f T G'|v w' Ne H G'].
      * apply not_true_iff_false in A. apply A, existsb_exists. exists v. rewrite Es in T.
        split; [now apply nth_error_In in T|]. unfold acting. now rewrite G'.
      * rewrite Es in H. rewrite (H x (or_introl eq_refl)) in G. congruence.
  - assert (I : In (fold_right of v l) (v :: l)).
    { clear - O. induction l as [|x l IH]; [now left|]. simpl.
      destruct (O x (fold_right of v l)) as [->| ->]; [auto|]. destruct IH as [<-|IH]; auto. }
    rewrite <- E in I. apply filter_In in I as (I & A). unfold useful, acting in *.
    now destruct (graph (fold_right of v l)).
Qed.

End Graph.

(** ** Examples: two threads that know their number, and how often they have been at node 1 *)

(** A loop of nodes 1 and 2 that one thread enters at 1 and the other at 2, so not reducible; at 2 a
    thread writes into a cell, behind the barrier 3 it reads that of the other. *)
Definition two_entries (cell : nat -> nat) (v : nat) : node (nat * nat) nat :=
  match v with
  | 0 => Act _ _ (Set_ _ _ (fun p => p)) (fun p => if fst p =? 0 then 1 else 2)
  | 1 => Act _ _ (Set_ _ _ (fun p => (fst p, S (snd p)))) (fun p => if snd p <? 3 then 2 else 3)
  | 2 => Act _ _ (Store _ _ (fun p => cell (fst p)) (fun p => 10 * fst p + snd p)) (fun _ => 1)
  | 3 => Barrier _ _ 4
  | 4 => Act _ _ (Load _ _ (fun p => cell (1 - fst p)) (fun p x => (fst p, x))) (fun _ => 5)
  | _ => Stop _ _
  end.

Definition two : state (nat * nat) nat := State _ _ [(0, 0); (1, 0)] [0; 0] [0; 0].

Definition ends (cell : nat -> nat) (of : nat -> nat -> nat) :=
  chosen _ _ (0, 0) 0 (two_entries cell) (extreme _ _ (two_entries cell) of) 20 two.

(** Each its own cell: the order of nodes does not matter. *)
Example any_order : ends (fun t => t) min = ends (fun t => t) max /\
  ends (fun t => t) min = State _ _ [(0, 12); (1, 2)] [5; 5] [2; 12].
Proof. split; vm_compute; reflexivity. Qed.

(** Two branches that write one cell, a race: it does. *)
Definition one_cell (v : nat) : node (nat * nat) nat :=
  match v with
  | 0 => Act _ _ (Set_ _ _ (fun p => p)) (fun p => if fst p =? 0 then 1 else 2)
  | 1 => Act _ _ (Store _ _ (fun _ => 0) (fun _ => 1)) (fun _ => 3)
  | 2 => Act _ _ (Store _ _ (fun _ => 0) (fun _ => 2)) (fun _ => 3)
  | _ => Stop _ _
  end.

Example racy_orders :
  mem _ _ (lock_step _ _ (0, 0) 0 one_cell [0; 1; 2] two) = [2; 0] /\
  mem _ _ (lock_step _ _ (0, 0) 0 one_cell [0; 2; 1] two) = [1; 0].
Proof. split; vm_compute; reflexivity. Qed.
