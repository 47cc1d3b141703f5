-- Ids, times and money: text ids of our own making, timestamptz for instants, whole paise for money.

create table organisations (
  id text primary key check (id ~ '^[a-z0-9][a-z0-9.+-]{0,59}$'),
  kind text not null check (kind in ('hospital', 'bank')),
  name text not null,
  address text not null default '',
  phones text[] not null default '{}' check (cardinality(phones) <= 2),
  email text not null default '',
  account_status text not null check (account_status in ('pending', 'active', 'subscription-ended', 'suspended')),
  reference_bank_id text references organisations (id),
  created_at timestamptz not null
);

-- Accounts, sessions, credentials and verifications are written by the identity library; the rest is ours.

create table accounts (
  id text primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table credentials (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  provider_account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index credentials_of_account on credentials (account_id);

create table sessions (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_of_account on sessions (account_id);

create table verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_by_identifier on verifications (identifier);

-- What the provider gave an account; without a row the e-mail decides.
create table grants (
  account_id text primary key references accounts (id) on delete cascade,
  product text not null check (product in ('admin', 'pilot', 'plus', 'bloodbank')),
  role text not null check (role in ('admin', 'staff')),
  organisation_id text references organisations (id),
  check ((product = 'admin') = (organisation_id is null))
);

create table drivers (
  email text primary key,
  account_id text not null unique references accounts (id) on delete cascade,
  name text not null,
  phone text not null
);

create table requests (
  id text primary key check (id ~ '^[0-9a-f]{8}$'),
  hospital_id text not null references organisations (id),
  patient_name text not null,
  patient_id text not null,
  age smallint not null check (age between 0 and 120),
  sex text not null check (sex in ('Male', 'Female', 'Others')),
  blood_group text not null check (blood_group in ('A+', 'A-', 'B+', 'B-', 'O+', 'O-', 'AB+', 'AB-')),
  component text not null check (component in ('PRBC', 'FFP', 'RDP', 'SDP')),
  units smallint not null check (units between 1 and 30),
  order_type text not null check (order_type in ('immediate', 'reservation')),
  reason text not null,
  status text not null check (status in (
    'pending', 'hospital-admin-approved', 'hospital-admin-rejected', 'bloodbank-approved', 'bloodbank-rejected',
    'reservation-approved', 'sample-acquired', 'cross-matching', 'issued', 'partially-completed',
    'delivery-completed', 'completed', 'cancelled')),
  delivery_status text not null default '-' check (delivery_status = lower(delivery_status)),
  bank_id text references organisations (id),
  driver_email text references drivers (email),
  note text not null default '-',
  pickup_at timestamptz not null,
  deadline_at timestamptz not null,
  raised_at timestamptz not null,
  updated_at timestamptz not null,
  approved_at timestamptz,
  delivered_at timestamptz,
  is_late boolean not null default false,
  version integer not null default 1
);
-- Each list has the index it walks: its cost is the page, not the table.
create index requests_of_hospital on requests (hospital_id, raised_at desc, id desc);
create index requests_of_hospital_by_status on requests (hospital_id, status, raised_at desc, id desc);

create table deliveries (
  request_id text not null references requests (id),
  seq smallint not null check (seq between 1 and 10),
  units smallint not null check (units between 1 and 3),
  state text not null default '-',
  delivered_at timestamptz,
  primary key (request_id, seq)
);

-- Facts. Appended, never changed: audit trail, timeline, cause of messages, and what the live stream tells.
create table events (
  id bigint generated always as identity primary key,
  txid xid8 not null default pg_current_xact_id(),
  subject_kind text not null,
  subject_id text not null,
  kind text not null,
  at timestamptz not null,
  actor_id text,
  actor_name text not null,
  from_status text,
  to_status text,
  detail json not null default '{}',
  hospital_id text,
  bank_id text,
  driver_email text,
  previous_hash text not null,
  hash text not null
);
create index events_of_subject on events (subject_kind, subject_id, id);
create index events_in_commit_order on events (txid, id);

-- One digest a minute over the new events, each over the digest before: a removed row shows too.
create table seals (
  id bigint generated always as identity primary key,
  last_event_id bigint not null unique,
  events integer not null,
  sealed_at timestamptz not null,
  digest text not null
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger events_append_only before update or delete on events for each row execute function refuse_change();
create trigger events_keep_all before truncate on events for each statement execute function refuse_change();
create trigger seals_append_only before update or delete on seals for each row execute function refuse_change();
create trigger seals_keep_all before truncate on seals for each statement execute function refuse_change();

-- Every mail and text message, written in the transaction of the act that caused it.
create table notifications (
  id bigint generated always as identity primary key,
  event_id bigint references events (id),
  channel text not null check (channel in ('mail', 'sms')),
  kind text not null,
  recipient text not null,
  subject text not null default '',
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'kept', 'failed')),
  tries smallint not null default 0,
  error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  -- at most one message per act and recipient
  once text not null unique
);

-- What a repeatable call answered the first time.
create table idempotency_keys (
  scope text not null,
  key text not null,
  fingerprint text not null,
  answer json,
  created_at timestamptz not null,
  primary key (scope, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

create table rate_limits (
  key text primary key,
  window_ends_at timestamptz not null,
  calls integer not null
);
create index rate_limits_by_end on rate_limits (window_ends_at);
