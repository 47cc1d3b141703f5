-- A driver who does not go on with bags that are too warm, what the provider says to it, and a step taken back.
alter table delivery_steps
  drop constraint delivery_steps_kept_aside_check,
  add constraint delivery_steps_kept_aside_check check (
    kept_aside in ('reassigned', 'closed', 'repeated', 'stopped', 'taken-back', 'replaced')
  ),
  -- who at the bank said to go on
  add allowed_by text check (allowed_by <> ''),
  add decision text check (decision in ('go-on', 'new-bag', 'return')),
  add decision_reason text check (decision_reason <> ''),
  add decided_by text,
  add decided_at timestamptz,
  add check (decision is null or kept_aside = 'stopped'),
  add check ((decision is null) = (decided_at is null) and (decision is null) = (decided_by is null));
