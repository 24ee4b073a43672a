(** * One schedule decides the races of a well-synchronized block

    Two conflicting accesses can be next at the same time in some schedule iff neither happens before
    the other in the one execution that was looked at ([race_exact]).

    Paper: PLDI'15, section 4. theory.md: section 3. C++: src/sync/shadow.cpp. *)

From Heddle Require Import NamedBarriers HappensBefore Clocks WellSync.

Section Block.

Variable threads : nat.
Variable prog : tid -> list op.
Hypothesis positive : counts_positive prog.

Notation blocked := (blocked prog).
Notation reachable := (reachable threads prog).
Notation hb := (hb prog).
Notation finished := (finished threads prog).
Notation well_synchronised := (well_synchronised threads prog).

Definition conflicting (x y : event) : Prop :=
  fst x <> fst y /\ exists a v w,
    op_at prog x = Some (Touch a v) /\ op_at prog y = Some (Touch a w) /\ v || w = true.

(** Some schedule comes to a point where both are next. *)
Definition race (x y : event) : Prop :=
  conflicting x y /\ exists s, reachable s /\
    next s (fst x) = x /\ next s (fst y) = y /\
    ~ blocked s (fst x) /\ ~ blocked s (fst y).

Theorem race_exact f x y : well_synchronised -> reachable f -> finished f ->
  fst x < threads -> fst y < threads ->
  (race x y <-> conflicting x y /\ ~ hb f x y /\ ~ hb f y x).
Proof.
  intros W R D Tx Ty. pose proof (invariant_of threads prog positive f R) as F. split.
  - intros (C & s & Rs & Nx & Ny & Bx & By). split; [easy|].
    pose proof (invariant_of threads prog positive s Rs) as I.
    assert (A : agrees s f) by (now apply (finished_agrees threads prog positive)).
    assert (Z : forall x y, next s (fst x) = x -> next s (fst y) = y -> fst y < threads ->
                ~ blocked s (fst y) -> ~ hb f x y).
    { clear - I F A positive. intros x y Ex Ey T B H.
      assert (X : executed s x).
      { apply (hb_closed threads prog s f x y); auto. right. rewrite <- Ey at 2. auto. }
      unfold executed in X. rewrite <- Ex in X at 1. simpl in X. lia. }
    split; apply Z; auto.
  - intros (C & Nxy & Nyx). split; [easy|].
    destruct x as [t i], y as [u j]. simpl in Tx, Ty.
    destruct C as (N & a & v & w & Ox & Oy & V). simpl in N.
    assert (Lx : i < length (prog t)) by (apply nth_error_Some; unfold op_at in Ox; simpl in Ox; now rewrite Ox).
    assert (Ly : j < length (prog u)) by (apply nth_error_Some; unfold op_at in Oy; simpl in Oy; now rewrite Oy).
    assert (Xx : executed f (t, i)) by (unfold executed; simpl; destruct (D t Tx); lia).
    assert (Xy : executed f (u, j)) by (unfold executed; simpl; destruct (D u Ty); lia).
    destruct (hb_bounded threads prog positive f (t, i) R (or_introl Xx)) as (d & Dx).
    destruct (hb_bounded threads prog positive f (u, j) R (or_introl Xy)) as (e & Dy).
    assert (Refl : agrees f f) by (intros z Z; exact Z).
    destruct (run_down_set threads prog positive W f (fun v => max (d v) (e v)) R) with (p := f)
      as (s & Rs & A & E); auto.
    { intros [p k] q l T L H. simpl.
      destruct (Nat.max_spec (d q) (e q)) as [[_ M]|[_ M]]; rewrite M in L.
      - apply Dy in L. assert (k < e p); [|lia]. apply Dy. eapply hb_trans; eauto.
      - apply Dx in L. assert (k < d p); [|lia]. apply Dx. eapply hb_trans; eauto. }
    pose proof (invariant_of threads prog positive s Rs) as I.
    assert (Pt : pc s t = i).
    { rewrite E by easy. unfold executed in Xx. simpl in Xx.
      assert (i <= d t).
      { destruct i as [|i]; [lia|]. assert (i < d t); [|lia]. apply Dx, hb_po. lia. }
      assert (~ i < d t) by (intro L; apply Dx in L; now apply (hb_irrefl threads prog positive f (t, i))).
      assert (~ i < e t) by (intro L; now apply Dy in L). lia. }
    assert (Pu : pc s u = j).
    { rewrite E by easy. unfold executed in Xy. simpl in Xy.
      assert (j <= e u).
      { destruct j as [|j]; [lia|]. assert (j < e u); [|lia]. apply Dy, hb_po. lia. }
      assert (~ j < e u) by (intro L; apply Dy in L; now apply (hb_irrefl threads prog positive f (u, j))).
      assert (~ j < d u) by (intro L; now apply Dx in L). lia. }
    assert (B : forall q l, q < threads -> pc s q = l -> executed f (q, l) ->
                (forall p k, hb f (p, k) (q, l) -> k < max (d p) (e p)) -> ~ blocked s q).
    { intros q l T Eq X Past. apply (unblocked_if threads prog s f); auto. intros k b n Es O.
      destruct (inv_passed threads prog f F q k b n T) as (m & K & G);
        [unfold executed in X; simpl in X; lia | easy |].
      exists m. split; [easy|]. split; [easy|]. intros [p h] M. unfold executed. simpl.
      rewrite E by exact (inv_thread threads prog f F _ _ _ M).
      assert (H : hb f (p, h) (q, l)).
      { apply (hb_member prog f (p, h) b m q k); auto; [now exists b, n | lia]. }
      apply Past in H. apply (inv_executed threads prog f F) in M. unfold executed in M.
      simpl in M. lia. }
    exists s. simpl. split; [easy|]. unfold next. rewrite Pt, Pu.
    split; [easy|]. split; [easy|]. split.
    + apply (B t i); auto. intros p k H. apply Dx in H. lia.
    + apply (B u j); auto. intros p k H. apply Dy in H. lia.
Qed.

End Block.
