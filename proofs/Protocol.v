(** * Access memory protocols: syntax, traces, phases

    A protocol is what remains of a kernel when everything but accesses, barriers and the control
    flow around them is forgotten. A thread runs a protocol to a trace: its accesses and barriers in
    program order. The k-th phase of a trace is what lies between its barriers k-1 and k.

    Paper: CAV'21, section 3. theory.md: sections 1 and 2. C++: src/protocol/protocol.hpp. *)

From Coq Require Export List Arith ZArith Bool Lia.
Export ListNotations.

Definition tid := nat.

(** The iteration numbers of the loops around a place, innermost first. *)
Definition env := list nat.

Inductive kind := Read | Write | Atomic.

(** Bytes [offset, offset + size) of an array. Parameters and the launch are fixed; what a value
    depends on besides are the thread and the iterations that it is in. *)
Record access := Access {
  acc_kind : kind;
  acc_array : nat;
  acc_offset : env -> tid -> Z;
  acc_size : Z
}.

(** [Loop n p] runs iterations 0 .. n-1 of [p]. Barriers have names, so that one can say which
    barrier, in which iterations, a thread waits at. *)
Inductive proto :=
| Skip
| Acc (a : access)
| Bar (b : nat)
| Seq (p q : proto)
| If (c : env -> tid -> bool) (p q : proto)
| Loop (n : env -> tid -> nat) (p : proto).

(** An access in certain iterations. *)
Definition inst := (access * env)%type.

Inductive event :=
| EAcc (x : inst)
| EBar (b : nat) (r : env).

Fixpoint trace (t : tid) (r : env) (p : proto) : list event :=
  match p with
  | Skip => []
  | Acc a => [EAcc (a, r)]
  | Bar b => [EBar b r]
  | Seq p q => trace t r p ++ trace t r q
  | If c p q => if c r t then trace t r p else trace t r q
  | Loop n p => flat_map (fun i => trace t (i :: r) p) (seq 0 (n r t))
  end.

Fixpoint barriers (l : list event) : list (nat * env) :=
  match l with
  | [] => []
  | EAcc _ :: l => barriers l
  | EBar b r :: l => (b, r) :: barriers l
  end.

Fixpoint count (l : list event) : nat :=
  match l with
  | [] => 0
  | EAcc _ :: l => count l
  | EBar _ _ :: l => S (count l)
  end.

Fixpoint accesses (l : list event) : list inst :=
  match l with
  | [] => []
  | EAcc x :: l => x :: accesses l
  | EBar _ _ :: l => accesses l
  end.

(** The accesses with exactly [k] barriers before them. *)
Fixpoint phase (k : nat) (l : list event) : list inst :=
  match l with
  | [] => []
  | EAcc x :: l => match k with 0 => x :: phase 0 l | S _ => phase k l end
  | EBar _ _ :: l => match k with 0 => [] | S k => phase k l end
  end.

(** Two accesses that may not happen at the same time: a common byte, a write or an atomic against
    anything but its like. *)
Definition kinds_conflict (j k : kind) : bool :=
  match j, k with
  | Read, Read | Atomic, Atomic => false
  | _, _ => true
  end.

Definition conflict (t : tid) (x : inst) (u : tid) (y : inst) : Prop :=
  let (a, r) := x in
  let (b, s) := y in
  acc_array a = acc_array b /\
  kinds_conflict (acc_kind a) (acc_kind b) = true /\
  (acc_offset a r t < acc_offset b s u + acc_size b)%Z /\
  (acc_offset b s u < acc_offset a r t + acc_size a)%Z.

Lemma conflict_sym t x u y : conflict t x u y -> conflict u y t x.
Proof.
  destruct x as [a r], y as [b s]; unfold conflict; intros (A & K & L & H).
  repeat split; auto. now destruct (acc_kind a), (acc_kind b).
Qed.

(** What two threads may do at the same time, by phases. *)
Definition concurrent (p : proto) (t u : tid) (x y : inst) : Prop :=
  exists k, In x (phase k (trace t [] p)) /\ In y (phase k (trace u [] p)).

(** All of [n] threads run the same barriers in the same iterations. *)
Definition uniform (n : nat) (p : proto) : Prop :=
  forall t u, t < n -> u < n -> barriers (trace t [] p) = barriers (trace u [] p).

(** A race of a protocol that [n] threads run, by phases. *)
Definition phase_race (n : nat) (p : proto) : Prop :=
  exists t u x y,
    t < n /\ u < n /\ t <> u /\ concurrent p t u x y /\ conflict t x u y.

(** ** Traces put together *)

Lemma barriers_app l m : barriers (l ++ m) = barriers l ++ barriers m.
Proof. induction l as [|[]]; simpl; congruence. Qed.

Lemma count_app l m : count (l ++ m) = count l + count m.
Proof. induction l as [|[]]; simpl; congruence. Qed.

Lemma count_barriers l : count l = length (barriers l).
Proof. induction l as [|[]]; simpl; congruence. Qed.

Lemma accesses_app l m : accesses (l ++ m) = accesses l ++ accesses m.
Proof. induction l as [|[]]; simpl; congruence. Qed.

Lemma phase_app x m l k :
  In x (phase k (l ++ m)) <->
  In x (phase k l) \/ exists j, k = count l + j /\ In x (phase j m).
Proof.
  revert k; induction l as [|[y|b r] l IH]; intro k; simpl.
  - split; [now right; exists k | intros [[]|(j & -> & H)]; auto].
  - destruct k; simpl; rewrite IH; intuition.
  - destruct k.
    + split; [easy | intros [[]|(j & E & _)]; lia].
    + rewrite IH. split; (intros [H|(j & E & H)]; [now left | right; exists j; split; [lia|easy]]).
Qed.

Lemma phase_le x l k : In x (phase k l) -> k <= count l.
Proof.
  revert k; induction l as [|[y|b r] l IH]; intro k; simpl; [easy|..].
  - destruct k; [lia | apply IH].
  - destruct k; [easy|].
    intro H; apply IH in H; lia.
Qed.

(** Without barriers there is one phase. *)
Lemma phase_no_barrier x l : count l = 0 -> In x (phase 0 l) <-> In x (accesses l).
Proof.
  induction l as [|[y|b r] l IH]; intro H; simpl; [easy| |discriminate].
  rewrite IH by easy. easy.
Qed.

Lemma phase_accesses x l k : In x (phase k l) -> In x (accesses l).
Proof.
  revert k; induction l as [|[y|b r] l IH]; intro k; simpl; [easy|..].
  - destruct k; simpl; [|eauto]. intros [E|H]; eauto.
  - destruct k; [easy | eauto].
Qed.

Lemma count_flat_map_zero {A} (f : A -> list event) l :
  count (flat_map f l) = 0 <-> forall i, In i l -> count (f i) = 0.
Proof.
  induction l as [|a l IH]; simpl; [easy|]. rewrite count_app. split.
  - intros H i [<-|I]; [lia|]. apply IH; [lia|easy].
  - intro H. rewrite (H a) by auto. apply IH. auto.
Qed.

(** An access of iteration [i] has the barriers of the iterations before it before it. *)
Lemma phase_iterations x (f : nat -> list event) n : forall a k,
  In x (phase k (flat_map f (seq a n))) <->
  exists i j, a <= i < a + n /\ k = count (flat_map f (seq a (i - a))) + j /\ In x (phase j (f i)).
Proof.
  induction n as [|n IH]; intros a k; simpl.
  - split; [easy | intros (i & j & ? & _); lia].
  - rewrite phase_app. split.
    + intros [H|(j & -> & H)].
      * exists a, k. rewrite Nat.sub_diag. simpl. split; [lia|auto].
      * apply IH in H as (i & j' & ? & -> & H). exists i, j'.
        replace (i - a) with (S (i - S a)) by lia. simpl. rewrite count_app.
        split; [lia | split; [lia|easy]].
    + intros (i & j & B & -> & H). destruct (Nat.eq_dec i a) as [->|N].
      * left. now rewrite Nat.sub_diag.
      * right. replace (i - a) with (S (i - S a)) by lia. simpl. rewrite count_app.
        exists (count (flat_map f (seq (S a) (i - S a))) + j). split; [lia|].
        apply IH. exists i, j. split; [lia|auto].
Qed.
