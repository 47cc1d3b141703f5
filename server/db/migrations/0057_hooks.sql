-- Addresses of others that are told of what happens to orders (decision 80).
create table hooks (
  id bigint generated always as identity primary key,
  -- null: the provider's
  organisation_id text references organisations (id),
  url text not null,
  kinds text[] not null,
  -- by a key that is worked out of the server's secret
  secret_sealed text not null,
  -- the one before, which signs beside it for a while
  old_sealed text,
  old_until timestamptz,
  state text not null default 'on' check (state in ('on', 'off', 'stopped')),
  -- one after another
  failures integer not null default 0,
  last_taken_at timestamptz,
  made_by text not null,
  made_at timestamptz not null,
  version integer not null default 1
);
create unique index hooks_of_place on hooks ((coalesce(organisation_id, '')), url);

-- What each is told, one row for an event.
create table hook_deliveries (
  hook_id bigint not null references hooks (id) on delete cascade,
  event_id bigint not null,
  -- the order: what happened to it is told in its order
  subject text not null,
  kind text not null,
  -- of the order when this was written
  version integer not null,
  happened_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed', 'given-up')),
  is_replay boolean not null default false,
  tries integer not null default 0,
  first_at timestamptz,
  code integer,
  fault text,
  took_ms integer,
  tried_at timestamptz,
  next_at timestamptz not null default now(),
  at timestamptz not null default now(),
  primary key (hook_id, event_id)
);
create index hook_deliveries_due on hook_deliveries (hook_id, next_at, event_id) where state in ('waiting', 'failed');
create index hook_deliveries_in_order on hook_deliveries (hook_id, subject, event_id) where state in ('waiting', 'failed');
create index hook_deliveries_replayed on hook_deliveries (hook_id) where is_replay and state in ('waiting', 'failed');
create index hook_deliveries_by_time on hook_deliveries (at);
