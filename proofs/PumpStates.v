(** * Pumping: what a step of the engine looks at

    The engine of Engine.v takes a step by what is next of the thread, who has registered at the open
    and the previous generation of a barrier, and which stamps are below which entries of clocks, each
    compared within the column of one thread. Two states are alike if they agree on that: in the
    column of thread t, entries below c t are the same and those from c t on are moved by d t.
    Statement ([alike_do]): alike states in which a thread has the same operation next take the same
    step, find the same about recycling, and are alike again. Pumping.v repeats parts of runs by it.

    theory.md: section 4, steps 3 and 4. C++: src/barrier/analysis/run.cpp, src/barrier/analysis/pump.cpp, take. *)

From Heddle Require Import NamedBarriers HappensBefore Clocks WellSync NamedRaces Engine OnePass.

Definition opened (s : state) (b : nat) : list event := members (log s) b (gen s b).

(** What a registration at [b] is compared with. *)
Definition previous (P : tid -> list op) (s : state) (b : nat) : list event :=
  match gen s b with 0 => [] | S k => corrected P (members (log s) b k) end.

Section Block.

Variable threads : nat.
Variable barriers : nat.

Notation do P := (do threads P (corrected P)).
Notation exec P := (exec threads P (corrected P)).
Notation good P := (good threads P (corrected P)).
Notation invariant P := (invariant threads P).
Notation finished P := (finished threads P).
Notation well_synchronised P := (well_synchronised threads P).

(** Counts are positive, barriers are those below [barriers]. *)
Definition well_formed (P : tid -> list op) : Prop :=
  forall t b n, In (Arrive b n) (P t) \/ In (Sync b n) (P t) -> 0 < n /\ b < barriers.

Lemma well_formed_registers P m b n : well_formed P -> registers P m b n -> 0 < n /\ b < barriers.
Proof. intros W [R|R]; apply (W (fst m)); [left | right]; now apply nth_error_In in R. Qed.

Lemma well_formed_positive P : well_formed P -> counts_positive P.
Proof. intros W m b n R. now apply (well_formed_registers P m b n). Qed.

Lemma good_reachable P e : good P e -> reachable threads P (core e).
Proof. intro G. exact (run_reachable threads P _ _ (good_run _ _ _ e G)). Qed.

Lemma good_invariant P e : well_formed P -> good P e -> invariant P (core e).
Proof. intros W G. apply reachable_invariant; [now apply well_formed_positive|now apply good_reachable]. Qed.

(** ** What a registration changes *)

Lemma opened_registered P s t b n x : invariant P s ->
  opened (registered s t b n) x =
  if x =? b then if completes s t b n then [] else next s t :: opened s b else opened s x.
Proof.
  intro I. assert (Z : members (log s) b (S (gen s b)) = []).
  { destruct (members (log s) b (S (gen s b))) as [|m l] eqn:E; [easy|].
    assert (M : In (m, b, S (gen s b)) (log s)) by (apply in_members; rewrite E; now left).
    apply (inv_gen threads P s I) in M. lia. }
  unfold opened, completes, registered. cbn [gen log].
  destruct (length _ =? n), (Nat.eqb_spec x b) as [->|N];
    rewrite ?bump_self, ?bump_other, members_cons by easy.
  - rewrite Nat.eqb_refl. destruct (Nat.eqb_spec (gen s b) (S (gen s b))); [lia|exact Z].
  - apply Nat.eqb_neq in N. now rewrite Nat.eqb_sym, N.
  - now rewrite !Nat.eqb_refl.
  - apply Nat.eqb_neq in N. now rewrite Nat.eqb_sym, N.
Qed.

Lemma previous_registered P s t b n x :
  previous P (registered s t b n) x =
  if (x =? b) && completes s t b n then corrected P (next s t :: opened s b) else previous P s x.
Proof.
  unfold previous, opened, completes, registered. cbn [gen log].
  assert (Z : forall k, gen s x = S k ->
              members ((next s t, b, gen s b) :: log s) x k = members (log s) x k).
  { intros k E. rewrite members_cons. destruct (Nat.eqb_spec b x) as [->|]; [|easy].
    destruct (Nat.eqb_spec (gen s x) k); [lia|easy]. }
  destruct (length _ =? n), (Nat.eqb_spec x b) as [->|N]; cbn [andb];
    rewrite ?bump_self, ?bump_other by easy.
  - now rewrite members_cons, !Nat.eqb_refl.
  - destruct (gen s x) as [|k]; [easy|]. now rewrite (Z k).
  - destruct (gen s b) as [|k]; [easy|]. now rewrite (Z k).
  - destruct (gen s x) as [|k]; [easy|]. now rewrite (Z k).
