-- An account that ever had a grant is never again what its e-mail reads as: with the grant everything goes.
alter table accounts add column was_granted boolean not null default false;

create function remember_grant() returns trigger language plpgsql as $$
begin
  update accounts set was_granted = true where id = new.account_id and not was_granted;
  return null;
end $$;
create trigger grants_are_remembered after insert on grants for each row execute function remember_grant();

-- Hospitals that signed themselves up and wait: their account belongs to them by a grant, as it does from now on.
insert into grants (account_id, product, role, organisation_id)
select accounts.id, 'plus', 'staff', organisations.id
from organisations join accounts on accounts.email = organisations.email
where organisations.kind = 'hospital' and organisations.account_status = 'pending'
  and organisations.reference_bank_id is not null
  and split_part(split_part(accounts.email, '@', 1), '_', 1) = organisations.id
  and not exists (select from drivers where drivers.account_id = accounts.id)
on conflict do nothing;

update accounts set was_granted = true where id in (select account_id from grants);
