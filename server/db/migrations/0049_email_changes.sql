-- An address that somebody wants for their account and has not proved yet (ruling AMB-312). One for each account: the
-- last that was asked for counts. Of the link only a hash is kept.
create table email_changes (
  account_id text primary key references accounts (id) on delete cascade,
  email text not null,
  token_hash text not null unique,
  -- by the machine's clock, as every link
  ends_at timestamptz not null
);

-- whoever asked for it may be the one because of whom the password is changed
create function email_change_ends() returns trigger language plpgsql as $$
begin
  delete from email_changes where account_id = new.account_id;
  return null;
end $$;
create trigger passwords_end_email_changes after update of password on credentials
for each row when (old.password is distinct from new.password) execute function email_change_ends();
