-- By whose hands a request went: who raised, amended and approved it, by their accounts; null where no account did.
-- Beside them what was amended after the raise, by the names of the fields alone, and why it was rejected.
alter table requests
  add raised_by text,
  add approved_by text,
  add amended_by text,
  add amended_at timestamptz,
  add amended_fields text[] not null default '{}',
  add rejected_for text,
  add rejection_note text;

-- A hospital may forbid that one person both raises and approves.
alter table organisations add needs_four_eyes boolean not null default false;

-- What is open, and what the figures of the last weeks count; what is older says it in its timeline, from the events.
with young as (
  select id from requests where status = 'pending' or raised_at > now() - interval '35 days'
),
told as (
  select distinct on (events.subject_id, events.kind) events.subject_id, events.kind, events.actor_id
  from young join events on events.subject_kind = 'request' and events.subject_id = young.id
  where events.kind in ('request-raised', 'request-approved')
  order by events.subject_id, events.kind, events.id desc
)
update requests set
  raised_by = (select actor_id from told where subject_id = requests.id and kind = 'request-raised'),
  approved_by = case when approved_at is null then null
    else (select actor_id from told where subject_id = requests.id and kind = 'request-approved') end
where id in (select subject_id from told);