Qed.

Lemma completes_opened s t b n : completes s t b n = (S (length (opened s b)) =? n).
Proof.
  unfold completes, registered, opened. cbn [log]. now rewrite members_cons, !Nat.eqb_refl.
Qed.

Lemma previous_known_forallb P s k t b :
  previous_known (corrected P) s k t b = forallb (knows (known k t)) (previous P s b).
Proof. unfold previous_known, previous. now destruct (gen s b). Qed.

Lemma waits_registered P s t b n u :
  waits P (log (registered s t b n)) b (gen s b) u =
  existsb (fun m => (fst m =? u) && is_sync P m) (next s t :: opened s b).
Proof.
  unfold waits, registered, opened. cbn [log]. now rewrite members_cons, !Nat.eqb_refl.
Qed.

Lemma blocked_b_opened P s t : blocked_b P s t = true <->
  exists i b n, pc s t = S i /\ op_at P (t, i) = Some (Sync b n) /\ In (t, i) (opened s b).
Proof.
  unfold blocked_b, opened. split.
  - destruct (pc s t) as [|i]; [easy|]. destruct (op_at P (t, i)) as [[b n|b n|a w]|] eqn:O; try easy.
    intro H. apply existsb_exists in H as (m & M & E). apply event_eqb_spec in E as <-. eauto 6.
  - intros (i & b & n & -> & -> & I). apply existsb_exists. exists (t, i).
    split; [easy | now apply event_eqb_spec].
Qed.

(** ** States that are alike *)

Section Alike.

Variables P Q : tid -> list op.
Variables c d : tid -> nat.

(** Operation i of a thread has stamp i+1 in its column; 0 is that nothing is known. *)
Definition shift (u : tid) (x : nat) : nat := if x <? c u then x else x + d u.
Definition moved (m : event) : event :=
  (fst m, if S (snd m) <? c (fst m) then snd m else snd m + d (fst m)).

Record alike (e f : engine) : Prop := {
  alike_pc t : t < threads ->
    pc (core f) t = pc (core e) t + d t /\ (d t = 0 \/ 0 < c t <= pc (core e) t);
  alike_open b : b < barriers -> opened (core f) b = map moved (opened (core e) b);
  alike_previous b : b < barriers -> previous Q (core f) b = map moved (previous P (core e) b);
  alike_op b m : b < barriers -> In m (opened (core e) b) -> op_at Q (moved m) = op_at P m;
  alike_known t u : t < threads -> u < threads ->
    known (clk f) t u = shift u (known (clk e) t u);
  alike_joined b u : b < barriers -> u < threads ->
    joined (clk f) b u = shift u (joined (clk e) b u)
}.

Lemma knows_moved k k' m : k' (fst m) = shift (fst m) (k (fst m)) ->
  knows k' (moved m) = knows k m.
Proof.
  unfold knows, moved, shift. simpl. intros ->. apply eq_iff_eq_true. rewrite !Nat.ltb_lt.
  destruct (Nat.ltb_spec (S (snd m)) (c (fst m))), (Nat.ltb_spec (k (fst m)) (c (fst m))); lia.
Qed.

Lemma shift_max u x y : shift u (max x y) = max (shift u x) (shift u y).
Proof.
  unfold shift. destruct (Nat.ltb_spec (max x y) (c u)), (Nat.ltb_spec x (c u)), (Nat.ltb_spec y (c u));
    lia.
Qed.

Section Step.

Variables e f : engine.
Hypothesis L : alike e f.

Lemma moved_next t : t < threads -> moved (next (core e) t) = next (core f) t.
Proof.
  intro T. destruct (alike_pc e f L t T) as (E & H). unfold moved, next. simpl. rewrite E. f_equal.
  destruct (Nat.ltb_spec (S (pc (core e) t)) (c t)); lia.
Qed.

Lemma alike_blocked t : well_formed P -> well_formed Q -> t < threads ->
  blocked_b Q (core f) t = blocked_b P (core e) t.
Proof.
  intros Wp Wq T. destruct (alike_pc e f L t T) as (E & H).
  apply eq_iff_eq_true. rewrite !blocked_b_opened. split.
  - intros (j & b & n & Pj & O & I).
    assert (B : b < barriers) by (apply (well_formed_registers Q (t, j) b n Wq); now right).
    rewrite (alike_open e f L b B) in I. apply in_map_iff in I as ([u i] & M & I).
    pose proof (alike_op e f L b (u, i) B I) as Oi. rewrite M, O in Oi.
    unfold moved in M. simpl in M. injection M as -> M.
    exists i, b, n. split; [|split; [easy | exact I]].
    destruct (Nat.ltb_spec (S i) (c t)); lia.
  - intros (i & b & n & Pi & O & I).
    assert (B : b < barriers) by (apply (well_formed_registers P (t, i) b n Wp); now right).
    assert (M : moved (t : tid, i) = (t : tid, i + d t)).
    { unfold moved. simpl. f_equal. destruct (Nat.ltb_spec (S i) (c t)); lia. }
    exists (i + d t), b, n. split; [lia|]. split.
    + now rewrite <- M, (alike_op e f L b).
    + rewrite (alike_open e f L b B), <- M. now apply in_map.
