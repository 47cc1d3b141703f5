-- A donor may ask that what is kept of them be erased. What stays: that there was a form with that number, whose it was
-- and how it ended; not who.
create table erased_forms (
  id text primary key,
  bank_id text not null references organisations (id),
  status text not null,
  erased_at timestamptz not null,
  why text not null check (why in ('asked', 'age'))
);
create trigger erased_forms_append_only before update or delete on erased_forms for each row execute function refuse_change();

-- A decided form stays as it was signed. It may go, and only with a note that it went.
create or replace function refuse_change_of_decided_form() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (select from erased_forms where id = old.id) then
    return old;
  end if;
  raise exception 'donor form % is % and cannot change', old.id, old.status using errcode = 'restrict_violation';
end $$;

-- How many days something is kept; what has no row is kept.
create table retention (
  kind text primary key check (kind in ('donor-forms', 'messages')),
  days integer not null check (days between 1 and 36500)
);
