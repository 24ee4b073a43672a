(** * The pair form is linear in the protocol

    The published alignment doubles a protocol for every loop with a barrier around it. Here a
    protocol of [size p] nodes has at most [size p] crosses ([crosses_linear]); all guards, sides
    and surroundings of all crosses together are at most 12 [size p] nodes when equal ones are
    shared, as the C++ shares them by pointers ([nodes_linear]); and no access stands twice in one
    side ([prefix_once], [suffix_once]).

    theory.md: section 2. C++: src/protocol/align/align.cpp (Side, Around and Expr are shared pointers). *)

From Heddle Require Import Protocol Uniformity PairForm.

Fixpoint size (p : proto) : nat :=
  match p with
  | Skip | Acc _ | Bar _ => 1
  | Seq p q | If _ p q => S (size p + size q)
  | Loop _ p => S (size p)
  end.

Theorem crosses_linear A p : length (crosses A p) <= size p.
Proof.
  revert A. induction p as [|a|b|p IHp q IHq|c p IHp q IHq|n p IHp]; intro A; simpl; auto.
  - destruct (synchronised p || synchronised q); simpl; [|lia].
    rewrite !app_length. specialize (IHp A). specialize (IHq A). simpl. lia.
  - destruct (synchronised p || synchronised q); simpl; [|lia].
    rewrite !app_length. specialize (IHp (Cond c true :: A)). specialize (IHq (Cond c false :: A)).
    simpl. lia.
  - destruct (synchronised p); simpl; [|lia].
    rewrite app_length. specialize (IHp (Iter n :: A)). simpl. lia.
Qed.

(** ** Nodes *)

(** What a node points to. *)
Inductive node := Guard (g : guard) | Side (s : side) | Shared (A : list around).

Definition children (x : node) : list node :=
  match x with
  | Guard (And g h) | Guard (Ite _ g h) => [Guard g; Guard h]
  | Guard (All _ g) => [Guard g]
  | Guard _ => []
  | Side (Guarded g s) => [Guard g; Side s]
  | Side (Either s s') => [Side s; Side s']
  | Side (First _ g s) | Side (Last _ g s) => [Guard g; Side s]
  | Side _ => []
  | Shared (_ :: A) => [Shared A]
  | Shared [] => []
  end.

Definition roots (c : cross) : list node :=
  Shared (shared c) ::
  match what c with
  | Block p => [Side (Local p)]
  | Meet s s' => [Side s; Side s']
  | Differ _ g h s s' => [Guard g; Guard h; Side s; Side s']
  | Next _ g s s' => [Guard g; Side s; Side s']
  end.

(** All nodes that the construction makes, one list for each construct. *)
Fixpoint made (A : list around) (p : proto) : list node :=
  [Shared A; Guard (none p); Side (prefix p); Side (suffix p)] ++
  match p with
  | Skip | Acc _ | Bar _ => []
  | Seq p q =>
      [Side (Guarded (none p) (prefix q)); Side (Guarded (none q) (suffix p))] ++
      made A p ++ made A q
  | If c p q =>
      [Guard (Ite c True_ False_); Guard (Ite c False_ True_); Guard True_; Guard False_;
       Side (Guarded (Ite c True_ False_) (prefix p));
       Side (Guarded (Ite c False_ True_) (prefix q));
       Side (Guarded (Ite c True_ False_) (suffix p));
       Side (Guarded (Ite c False_ True_) (suffix q))] ++
      made (Cond c true :: A) p ++ made (Cond c false :: A) q
  | Loop n p => made (Iter n :: A) p
  end.

Lemma made_length p : forall A, length (made A p) <= 12 * size p.
Proof.
  induction p as [|a|b|p IHp q IHq|c p IHp q IHq|n p IHp]; intro A; simpl; try lia;
    rewrite ?app_length.
  - specialize (IHp A). specialize (IHq A). lia.
  - specialize (IHp (Cond c true :: A)). specialize (IHq (Cond c false :: A)). lia.
  - specialize (IHp (Iter n :: A)). lia.