Qed.

Lemma alike_own t u : t < threads -> u < threads ->
  own (core f) (clk f) t u = shift u (own (core e) (clk e) t u).
Proof.
  intros T U. unfold own. destruct (Nat.eqb_spec u t) as [->|]; [|now apply alike_known].
  destruct (alike_pc e f L t T) as (-> & H). unfold shift.
  destruct (Nat.ltb_spec (S (pc (core e) t)) (c t)); lia.
Qed.

Lemma corrected_moved l : (forall m, In m l -> op_at Q (moved m) = op_at P m) ->
  corrected Q (map moved l) = map moved (corrected P l).
Proof.
  intro H. assert (S' : forall m, In m l -> is_sync Q (moved m) = is_sync P m).
  { intros m M. apply eq_iff_eq_true. rewrite !is_sync_spec. unfold syncs. now rewrite (H m M). }
  assert (X : existsb (is_sync Q) (map moved l) = existsb (is_sync P) l /\
              filter (is_sync Q) (map moved l) = map moved (filter (is_sync P) l)).
  { clear H. induction l as [|m l IH]; [easy|]. simpl. destruct IH as (-> & ->).
    - intros x X. apply S'. now right.
    - rewrite S' by (now left). now destruct (is_sync P m). }
  unfold corrected. destruct X as (-> & ->). now destruct (existsb _ l).
Qed.

Definition do_alike (t : tid) : Prop :=
  match do P e t, do Q f t with
  | Some e', Some f' => alike e' f' /\
      exists k, ordered e' = ordered e && k /\ ordered f' = ordered f && k
  | None, None => True
  | _, _ => False
  end.

Lemma alike_register t b n : invariant P (core e) -> invariant Q (core f) -> well_formed P -> well_formed Q ->
  t < threads -> op_at Q (next (core f) t) = op_at P (next (core e) t) ->
  registers P (next (core e) t) b n ->
  match do_register P (corrected P) e t b n, do_register Q (corrected Q) f t b n with
  | Some e', Some f' => alike e' f' /\
      exists k, ordered e' = ordered e && k /\ ordered f' = ordered f && k
  | None, None => True
  | _, _ => False
  end.
Proof.
  intros Ie If Wp Wq T O R.
  assert (B : b < barriers) by (now apply (well_formed_registers P (next (core e) t) b n)).
  pose proof (moved_next t T) as Nx.
  assert (Ops : forall m, In m (next (core e) t :: opened (core e) b) ->
                op_at Q (moved m) = op_at P m).
  { intros m [<-|M]; [now rewrite Nx | now apply (alike_op e f L b)]. }
  assert (Reg : forallb (fun m => registers_b Q m b n) (members (log (core f)) b (gen (core f) b)) =
                forallb (fun m => registers_b P m b n) (members (log (core e)) b (gen (core e) b))).
  { fold (opened (core f) b) (opened (core e) b). rewrite (alike_open e f L b B).
    assert (H : forall l, (forall m, In m l -> op_at Q (moved m) = op_at P m) ->
      forallb (fun m => registers_b Q m b n) (map moved l) =
      forallb (fun m => registers_b P m b n) l).
    { induction l as [|m l IH]; [easy|]. intro H. simpl. rewrite IH by (intros; apply H; now right).
      unfold registers_b. now rewrite H by (now left). }
    apply H. intros m M. apply Ops. now right. }
  assert (Cm : completes (core f) t b n = completes (core e) t b n).
  { now rewrite !completes_opened, (alike_open e f L b B), map_length. }
  unfold do_register. rewrite Reg. clear Reg. destruct (forallb _ _); [|exact I]. split.
  - split; cbn [core clk].
    + intros u U. destruct (alike_pc e f L u U) as (E & H). cbn [pc registered]. unfold bump.
      destruct (Nat.eqb_spec u t) as [->|]; lia.
    + intros x X. rewrite (opened_registered Q _ t b n x If), (opened_registered P _ t b n x Ie), Cm.
      destruct (x =? b); [|now apply (alike_open e f L)]. destruct (completes (core e) t b n); [easy|].
      simpl. now rewrite Nx, (alike_open e f L b B).
    + intros x X. rewrite !previous_registered, Cm.
      destruct ((x =? b) && _); [|now apply (alike_previous e f L)].
      rewrite <- corrected_moved by exact Ops. simpl. now rewrite Nx, (alike_open e f L b B).
    + intros x m X. rewrite (opened_registered P _ t b n x Ie).
      destruct (Nat.eqb_spec x b) as [->|]; [|now apply (alike_op e f L)].
      destruct (completes (core e) t b n); [easy|]. apply Ops.
    + assert (Kn : forall v u, v < threads -> u < threads ->
        set (known (clk f)) t (own (core f) (clk f) t) v u =
        shift u (set (known (clk e)) t (own (core e) (clk e) t) v u)).
      { intros v u V U. unfold set. destruct (v =? t); [now apply alike_own | now apply (alike_known e f L)]. }
      intros v u V U. unfold clocks_register. rewrite Cm.
      destruct (completes (core e) t b n); cbn [known]; [|now apply Kn].
      rewrite !waits_registered, (alike_open e f L b B).
      change (next (core f) t :: map moved (opened (core e) b)) with
        ([next (core f) t] ++ map moved (opened (core e) b)).
      rewrite <- Nx. change ([moved (next (core e) t)] ++ map moved (opened (core e) b)) with
        (map moved (next (core e) t :: opened (core e) b)).
      replace (existsb (fun m => (fst m =? v) && is_sync Q m)
                (map moved (next (core e) t :: opened (core e) b)))
        with (existsb (fun m => (fst m =? v) && is_sync P m) (next (core e) t :: opened (core e) b)).
      * destruct (existsb _ _); [|now apply Kn]. unfold join.
        now rewrite !shift_max, (Kn v u V U), (alike_joined e f L b u B U), alike_own by easy.
      * revert Ops. generalize (next (core e) t :: opened (core e) b) as l.
        induction l as [|m l IH]; [easy|]. intro H. simpl.
        rewrite <- IH by (intros; apply H; now right). f_equal. f_equal.
        apply eq_iff_eq_true. rewrite !is_sync_spec. unfold syncs. now rewrite H by (now left).
    + intros x u X U. unfold clocks_register. rewrite Cm.
      destruct (completes (core e) t b n); cbn [joined]; unfold set; destruct (x =? b);
        try (now apply (alike_joined e f L)).
      * unfold shift. destruct (alike_pc e f L u U) as (_ & H).
        destruct (Nat.ltb_spec 0 (c u)); lia.
      * unfold join. now rewrite shift_max, (alike_joined e f L b u B U), alike_own by easy.
  - exists (previous_known (corrected P) (core e) (clk e) t b). split; [easy|]. cbn [ordered].
    f_equal. rewrite !previous_known_forallb, (alike_previous e f L b B).
    assert (Th : forall m, In m (previous P (core e) b) -> fst m < threads).
    { intros m M. unfold previous in M. destruct (gen (core e) b) as [|k]; [easy|].
      apply corrected_incl, in_members in M. now apply (inv_thread threads P _ Ie) in M. }
    revert Th. generalize (previous P (core e) b) as l.
    induction l as [|m l IH]; [easy|]. intro H. simpl. rewrite IH by (intros; apply H; now right).
    f_equal. apply knows_moved. apply (alike_known e f L); [easy | apply H; now left].
Qed.

Theorem alike_do t : invariant P (core e) -> invariant Q (core f) -> well_formed P -> well_formed Q -> t < threads ->
  op_at Q (next (core f) t) = op_at P (next (core e) t) -> do_alike t.
Proof.
  intros Ie If Wp Wq T O. unfold do_alike, Engine.do.
  rewrite (alike_blocked t Wp Wq T), O. apply Nat.ltb_lt in T as T'. rewrite T'. simpl.
  destruct (blocked_b P (core e) t); [easy|]. simpl.
  destruct (op_at P (next (core e) t)) as [[b n|b n|a w]|] eqn:Op; [..|easy].
  - apply alike_register; auto; [now rewrite Op | now left].
  - apply alike_register; auto; [now rewrite Op | now right].
  - split; [|exists true; now rewrite !andb_true_r].
    split; cbn [core clk]; try apply L.
    + intros u U. destruct (alike_pc e f L u U) as (E & H). cbn [pc]. unfold bump.
      destruct (Nat.eqb_spec u t) as [->|]; lia.
    + intros v u V U. cbn [known]. unfold set.
      destruct (v =? t); [now apply alike_own | now apply (alike_known e f L)].
Qed.

End Step.

End Alike.

End Block.
