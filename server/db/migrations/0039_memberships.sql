-- What somebody may be, once for each organisation (decision 68). Who is stopped keeps the row: it says so, and the
-- e-mail is not asked again.
create table memberships (
  id bigint generated always as identity primary key,
  account_id text not null references accounts (id) on delete cascade,
  product text not null check (product in ('admin', 'pilot', 'plus', 'bloodbank')),
  role text not null check (role in ('admin', 'staff')),
  organisation_id text references organisations (id),
  is_stopped boolean not null default false,
  stopped_at timestamptz,
  stopped_by text,
  -- when its person last chose to act for this one of several
  chosen_at timestamptz,
  check ((product = 'admin') = (organisation_id is null)),
  check (is_stopped = (stopped_at is not null))
);
create unique index memberships_of_account on memberships (account_id, (coalesce(organisation_id, '')));
create index memberships_of_organisation on memberships (organisation_id);

insert into memberships (account_id, product, role, organisation_id)
select account_id, product, role, organisation_id from grants;

-- Which of several a session is for. Null: its person has none yet, and the e-mail decides.
alter table sessions add column membership_id bigint references memberships (id) on delete set null;
create index sessions_of_membership on sessions (membership_id);
update sessions set membership_id = memberships.id
from memberships where memberships.account_id = sessions.account_id;

-- Where a new session begins: where its person was last, but not where all are kept out while another place is open.
create function first_membership(account text) returns bigint language sql stable as $$
  select memberships.id from memberships left join organisations on organisations.id = organisation_id
  where account_id = account and not is_stopped
  order by coalesce(account_status, '') = 'suspended', chosen_at desc nulls last, memberships.id limit 1
$$;

create function session_begins() returns trigger language plpgsql as $$
begin
  new.membership_id := coalesce(new.membership_id, first_membership(new.account_id));
  return new;
end $$;
create trigger sessions_are_for_one before insert on sessions for each row execute function session_begins();

-- Whoever ever had one is never again what the e-mail reads as; and what a session was for, it stays for.
create function remember_membership() returns trigger language plpgsql as $$
begin
  update accounts set was_granted = true where id = new.account_id and not was_granted;
  update sessions set membership_id = new.id where account_id = new.account_id and membership_id is null;
  return null;
end $$;
create trigger memberships_are_remembered after insert on memberships
for each row execute function remember_membership();

-- The version before knows grants alone, one for each account: it goes on with the first that is not stopped, and what
-- it writes there counts here.
create function membership_as_grant() returns trigger language plpgsql as $$
declare
  account text := coalesce(new.account_id, old.account_id);
begin
  delete from grants where account_id = account;
  insert into grants (account_id, product, role, organisation_id)
  select account_id, product, role, organisation_id from memberships where id = first_membership(account);
  return null;
end $$;
create trigger memberships_as_grants after insert or update or delete on memberships
for each row when (pg_trigger_depth() = 0) execute function membership_as_grant();

create function grant_as_membership() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and (tg_op = 'DELETE' or new.organisation_id is distinct from old.organisation_id) then
    delete from memberships where account_id = old.account_id
      and organisation_id is not distinct from old.organisation_id;
  end if;
  if tg_op <> 'DELETE' then
    insert into memberships (account_id, product, role, organisation_id)
    values (new.account_id, new.product, new.role, new.organisation_id)
    on conflict (account_id, (coalesce(organisation_id, '')))
    do update set product = excluded.product, role = excluded.role;
  end if;
  return null;
end $$;
create trigger grants_as_memberships after insert or update or delete on grants
for each row when (pg_trigger_depth() = 0) execute function grant_as_membership();