Qed.

Lemma made_self A p :
  In (Shared A) (made A p) /\ In (Guard (none p)) (made A p) /\
  In (Side (prefix p)) (made A p) /\ In (Side (suffix p)) (made A p).
Proof. destruct p; simpl; tauto. Qed.

(** Everything that a node points to is among the nodes, but for what is around the whole. *)
Lemma made_closed p : forall A x y,
  In x (made A p) -> In y (children x) -> x = Shared A \/ In y (made A p).
Proof.
  induction p as [|a|b|p IHp q IHq|c p IHp q IHq|n p IHp]; intros A x y I C; simpl in I.
  1-3: destruct I as [<-|[<-|[<-|[<-|[]]]]]; simpl in C; tauto.
  - destruct (made_self A p) as (Ap & Gp & Pp & Sp), (made_self A q) as (Aq & Gq & Pq & Sq).
    assert (M : forall z, In z (made A p) \/ In z (made A q) -> In z (made A (Seq p q))).
    { intros z [Z|Z]; simpl; do 6 right; apply in_or_app; auto. }
    destruct I as [<-|[<-|[<-|[<-|[<-|[<-|I]]]]]].
    + now left.
    + right. destruct C as [<-|[<-|[]]]; auto.
    + right. simpl in C. destruct (synchronised p || synchronised q); [|easy].
      destruct C as [<-|[<-|[]]]; auto. simpl; tauto.
    + right. simpl in C. destruct (synchronised p || synchronised q); [|easy].
      destruct C as [<-|[<-|[]]]; auto. simpl; tauto.
    + right. destruct C as [<-|[<-|[]]]; auto.
    + right. destruct C as [<-|[<-|[]]]; auto.
    + apply in_app_or in I as [I|I]; [apply (IHp A x y) in I | apply (IHq A x y) in I]; auto;
        destruct I; auto.
  - destruct (made_self (Cond c true :: A) p) as (Ap & Gp & Pp & Sp),
             (made_self (Cond c false :: A) q) as (Aq & Gq & Pq & Sq).
    assert (M : forall z, In z (made (Cond c true :: A) p) \/ In z (made (Cond c false :: A) q) ->
                In z (made A (If c p q))).
    { intros z [Z|Z]; simpl; do 12 right; apply in_or_app; auto. }
    destruct I as [<-|[<-|[<-|[<-|[<-|[<-|[<-|[<-|[<-|[<-|[<-|[<-|I]]]]]]]]]]]].
    1: now left.
    12: { apply in_app_or in I as [I|I]; [apply (IHp _ x y) in I | apply (IHq _ x y) in I]; auto;
          (destruct I as [->|I]; [|auto]); destruct C as [<-|[]]; right; now left. }
    all: right.
    1: { destruct C as [<-|[<-|[]]]; auto. }
    1, 2: simpl in C; destruct (synchronised p || synchronised q); [|easy];
          destruct C as [<-|[<-|[]]]; simpl; tauto.
    all: simpl in C; try easy; destruct C as [<-|[<-|[]]]; auto; simpl; tauto.
  - destruct (made_self (Iter n :: A) p) as (Ap & Gp & Pp & Sp).
    assert (M : forall z, In z (made (Iter n :: A) p) -> In z (made A (Loop n p)))
      by (intros z Z; simpl; auto).
    destruct I as [<-|[<-|[<-|[<-|I]]]].
    + now left.
    + right. destruct C as [<-|[]]; auto.
    + right. simpl in C. destruct (synchronised p); [|easy]. destruct C as [<-|[<-|[]]]; auto.
    + right. simpl in C. destruct (synchronised p); [|easy]. destruct C as [<-|[<-|[]]]; auto.
    + apply (IHp _ x y) in I; auto. destruct I as [->|I]; auto.
      destruct C as [<-|[]]. right; now left.
Qed.

(** The roots of all crosses are among the nodes. *)
Lemma made_roots p : forall A c x, In c (crosses A p) -> In x (roots c) ->
  In x (made A p).
