-- Keys with which the software of an organisation calls (decision 79). The key itself stands nowhere.
create table api_keys (
  -- what an account's id is for a person: in the trail, in limits and in what is done once
  id text primary key,
  -- whose it is; null is the provider
  organisation_id text references organisations (id),
  -- as what it acts
  product text not null check (product in ('admin', 'pilot', 'plus', 'bloodbank')),
  name text not null,
  prefix text not null,
  -- SHA-256 of it, in hex
  hash text not null unique,
  scopes text[] not null,
  is_test boolean not null default false,
  networks text[] not null default '{}',
  made_by text not null,
  made_by_name text not null,
  made_at timestamptz not null,
  until timestamptz not null,
  used_at timestamptz,
  stopped_at timestamptz,
  stopped_by_name text
);
create index api_keys_of_organisation on api_keys (organisation_id, made_at);

-- The version before goes on: what it takes and tells is the same; it holds the row of a key too, where no account is.
create or replace function append_reading(
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
  if not found then
    perform from api_keys where id = account for no key update;
  end if;
  select hash into last_hash from events
  where subject_kind = 'reading' and subject_id = account order by id desc limit 1;
  last_hash := coalesce(last_hash, '');
  insert into events (subject_kind, subject_id, kind, at, actor_id, actor_name, person, detail, hospital_id, bank_id,
    previous_hash, hash)
  values ('reading', account, what, happened, account, by_name, by_person, told, of_hospital, of_bank, last_hash,
    encode(sha256(convert_to('["' || last_hash || '",' || said, 'UTF8')), 'hex'));
  return true;
end $$;
