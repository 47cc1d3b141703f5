-- A bank's bags (ruling AMB-219): each a row with a number, an end and a life. `version` moves with every change.
create table bags (
  id uuid primary key,
  bank_id text not null references organisations,
  number text not null,
  number_kind text not null check (number_kind in ('isbt', 'own')),
  component text not null check (component in ('PRBC', 'FFP', 'RDP', 'SDP', 'WB', 'CRYO')),
  division text not null default '',
  blood_group text not null
    check (blood_group in ('A+', 'A-', 'B+', 'B-', 'O+', 'O-', 'AB+', 'AB-', 'Oh+', 'Oh-')),
  segment text,
  volume_ml integer,
  anticoagulant text,
  attributes text[] not null default '{}',
  collected_on date not null,
  expires_at timestamptz not null,
  donor_form_id text,
  from_bank_id text references organisations,
  place text not null default '',
  state text not null check (state in ('quarantine', 'available', 'held', 'issued', 'received', 'transfused',
    'returned', 'discarded', 'expired', 'transferred', 'missing')),
  version integer not null default 1,
  taken_at timestamptz not null,
  taken_by text not null
);
-- One that was given to another bank may come back.
create unique index bags_one_of_each on bags (bank_id, number, component, division) where state <> 'transferred';
create index bags_by_number on bags (number);
-- The shelf: what lies there, the soonest end first; and what the clock takes off it.
create index bags_on_shelf on bags (bank_id, expires_at, id) where state in ('quarantine', 'available', 'held');
create index bags_in_cells on bags (bank_id, component, blood_group, state, expires_at)
  where state in ('quarantine', 'available', 'held');
create index bags_by_state on bags (bank_id, state, expires_at, id);
create index bags_to_expire on bags (expires_at) where state in ('quarantine', 'available', 'held');

-- What was found in the blood of a donation. Nothing is written over: the last group counts, and reactive once is so.
create table donation_tests (
  id bigint generated always as identity primary key,
  bank_id text not null references organisations,
  number text not null,
  test text not null check (test in ('HIV', 'HBsAg', 'HCV', 'syphilis', 'malaria', 'NAT', 'group')),
  result text not null,
  tested_at timestamptz not null,
  tested_by text not null
);
create index donation_tests_of on donation_tests (bank_id, number, id);

-- How a bank works. No row: it keeps no bags, and nothing of it changes.
create table bank_settings (
  bank_id text primary key references organisations,
  keeps_bags boolean not null default false,
  second_checker boolean not null default false,
  sample_hours integer not null default 72 check (sample_hours between 1 and 168),
  spare_hours integer not null default 4 check (spare_hours between 0 and 72),
  version integer not null default 1
);
create table stock_minimums (
  bank_id text not null references organisations,
  component text not null,
  blood_group text not null,
  units integer not null check (units between 0 and 100000),
  primary key (bank_id, component, blood_group)
);
-- Product codes are licensed: a bank says once of each which component it means.
create table product_codes (
  bank_id text not null references organisations,
  code text not null,
  component text not null,
  said_at timestamptz not null,
  said_by text not null,
  primary key (bank_id, code)
);

-- How long a component may be used, in hours after what was done. Rows, so that an operator can change them.
create table component_lives (
  component text not null,
  anticoagulant text,
  after text not null check (after in ('collection', 'irradiation', 'thaw', 'opening')),
  hours integer not null check (hours > 0),
  is_unchecked boolean not null default false,
  unique nulls not distinct (component, anticoagulant, after)
);
insert into component_lives (component, anticoagulant, after, hours, is_unchecked) values
  ('PRBC', 'CPDA-1', 'collection', 35 * 24, false),
  ('PRBC', 'SAGM', 'collection', 42 * 24, false),
  ('PRBC', null, 'irradiation', 28 * 24, false),
  ('PRBC', null, 'opening', 24, false),
  ('WB', 'CPDA-1', 'collection', 35 * 24, true),
  ('WB', null, 'irradiation', 28 * 24, true),
  ('WB', null, 'opening', 24, true),
  ('SDP', null, 'collection', 5 * 24, false),
  ('SDP', null, 'opening', 4, true),
  ('RDP', null, 'collection', 5 * 24, false),
  ('RDP', null, 'opening', 4, true),
  ('FFP', null, 'collection', 365 * 24, false),
  ('FFP', null, 'thaw', 24, false),
  ('CRYO', null, 'collection', 365 * 24, false),
  ('CRYO', null, 'thaw', 4, true);
