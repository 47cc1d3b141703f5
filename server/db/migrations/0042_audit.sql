-- Each organisation reads its own trail, newest first; the provider reads all of it.
create index events_of_hospital on events (hospital_id, at, id) where hospital_id is not null;
create index events_of_bank on events (bank_id, at, id) where bank_id is not null;
-- Without the donor forms, which the provider does not read; and so that nobody walks it who has an index of their own.
create index events_by_time on events (at, id) where subject_kind <> 'donor-form';
create index events_of_organisation on events (subject_id, at, id) where subject_kind = 'organisation';
-- Who looked at one request.
create index events_reading_request on events ((detail ->> 'requestId'), at, id) where subject_kind = 'reading';

-- What an account opened not long ago: opened again, it is not told again.
create table opened (
  account_id text not null,
  thing text not null,
  at timestamptz not null,
  primary key (account_id, thing)
);
create index opened_by_time on opened (at);

create function append_reading(
  account text, what text, happened timestamptz, by_name text, by_person text, told json, of_hospital text,
  of_bank text, said text, once text
) returns boolean language plpgsql as $$
declare
  last_hash text;
begin
  if once is not null then
    insert into opened (account_id, thing, at) values (account, once, happened)
    on conflict (account_id, thing) do update set at = excluded.at
      where opened.at <= excluded.at - interval '30 minutes';
    if not found then
      return false;
    end if;
  end if;
  perform from accounts where id = account for no key update;
  select hash into last_hash from events
  where subject_kind = 'reading' and subject_id = account order by id desc limit 1;
  last_hash := coalesce(last_hash, '');
  insert into events (subject_kind, subject_id, kind, at, actor_id, actor_name, person, detail, hospital_id, bank_id,
    previous_hash, hash)
  values ('reading', account, what, happened, account, by_name, by_person, told, of_hospital, of_bank, last_hash,
    encode(sha256(convert_to('["' || last_hash || '",' || said, 'UTF8')), 'hex'));
  return true;
end $$;

-- The trail read from beginning to end, once for all who ask.
create table verifications_of_trail (
  id bigint generated always as identity primary key,
  asked_at timestamptz not null,
  asked_by text not null,
  -- whose admin asked; the provider's have none
  asked_for text,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done')),
  -- when whoever reads was last heard of: one that died is taken over
  heard_at timestamptz,
  began_at timestamptz,
  ended_at timestamptz,
  up_to bigint not null default 0,
  read bigint not null default 0,
  total bigint not null default 0,
  seals bigint not null default 0,
  is_whole boolean
);

-- What was found of each organisation; '' is the provider's look at all.
create table verified_places (
  verification_id bigint not null references verifications_of_trail (id) on delete cascade,
  organisation_id text not null,
  events bigint not null,
  first_at timestamptz,
  faults bigint not null,
  -- the first of them: which event, and what is wrong with it
  told json not null,
  primary key (verification_id, organisation_id)
);