Proof.
  assert (B : forall A p c x, synchronised p = false -> In c [Cross A (Block p)] ->
              In x (roots c) -> In x (made A p)).
  { clear. intros A p c x Sy [<-|[]] [<-|[<-|[]]]; [apply made_self|].
    replace (Local p) with (prefix p) by (destruct p; simpl in *; try rewrite Sy; easy).
    apply made_self. }
  induction p as [|a|b|p IHp q IHq|c p IHp q IHq|n p IHp]; intros A d x I R;
    simpl crosses in I; try (apply (B A _ d); easy).
  - destruct (synchronised p || synchronised q) eqn:Sy; [|now apply (B A _ d)].
    destruct (made_self A p) as (Ap & Gp & Pp & Sp), (made_self A q) as (Aq & Gq & Pq & Sq).
    assert (M : forall z, In z (made A p) \/ In z (made A q) -> In z (made A (Seq p q))).
    { intros z [Z|Z]; simpl; do 6 right; apply in_or_app; auto. }
    rewrite !in_app_iff in I. destruct I as [I|[I|[<-|[]]]].
    + apply M. eauto.
    + apply M. eauto.
    + destruct R as [<-|[<-|[<-|[]]]]; auto.
  - destruct (synchronised p || synchronised q) eqn:Sy; [|now apply (B A _ d)].
    destruct (made_self (Cond c true :: A) p) as (Ap & Gp & Pp & Sp),
             (made_self (Cond c false :: A) q) as (Aq & Gq & Pq & Sq).
    assert (M : forall z, In z (made (Cond c true :: A) p) \/ In z (made (Cond c false :: A) q) ->
                In z (made A (If c p q))).
    { intros z [Z|Z]; simpl; do 12 right; apply in_or_app; auto. }
    rewrite !in_app_iff in I. destruct I as [I|[I|[<-|[]]]].
    + apply M. eauto.
    + apply M. eauto.
    + destruct R as [<-|[<-|[<-|[<-|[<-|[]]]]]]; auto. now left.
  - destruct (synchronised p) eqn:Sy; [|now apply (B A _ d)].
    destruct (made_self (Iter n :: A) p) as (Ap & Gp & Pp & Sp).
    assert (M : forall z, In z (made (Iter n :: A) p) -> In z (made A (Loop n p)))
      by (intros z Z; simpl; auto).
    apply in_app_or in I as [I|[<-|[]]].
    + apply M. eauto.
    + destruct R as [<-|[<-|[<-|[<-|[]]]]]; auto. now left.
Qed.

Theorem nodes_linear p : exists l,
  length l <= 12 * size p /\
  (forall c x, In c (crosses [] p) -> In x (roots c) -> In x l) /\
  (forall x y, In x l -> In y (children x) -> In y l).
Proof.
  exists (made [] p). split; [apply made_length|]. split.
  - apply made_roots.
  - intros x y I C. destruct (made_closed p [] x y I C) as [->|]; easy.
Qed.

(** ** Occurrences of accesses *)

Fixpoint text_accesses (p : proto) : nat :=
  match p with
  | Skip | Bar _ => 0
  | Acc _ => 1
  | Seq p q | If _ p q => text_accesses p + text_accesses q
  | Loop _ p => text_accesses p
  end.

Fixpoint occurrences (s : side) : nat :=
  match s with
  | Nothing => 0
  | Local p => text_accesses p
  | Guarded _ s | First _ _ s | Last _ _ s => occurrences s
  | Either s s' => occurrences s + occurrences s'
  end.

Theorem prefix_once p : occurrences (prefix p) <= text_accesses p.
Proof.
  induction p; simpl; try lia;
    match goal with |- context [if ?b then _ else _] => destruct b end; simpl; lia.
Qed.

Theorem suffix_once p : occurrences (suffix p) <= text_accesses p.
Proof.
  induction p; simpl; try lia;
    match goal with |- context [if ?b then _ else _] => destruct b end; simpl; lia.
Qed.
