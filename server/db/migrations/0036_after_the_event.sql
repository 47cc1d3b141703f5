-- What an event causes is worked out after its transaction. One row for each event that still waits for it.
create table due_reactions (
  event_id bigint primary key,
  tries smallint not null default 0,
  due_at timestamptz not null default now()
);
-- It is written and deleted all day: it stays small only if it is tidied often.
alter table due_reactions set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- The outbox is the queue of what is to be sent. Whoever takes a message puts its time off by a minute; if they die
-- over it, it is taken again then.
alter table notifications
  -- later for what a process of the version before writes: its own worker has a job for it
  add column due_at timestamptz not null default now() + interval '2 minutes',
  -- how often somebody took it to send it, since it was written or released
  add column attempts smallint not null default 0,
  -- messages of one thread to one recipient: the newest holds
  add column thread text,
  add column takes_back boolean not null default false,
  drop constraint notifications_state_check,
  add constraint notifications_state_check check (state in ('waiting', 'sent', 'kept', 'failed', 'overtaken'));
create index notifications_to_send on notifications (channel, due_at) where state = 'waiting';
create index notifications_by_thread on notifications (thread, id) where thread is not null;
