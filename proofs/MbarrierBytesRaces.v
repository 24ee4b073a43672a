(** * mbarriers with transaction bytes: clocks find the races

    As MbarrierRaces.v: position i of thread t is where it has done i operations, and two accesses can
    race iff two threads can be at their positions at the same time. Statement ([bytes_race_exact]):
    of a well-synchronized block, that is so iff in the one execution looked at neither position knows
    what the other thread does behind its own.

    theory.md: section 3, "mbarriers". C++: src/sync/mbarrier.cpp (groups.release, groups.acquire),
    src/sync/shadow.cpp. *)

From Heddle Require Import MbarrierBytes MbarrierBytesCheck MbarrierBytesExact MbarrierBytesRule.

(** What thread [t] knows when it has done [i] operations. *)
Definition known_at (l : execution) (t : tid) (i : nat) : clock :=
  match i with
  | 0 => fun _ => 0
  | S i => match find (fun x => (fst (ev x) =? t) && (snd (ev x) =? i)) l with
           | Some x => after x
           | None => fun _ => 0
           end
  end.

Section Block.

Variable threads : nat.
Variable prog : tid -> list op.
Variable expected : nat -> nat.
Hypothesis positive : forall b, 0 < expected b.

Notation reachable := (reachable threads prog expected).
Notation finished := (finished threads prog).
Notation well_synchronised := (well_synchronised threads prog expected).

Lemma known_at_from l t i :
  (exists x, In x l /\ ev x = (t, i - 1) /\ 0 < i /\ known_at l t i = after x) \/
  known_at l t i = fun _ => 0.
Proof.
  destruct i as [|i]; [now right|]. unfold known_at.
  destruct (find _ l) as [x|] eqn:E; [left|now right].
  apply find_some in E as (I & E). apply andb_true_iff in E as (T & E).
  apply Nat.eqb_eq in T, E. exists x. simpl. rewrite Nat.sub_0_r. repeat split; auto; [|lia].
  destruct (ev x). simpl in *. congruence.
Qed.

Lemma known_at_closed l t i : reachable l -> closed l (known_at l t i).
Proof.
  intro R. destruct (known_at_from l t i) as [(x & I & _ & _ & ->)| ->].
  - now apply after_closed; [apply (clocked_of threads prog expected)|].
  - intros e K. unfold knows in K. lia.
Qed.

Lemma known_at_own l t i : reachable l -> i <= pc l t -> known_at l t i t = i.
Proof.
  intros R L. destruct i as [|i]; [easy|]. unfold known_at.
  destruct (find _ l) as [x|] eqn:E.
  - apply find_some in E as (I & E). apply andb_true_iff in E as (T & E).
    apply Nat.eqb_eq in T, E.
    destruct (older threads prog expected l x R I) as (l1 & l2 & _ & R2 & F & _).
    pose proof (known_own _ (clocked_of threads prog expected _ R2) t) as O.
    rewrite known_cons, pc_cons in O. apply Nat.eqb_eq in T as T'. rewrite T' in O. rewrite O.
    pose proof (follows_ev _ _ _ _ _ F) as G. rewrite T in G. rewrite G in E. simpl in E. lia.
  - destruct (executed_in threads prog expected l (t, i) R) as (x & I & Ex).
    { unfold executed. simpl. lia. }
    pose proof (find_none _ _ E x I) as N. cbv beta in N. rewrite Ex in N. simpl in N.
    now rewrite !Nat.eqb_refl in N.
Qed.

Theorem bytes_race_exact l : reachable l -> finished l -> well_synchronised ->
  forall t u i j, t < threads -> u < threads -> t <> u ->
  i <= length (prog t) -> j <= length (prog u) ->
  ((exists s, reachable s /\ pc s t = i /\ pc s u = j) <->
   known_at l u j t <= i /\ known_at l t i u <= j).
Proof.
  intros R D W t u i j T U N Li Lj. rewrite <- (D t T) in Li. rewrite <- (D u U) in Lj. split.
  - intros (s & Rs & P & Q).
    assert (C : check expected l)
      by (apply (bytes_check_exact threads prog expected positive l R D); easy).
    pose proof (reachable_same threads prog expected positive l R D C s Rs) as S.
    assert (K : forall v k w, pc s v = k -> known_at l v k w <= pc s w).
    { intros v k w E. destruct (known_at_from l v k) as [(x & I & Ex & P' & ->)| ->]; [|lia].
      apply (same_down l s S x I). rewrite Ex. unfold executed. simpl. lia. }
    split; [rewrite <- P; now apply K | rewrite <- Q; now apply K].
  - intros (K & L). set (c := join (known_at l t i) (known_at l u j)).
    assert (C : closed l c) by (apply closed_join; now apply known_at_closed).
    destruct (run_down threads prog expected positive W l c R) as (s & Rs & H).
    { now apply (closed_down threads prog expected). }
    exists s. split; [easy|]. unfold c, knows, join, executed in H.
    split; apply pc_same; intro k; unfold executed; rewrite H; simpl;
      rewrite known_at_own by easy; lia.
Qed.

End Block.

(** A copy fills a slot and completes its bytes, which the consumer expects when it arrives; then the
    consumer waits and reads. Position 0 of the copy is before its completion, position 2 of the
    consumer behind its wait. *)
Definition ordered (c : nat) (p : block) (schedule : list tid) (t i u j : nat) : option bool :=
  option_map (fun l => (i <? known_at l u j t) || (j <? known_at l t i u)) (exec c p schedule []).

Example filled_before_read : ordered 1 copy [0; 1; 0] 1 0 0 2 = Some true.
Proof. reflexivity. Qed.

(** A read behind the arrival and before the wait races with the copy. *)
Example early_read_races : ordered 1 copy [0; 1; 0] 1 0 0 1 = Some false.
Proof. reflexivity. Qed.
