-- What a hospital says beyond the form (ruling AMB-222). No row: nothing was said. Read on the bench of the linked bank.
create table more_for_bank (
  request_id text primary key references requests,
  needs text[] not null default '{}',
  needs_note text not null default '',
  ward text not null default '',
  bed text not null default '',
  doctor text not null default '',
  diagnosis text not null default '',
  transfused_before text not null default 'unknown' check (transfused_before in ('yes', 'no', 'unknown'))
);

-- What a bank says to an order that was linked to it: so many, by then. The last one counts.
create table bank_answers (
  id bigint generated always as identity primary key,
  request_id text not null references requests,
  bank_id text not null references organisations,
  units integer not null check (units > 0),
  by_at timestamptz not null,
  note text not null default '',
  said_at timestamptz not null,
  said_by text not null
);
create index bank_answers_of on bank_answers (request_id, id);

-- The tube of a patient's blood, as its label says. The newest of an order counts.
create table samples (
  id uuid primary key,
  request_id text not null references requests,
  bank_id text not null references organisations,
  taken_at timestamptz not null,
  taken_by text not null default '',
  received_at timestamptz not null,
  received_by text not null,
  label_name text not null,
  label_patient_id text not null,
  group_found text,
  antibody_screen text not null default 'not-done' check (antibody_screen in ('negative', 'positive', 'not-done')),
  recent text not null default 'unknown' check (recent in ('yes', 'no', 'unknown')),
  unfit_reason text,
  valid_until timestamptz not null,
  version integer not null default 1
);
create index samples_of on samples (request_id, received_at);

create table crossmatches (
  id uuid primary key,
  request_id text not null references requests,
  sample_id uuid not null references samples,
  bag_id uuid not null references bags,
  method text not null check (method in ('saline', 'immediate-spin', 'ahg-tube', 'gel')),
  result text not null check (result in ('compatible', 'incompatible')),
  note text not null default '',
  done_at timestamptz not null,
  done_by text not null
);
create index crossmatches_of on crossmatches (request_id, done_at);
create index crossmatches_of_bag on crossmatches (bag_id);

-- Where bag and patient meet. A bag is in one open hold at most, whoever asks at once.
create table bag_holds (
  id bigint generated always as identity primary key,
  bag_id uuid not null references bags,
  request_id text not null references requests,
  held_at timestamptz not null,
  held_by text not null,
  until timestamptz not null,
  early_reason text not null default '',
  is_emergency boolean not null default false,
  released_at timestamptz,
  release_reason text check (release_reason in
    ('issued', 'time', 'cancelled', 'swapped', 'expired', 'not-needed', 'discarded'))
);
create unique index bag_holds_open on bag_holds (bag_id) where released_at is null;
create index bag_holds_of on bag_holds (request_id, id);
create index bag_holds_over on bag_holds (until) where released_at is null;

-- Another group than was asked for, which needs the hospital's nod.
create table substitutions (
  id bigint generated always as identity primary key,
  request_id text not null references requests,
  bank_id text not null references organisations,
  blood_group text not null,
  proposed_at timestamptz not null,
  proposed_by text not null,
  decided_at timestamptz,
  decided_by text,
  is_accepted boolean,
  doctor text not null default '',
  reason text not null default ''
);
create unique index substitutions_open on substitutions (request_id, blood_group) where decided_at is null;
create index substitutions_of on substitutions (request_id, id);

-- The keys that sign slips. The private half is sealed with the server's secret.
create table bank_keys (
  kid text primary key,
  bank_id text not null references organisations,
  public_jwk jsonb not null,
  private_sealed text not null,
  made_at timestamptz not null,
  retired_at timestamptz,
  compromised_at timestamptz
);
create unique index bank_keys_in_use on bank_keys (bank_id) where retired_at is null;

-- Slips, counted within bank and year without gaps, as invoices are.
create table slip_numbers (bank_id text not null references organisations, year integer not null, last integer not null,
  primary key (bank_id, year));
create table issues (
  slip text primary key,
  bank_id text not null references organisations,
  request_id text not null references requests,
  seq integer not null,
  issued_at timestamptz not null,
  issued_by text not null,
  checked_by text,
  is_emergency boolean not null default false,
  doctor text not null default '',
  reason text not null default '',
  kid text not null references bank_keys,
  jws text not null,
  unique (request_id, seq)
);
create index issues_of_bank on issues (bank_id, issued_at, slip);
create table issue_bags (
  slip text not null references issues,
  bag_id uuid not null references bags,
  position integer not null,
  crossmatch_id uuid references crossmatches,
  is_inspected boolean not null,
  primary key (slip, bag_id)
);
create index issue_bags_of_bag on issue_bags (bag_id);
