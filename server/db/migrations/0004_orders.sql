-- What the provider does with a request: bank and driver, status, invoices, pictures.

alter table requests
  add linked_at timestamptz,
  add first_completed_at timestamptz,
  add expired boolean not null default false,
  add hospital_invoice_path text,
  add bank_invoice_path text;

-- Orders: over every hospital, with or without a status.
create index requests_newest on requests (raised_at desc, id desc);
create index requests_newest_by_status on requests (status, raised_at desc, id desc);

-- What was taken from a bank since it counted; what is under way, for a driver's list.
create index requests_of_bank_by_blood on requests (bank_id, component, blood_group, linked_at);
create index requests_ongoing on requests (raised_at desc, id desc)
  where status not in ('pending', 'hospital-admin-rejected', 'cancelled', 'bloodbank-rejected', 'completed');

-- A bank that was typed by hand is not offered for linking until it is set up.
alter table organisations add is_listed boolean not null default true;

-- Who carried it, from which status to which; the end is open for the driver of now.
create table driver_assignments (
  request_id text not null references requests (id),
  position smallint not null check (position >= 1),
  driver_email text not null references drivers (email),
  start_status text not null,
  end_status text,
  primary key (request_id, position)
);
create unique index driver_assignments_open on driver_assignments (request_id) where end_status is null;

-- Every driver a request ever had, once; with the time of the raise, so that a driver's list walks one index.
create table request_drivers (
  driver_email text not null references drivers (email),
  raised_at timestamptz not null,
  request_id text not null references requests (id),
  primary key (driver_email, raised_at, request_id),
  unique (request_id, driver_email)
);

create table invoices (
  request_id text primary key references requests (id),
  invoice_id text not null unique,
  kind text not null check (kind in ('NORMAL', 'RESERVATION_DECLINED')),
  issued_at timestamptz not null,
  bank_id text not null references organisations (id),
  price_paise integer not null check (price_paise >= 0),
  delivery_paise integer not null check (delivery_paise >= 0),
  fee_paise integer not null check (fee_paise >= 0),
  total_paise integer not null check (total_paise = price_paise + delivery_paise + fee_paise)
);

create table pictures (
  request_id text not null references requests (id),
  state text not null,
  name text not null,
  path text not null unique,
  bytes integer not null check (bytes > 0),
  taken_at timestamptz not null,
  taken_by text not null,
  primary key (request_id, state, name),
  foreign key (state, name) references picture_types (state, name)
);
