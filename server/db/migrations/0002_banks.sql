-- What a blood bank keeps: its stock and prices, its camps, its donors.

-- The number the bank counted. No order changes it; a new count does.
create table stock (
  bank_id text not null references organisations (id),
  component text not null check (component in ('PRBC', 'FFP', 'RDP', 'SDP')),
  blood_group text not null check (blood_group in ('A+', 'A-', 'B+', 'B-', 'O+', 'O-', 'AB+', 'AB-')),
  quantity integer not null check (quantity >= 0),
  counted_at timestamptz not null,
  counted_by text not null,
  primary key (bank_id, component, blood_group)
);

-- No row is no price: an invoice fails then, and never says 0.
create table bank_prices (
  bank_id text not null references organisations (id),
  component text not null check (component in ('PRBC', 'FFP', 'RDP', 'SDP')),
  paise integer not null check (paise >= 0),
  primary key (bank_id, component)
);

create table delivery_prices (
  name text primary key check (name <> ''),
  paise integer not null check (paise >= 0)
);

-- Both halves become part of a file's path.
create table picture_types (
  state text not null check (state in ('SampleAcquired', 'CrossMatching', 'InTransit', 'Completed')),
  name text not null check (name ~ '^[A-Za-z0-9]+$'),
  position smallint not null check (position >= 1),
  primary key (state, name)
);

create table companies (
  name text primary key check (name <> '' and name = lower(name) and name !~ '\s'),
  category text not null check (category in ('0-50', '50-100', '100+')),
  donation_days date[] not null check (
    cardinality(donation_days) = 3 and array_position(donation_days, null) is null),
  updated_at timestamptz not null
);
create index companies_by_category on companies (category);

create table camps (
  id bigint generated always as identity primary key,
  bank_id text not null references organisations (id),
  category text not null check (category in ('0-50', '50-100', '100+')),
  held_on date not null,
  asked_at timestamptz not null,
  asked_by text not null
);
create index camps_of_bank on camps (bank_id, asked_at desc);

create table donor_forms (
  id text primary key check (id ~ '^[0-9a-f]{8}$'),
  bank_id text not null references organisations (id),
  language text not null check (language in ('en', 'ta')),
  status text not null default 'incomplete' check (status in ('incomplete', 'complete', 'rejected')),
  submitted_on date not null,
  submitted_at timestamptz not null,
  completed_at timestamptz,
  name text not null check (name <> ''),
  email text not null default '',
  gender text not null check (gender in ('Male', 'Female', 'Others')),
  blood_group text not null check (blood_group in ('A+', 'A-', 'B+', 'B-', 'O+', 'O-', 'AB+', 'AB-')),
  phone text not null check (char_length(phone) = 10),
  address text not null check (address <> ''),
  alt_address text not null default '',
  born_on date not null,
  age smallint not null check (age >= 18),
  weight_kg numeric(5, 2) not null check (weight_kg > 0),
  last_donated_on date,
  last_meal text not null default '',
  donations integer not null default 0 check (donations >= 0),
  donor_type text not null check (donor_type in ('voluntary', 'replacement')),
  consent boolean not null check (consent),
  screening_declared boolean not null default false,
  deferrals jsonb not null check (jsonb_typeof(deferrals) = 'object'),
  answers jsonb not null check (jsonb_typeof(answers) = 'object'),
  -- null until the bank's staff fill it in
  findings jsonb check (jsonb_typeof(findings) = 'object'),
  signature_name text check (signature_name <> ''),
  signature_path text check (signature_path <> ''),
  constraint donor_forms_one_signature check (num_nonnulls(signature_name, signature_path) <= 1),
  constraint donor_forms_completed_when check ((status = 'complete') = (completed_at is not null)),
  constraint donor_forms_signed check (status <> 'complete' or num_nonnulls(signature_name, signature_path) = 1)
);
create index donor_forms_of_bank on donor_forms (bank_id, submitted_at desc, id desc);
create index donor_forms_of_bank_by_phone on donor_forms (bank_id, phone);

-- What was signed or refused stays as it was: the certificate prints it years later.
create function refuse_change_of_decided_form() returns trigger language plpgsql as $$
begin
  raise exception 'donor form % is % and cannot change', old.id, old.status using errcode = 'restrict_violation';
end $$;
create trigger donor_forms_frozen before update or delete on donor_forms for each row
  when (old.status <> 'incomplete') execute function refuse_change_of_decided_form();
