-- What a hospital says of the bags it got: as they came, and what became of each.
create table receipt_bags (
  slip text not null references issues,
  bag_id uuid not null references bags,
  found text not null check (found in ('as-issued', 'missing', 'damaged', 'warm')),
  note text not null default '',
  received_at timestamptz not null,
  received_by text not null,
  told_at timestamptz not null,
  primary key (slip, bag_id)
);
create index receipt_bags_of_bag on receipt_bags (bag_id);
create table bag_fates (
  bag_id uuid primary key references bags,
  slip text not null references issues,
  fate text not null check (fate in ('transfused', 'returned', 'discarded', 'missing')),
  reason text,
  note text not null default '',
  at timestamptz not null,
  told_by text not null,
  told_at timestamptz not null
);

-- A hospital reads its slips in their order. The version before writes none: the database does.
alter table issues add hospital_id text references organisations;
update issues set hospital_id = requests.hospital_id from requests where requests.id = issues.request_id;
create function name_hospital_of_issue() returns trigger language plpgsql as $$
begin
  select hospital_id into new.hospital_id from requests where id = new.request_id;
  return new;
end $$;
create trigger issues_name_hospital before insert on issues for each row execute function name_hospital_of_issue();
create index issues_of_hospital on issues (hospital_id, issued_at, slip);

-- A count that came from the bank's own system says so.
alter table stock add is_by_system boolean not null default false;
