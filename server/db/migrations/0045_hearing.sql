-- What a person chose to hear (domain/messages/hearing.ts), once for each organisation for which they act; the provider
-- and drivers have none. What nobody touched has no row, so that a new kind of message is heard as it is meant to be.
create table hearing (
  account_id text not null references accounts (id) on delete cascade,
  organisation_id text references organisations (id),
  kind text not null,
  way text not null check (way in ('page', 'push', 'mail', 'sms')),
  is_on boolean not null
);
create unique index hearing_of_account on hearing (account_id, (coalesce(organisation_id, '')), kind, way);

-- What an organisation's own mailbox and phones are rung for.
create table desk_hearing (
  organisation_id text not null references organisations (id),
  kind text not null,
  way text not null check (way in ('mail', 'sms')),
  is_on boolean not null,
  primary key (organisation_id, kind, way)
);

-- A person's own number for texts, and their quiet hours, wherever they act.
create table hearers (
  account_id text primary key references accounts (id) on delete cascade,
  phone text not null default '',
  quiet_from text check (quiet_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  quiet_to text check (quiet_to ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  check ((quiet_from is null) = (quiet_to is null))
);

-- Whose own message it is, apart from those of an organisation's desk: whoever is stopped gets none that still waits.
alter table notifications add column account_id text references accounts (id) on delete set null;
create index notifications_of_account on notifications (account_id) where account_id is not null;
