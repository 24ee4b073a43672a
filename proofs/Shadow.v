(** * Last writer and readers since are enough

    The engine need not compare an access with all earlier ones to its address: the last write and
    the reads since will do. Statement ([kept_enough]): no access was unordered with one of those that
    were kept iff no two conflicting accesses are unordered. Of several races of one address some may
    not be told, but not all.

    Here for any transitive order of the accesses to one address; HappensBefore.v shows that
    happens-before is one, and Engine.v which accesses are asked about.

    theory.md: section 3, "per address keep last writer and readers". C++: src/sync/shadow.cpp. *)

From Coq Require Import List Bool.
Import ListNotations.

Section Address.

Variable event : Type.
Variable before : event -> event -> Prop.
Hypothesis before_trans : forall x y z, before x y -> before y z -> before x z.

(** An access, and whether it writes. The newest comes first. *)
Definition history := list (event * bool).

(** [y] is behind all accesses of [l] that it conflicts with. *)
Definition behind (l : history) (y : event * bool) : Prop :=
  forall x v, In (x, v) l -> v || snd y = true -> before x (fst y).

Fixpoint clean (l : history) : Prop :=
  match l with
  | [] => True
  | y :: l => behind l y /\ clean l
  end.

(** The reads since the last write, and that write. *)
Fixpoint kept (l : history) : history :=
  match l with
  | [] => []
  | (x, true) :: _ => [(x, true)]
  | (x, false) :: l => (x, false) :: kept l
  end.

Fixpoint clean_kept (l : history) : Prop :=
  match l with
  | [] => True
  | y :: l => behind (kept l) y /\ clean_kept l
  end.

Lemma kept_incl l z : In z (kept l) -> In z l.
Proof.
  induction l as [|[x [|]] l IH]; simpl; [easy| |]; intros [H|H]; auto. easy.
Qed.

(** What was dropped is before the write that was kept. *)
Lemma dropped l x v : clean l -> In (x, v) l ->
  In (x, v) (kept l) \/ exists w, In (w, true) (kept l) /\ before x w.
Proof.
  induction l as [|[y [|]] l IH]; simpl; [easy| |]; intros (B & C) [E|H].
  - left. now left.
  - right. exists y. split; [now left|]. apply (B x v H). apply orb_true_r.
  - left. now left.
  - destruct (IH C H) as [K|(w & K & L)]; [auto|]. right. exists w. auto.
Qed.

Theorem kept_enough l : clean_kept l <-> clean l.
Proof.
  induction l as [|[y b] l IH]; simpl; [easy|]. rewrite IH. split; intros (B & C); split; auto.
  - intros x v H V. destruct (dropped l x v C H) as [K|(w & K & L)]; [now apply (B x v)|].
    eapply before_trans; [apply L|]. apply (B w true); auto.
  - intros x v H. apply (B x v). now apply kept_incl.
Qed.

End Address.
