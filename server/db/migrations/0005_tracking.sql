-- Price and Component Tracking: exact totals and any page of any filter without reading the requests they stand for.

-- A filter that finds little: all it finds, from the index alone.
create index requests_by_kind on requests (
  hospital_id, bank_id, component, blood_group, status, raised_at, id);

-- How many requests there are of each kind, month by month; '' is no bank.
create table request_tallies (
  month date not null,
  hospital_id text not null,
  bank_id text not null,
  component text not null,
  blood_group text not null,
  status text not null,
  requests integer not null check (requests > 0),
  primary key (month, hospital_id, bank_id, component, blood_group, status)
);

-- How many units banks were asked for, day by day.
create table unit_tallies (
  day date not null,
  bank_id text not null,
  component text not null,
  blood_group text not null,
  status text not null,
  units integer not null check (units > 0),
  primary key (day, bank_id, component, blood_group, status)
);

-- What changed since: only ever appended to, so that no raise waits for another's commit to count itself. Each minute
-- it is folded into the tallies; whoever reads adds it to them.
create table tally_changes (
  id bigint generated always as identity primary key,
  day date not null,
  hospital_id text not null,
  bank_id text not null,
  component text not null,
  blood_group text not null,
  status text not null,
  requests integer not null,
  units integer not null
);

create view request_counts as
  select month, hospital_id, bank_id, component, blood_group, status, requests from request_tallies
  union all
  select date_trunc('month', day)::date, hospital_id, bank_id, component, blood_group, status, requests
  from tally_changes;

create view unit_counts as
  select day, bank_id, component, blood_group, status, units from unit_tallies
  union all
  select day, bank_id, component, blood_group, status, units from tally_changes where bank_id <> '';

-- A day is one in India.
create function day_in_india(at timestamptz) returns date immutable
  return (at at time zone 'Asia/Kolkata')::date;

insert into request_tallies
  select date_trunc('month', day_in_india(raised_at))::date, hospital_id, coalesce(bank_id, ''), component, blood_group,
    status, count(*)
  from requests group by 1, 2, 3, 4, 5, 6;

insert into unit_tallies
  select day_in_india(raised_at), bank_id, component, blood_group, status, sum(units)
  from requests where bank_id is not null group by 1, 2, 3, 4, 5;

create function tally_raised() returns trigger language plpgsql as $$
begin
  insert into tally_changes (day, hospital_id, bank_id, component, blood_group, status, requests, units)
    select day_in_india(raised_at), hospital_id, coalesce(bank_id, ''), component, blood_group, status,
      count(*), sum(units)
    from raised group by 1, 2, 3, 4, 5, 6;
  return null;
end $$;

create function tally_changed() returns trigger language plpgsql as $$
begin
  insert into tally_changes (day, hospital_id, bank_id, component, blood_group, status, requests, units)
    values (day_in_india(old.raised_at), old.hospital_id, coalesce(old.bank_id, ''), old.component,
      old.blood_group, old.status, -1, -old.units);
  if tg_op = 'UPDATE' then
    insert into tally_changes (day, hospital_id, bank_id, component, blood_group, status, requests, units)
      values (day_in_india(new.raised_at), new.hospital_id, coalesce(new.bank_id, ''), new.component,
        new.blood_group, new.status, 1, new.units);
  end if;
  return null;
end $$;

create trigger requests_tally_raised after insert on requests
  referencing new table as raised for each statement execute function tally_raised();
create trigger requests_tally_changed after update on requests for each row
  when ((old.raised_at, old.hospital_id, old.bank_id, old.component, old.blood_group, old.status, old.units)
    is distinct from
    (new.raised_at, new.hospital_id, new.bank_id, new.component, new.blood_group, new.status, new.units))
  execute function tally_changed();
create trigger requests_tally_deleted after delete on requests for each row execute function tally_changed();
