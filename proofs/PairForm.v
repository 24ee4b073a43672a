(** * The pair form: which accesses may happen at the same time

    A protocol [p] is summarised by
    - [none p], under which condition it runs no barrier (g of theory.md),
    - [prefix p], its accesses with no barrier of [p] before them (P),
    - [suffix p], its accesses with no barrier of [p] behind them (S),
    and yields [crosses], one or a few for each construct. This file defines them and proves what the
    three summaries mean; PairFormExact.v proves what the crosses are for.

    theory.md: section 2. C++: src/protocol/align/align.cpp, the functions barrier_free, append,
    conditional and repetition. *)

From Heddle Require Import Protocol Uniformity.

(** ** Syntax *)

Inductive guard :=
| True_
| False_
| And (g h : guard)
| Ite (c : env -> tid -> bool) (g h : guard)
| All (n : env -> tid -> nat) (g : guard). (* of every iteration *)

Inductive side :=
| Nothing
| Local (p : proto)             (* all accesses below *)
| Guarded (g : guard) (s : side)
| Either (s s' : side)
| First (n : env -> tid -> nat) (g : guard) (s : side)  (* some iteration, g of all before it *)
| Last (n : env -> tid -> nat) (g : guard) (s : side).  (* some iteration, g of all after it *)

Inductive row :=
| Block (p : proto)                         (* a part without barriers: u x u *)
| Meet (s s' : side)                        (* p ; q: suffix of p with prefix of q *)
| Differ (c : env -> tid -> bool) (g h : guard) (s s' : side)
| Next (n : env -> tid -> nat) (g : guard) (s s' : side).  (* iterations x < y, g between *)

Record cross := Cross { shared : list around; what : row }.

Fixpoint synchronised (p : proto) : bool :=
  match p with
  | Skip | Acc _ => false
  | Bar _ => true
  | Seq p q | If _ p q => synchronised p || synchronised q
  | Loop _ p => synchronised p
  end.

Fixpoint none (p : proto) : guard :=
  match p with
  | Skip | Acc _ => True_
  | Bar _ => False_
  | Seq p q => And (none p) (none q)
  | If c p q => Ite c (none p) (none q)
  | Loop n p => All n (none p)
  end.

Fixpoint prefix (p : proto) : side :=
  if synchronised p then
    match p with
    | Seq p q => Either (prefix p) (Guarded (none p) (prefix q))
    | If c p q => Either (Guarded (Ite c True_ False_) (prefix p))
                         (Guarded (Ite c False_ True_) (prefix q))
    | Loop n p => First n (none p) (prefix p)
    | _ => Nothing
    end
  else Local p.

Fixpoint suffix (p : proto) : side :=
  if synchronised p then
    match p with
    | Seq p q => Either (suffix q) (Guarded (none q) (suffix p))
    | If c p q => Either (Guarded (Ite c True_ False_) (suffix p))
                         (Guarded (Ite c False_ True_) (suffix q))
    | Loop n p => Last n (none p) (suffix p)
    | _ => Nothing
    end
  else Local p.

(** [A]: what is around [p], innermost first; both threads share it. *)
Fixpoint crosses (A : list around) (p : proto) : list cross :=
  if synchronised p then
    match p with
    | Seq p q => crosses A p ++ crosses A q ++ [Cross A (Meet (suffix p) (prefix q))]
    | If c p q => crosses (Cond c true :: A) p ++ crosses (Cond c false :: A) q ++
                  [Cross A (Differ c (none p) (none q) (prefix p) (prefix q))]
    | Loop n p => crosses (Iter n :: A) p ++ [Cross A (Next n (none p) (suffix p) (prefix p))]
    | _ => []
    end
  else [Cross A (Block p)].

(** ** Meaning *)

Fixpoint sat (t : tid) (r : env) (g : guard) : bool :=
  match g with
  | True_ => true
  | False_ => false
  | And g h => sat t r g && sat t r h
  | Ite c g h => if c r t then sat t r g else sat t r h
  | All n g => forallb (fun i => sat t (i :: r) g) (seq 0 (n r t))
  end.

(** Iterations [i], .., [i] + [k] - 1 satisfy [g]. *)
Definition sat_from (t : tid) (r : env) (g : guard) (i k : nat) : bool :=
  forallb (fun j => sat t (j :: r) g) (seq i k).

Fixpoint members (t : tid) (r : env) (s : side) : list inst :=
  match s with
  | Nothing => []
  | Local p => accesses (trace t r p)
  | Guarded g s => if sat t r g then members t r s else []
  | Either s s' => members t r s ++ members t r s'
  | First n g s =>
      flat_map (fun i => if sat_from t r g 0 i then members t (i :: r) s else []) (seq 0 (n r t))
  | Last n g s =>
      flat_map (fun i => if sat_from t r g (S i) (n r t - S i) then members t (i :: r) s else [])
               (seq 0 (n r t))
  end.

(** Thread [t] does [x] while thread [u] does [y], both in iterations [r] of the shared loops. *)
Definition row_pair (t u : tid) (r : env) (w : row) (x y : inst) : Prop :=
  match w with
  | Block p => In x (members t r (Local p)) /\ In y (members u r (Local p))
  | Meet s s' => In x (members t r s) /\ In y (members u r s')
  | Differ c g h s s' =>
      c r t = true /\ c r u = false /\ sat t r g = true /\ sat u r h = true /\
      In x (members t r s) /\ In y (members u r s')
  | Next n g s s' =>
      exists i j, i < j /\ i < n r t /\ j < n r u /\ sat_from u r g (S i) (j - S i) = true /\
                  In x (members t (i :: r) s) /\ In y (members u (j :: r) s')
  end.

Definition cross_pair (t u : tid) (c : cross) (x y : inst) : Prop :=
  exists r, holds (shared c) r t /\ holds (shared c) r u /\ row_pair t u r (what c) x y.

(** Crosses are read in both orders of the two threads. *)
Definition paired (l : list cross) (t u : tid) (x y : inst) : Prop :=
  exists c, In c l /\ (cross_pair t u c x y \/ cross_pair u t c y x).

(** ** The summaries mean what they should *)

Lemma no_barrier t p : forall r, synchronised p = false -> count (trace t r p) = 0.
Proof.
  induction p as [|a|b|p IHp q IHq|c p IHp q IHq|n p IHp]; intros r S; simpl in *;
    try easy; try (apply orb_false_iff in S as (Sp & Sq)).
  - now rewrite count_app, IHp, IHq.
  - destruct (c r t); auto.
  - apply count_flat_map_zero. auto.
Qed.

Lemma sat_none t p : forall r, sat t r (none p) = true <-> count (trace t r p) = 0.
Proof.
  induction p as [|a|b|p IHp q IHq|c p IHp q IHq|n p IHp]; intro r; simpl; try easy.
  - rewrite andb_true_iff, IHp, IHq, count_app. lia.
  - destruct (c r t); auto.
  - rewrite forallb_forall, count_flat_map_zero.
    split; intros H i I; apply IHp || apply <- IHp; auto.
Qed.

Lemma sat_from_none t r p i k :
  sat_from t r (none p) i k = true <->
  count (flat_map (fun j => trace t (j :: r) p) (seq i k)) = 0.
Proof.
  unfold sat_from. rewrite forallb_forall, count_flat_map_zero.
  split; intros H j J; apply sat_none; auto.
Qed.

Lemma in_flat_map_if {A B} (f : A -> list B) (g : A -> bool) l x :
  In x (flat_map (fun i => if g i then f i else []) l) <->
  exists i, In i l /\ g i = true /\ In x (f i).
Proof.
  rewrite in_flat_map. split.
  - intros (i & I & H). exists i. now destruct (g i).
  - intros (i & I & G & H). exists i. now rewrite G.
Qed.

Lemma members_local t p r x :
  synchronised p = false -> In x (members t r (Local p)) <-> In x (phase 0 (trace t r p)).
Proof. intro S. simpl. now rewrite phase_no_barrier by (now apply no_barrier). Qed.

Lemma in_prefix t x p : forall r, In x (members t r (prefix p)) <-> In x (phase 0 (trace t r p)).
Proof.
  assert (L : forall p, synchronised p = false -> forall r,
              In x (members t r (Local p)) <-> In x (phase 0 (trace t r p)))
    by auto using members_local.
  induction p as [|a|b|p IHp q IHq|c p IHp q IHq|n p IHp]; intro r; try easy.
  - simpl prefix. destruct (synchronised p || synchronised q) eqn:Sy; [|now apply L].
    simpl. rewrite in_app_iff, IHp, phase_app.
    enough (In x (if sat t r (none p) then members t r (prefix q) else []) <->
            exists j, 0 = count (trace t r p) + j /\ In x (phase j (trace t r q))) by tauto.
    pose proof (sat_none t p r) as H.
    destruct (sat t r (none p)).
    + rewrite IHq. split; [exists 0; split; [intuition lia|easy]|].
      intros (j & E & I). now assert (j = 0) as -> by lia.
    + split; [easy|]. intros (j & E & _). destruct H as (_ & H). assert (false = true) by (apply H; lia). easy.
  - simpl prefix. destruct (synchronised p || synchronised q) eqn:Sy; [|now apply L].
    simpl. rewrite in_app_iff. destruct (c r t); [rewrite IHp | rewrite IHq]; simpl; tauto.
  - simpl prefix. destruct (synchronised p) eqn:Sy; [|now apply L].
    simpl. rewrite in_flat_map_if, phase_iterations. split.
    + intros (i & I & G & H). apply in_seq in I. apply IHp in H.
      exists i, 0. rewrite Nat.sub_0_r. apply sat_from_none in G. rewrite G. auto.
    + intros (i & j & I & E & H). exists i. rewrite Nat.sub_0_r in E.
      split; [apply in_seq; lia|]. assert (j = 0) as -> by lia.
      split; [apply sat_from_none; lia | now apply IHp].
Qed.

(** An access has no barrier behind it iff it is in the last phase. *)
Definition last_phase (l : list event) := phase (count l) l.

Lemma in_suffix t x p : forall r, In x (members t r (suffix p)) <-> In x (last_phase (trace t r p)).
Proof.
  assert (L : forall p, synchronised p = false -> forall r,
              In x (members t r (Local p)) <-> In x (last_phase (trace t r p))).
  { intros p0 Sy r. unfold last_phase. rewrite no_barrier by easy. now apply members_local. }
  induction p as [|a|b|p IHp q IHq|c p IHp q IHq|n p IHp]; intro r; try easy.
  - simpl suffix. destruct (synchronised p || synchronised q) eqn:Sy; [|now apply L].
    simpl. rewrite in_app_iff, IHq. unfold last_phase at 2. simpl.
    rewrite phase_app, count_app. pose proof (sat_none t q r) as Z.
    split.
    + intros [H|H].
      * right. exists (count (trace t r q)). auto.
      * left. destruct (sat t r (none q)); [|easy]. apply IHp in H. unfold last_phase in H.
        replace (count (trace t r q)) with 0 by (symmetry; now apply Z). now rewrite Nat.add_0_r.
    + intros [H|(j & E & H)].
      * right. pose proof (phase_le _ _ _ H) as Le.
        assert (Q : count (trace t r q) = 0) by lia. rewrite Q, Nat.add_0_r in H.
        apply Z in Q. rewrite Q. now apply IHp.
      * left. unfold last_phase. now replace (count (trace t r q)) with j by lia.
  - simpl suffix. destruct (synchronised p || synchronised q) eqn:Sy; [|now apply L].
    unfold last_phase. simpl.
    rewrite in_app_iff. destruct (c r t); [rewrite IHp | rewrite IHq]; simpl; tauto.
  - simpl suffix. destruct (synchronised p) eqn:Sy; [|now apply L].
    simpl. rewrite in_flat_map_if. unfold last_phase. simpl. rewrite phase_iterations.
    assert (D : forall i, i < n r t ->
      count (flat_map (fun i => trace t (i :: r) p) (seq 0 (n r t))) =
      count (flat_map (fun i => trace t (i :: r) p) (seq 0 i)) + count (trace t (i :: r) p) +
      count (flat_map (fun i => trace t (i :: r) p) (seq (S i) (n r t - S i)))).
    { intros i I. replace (n r t) with (i + S (n r t - S i)) at 1 by lia.
      rewrite seq_app, flat_map_app, count_app. simpl. rewrite count_app. lia. }
    split.
    + intros (i & I & G & H). apply in_seq in I. apply IHp in H.
      exists i, (count (trace t (i :: r) p)). rewrite Nat.sub_0_r. apply sat_from_none in G.
      rewrite (D i) by lia. split; [lia|]. split; [lia | easy].
    + intros (i & j & I & E & H). exists i. rewrite Nat.sub_0_r, (D i) in E by lia.
      split; [apply in_seq; lia|]. pose proof (phase_le _ _ _ H).
      split; [apply sat_from_none; lia|]. apply IHp. unfold last_phase.
      now replace (count (trace t (i :: r) p)) with j by lia.
Qed.
