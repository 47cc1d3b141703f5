-- Whose text it is, so that one hospital's use up its own budget alone; and the order a driver is told of.
alter table notifications add column organisation_id text references organisations (id);
alter table notifications add column request_id text references requests (id);
create index notifications_by_request on notifications (request_id, id desc) where request_id is not null;

-- Raises whose messages wait to be told in one: there are rows only while somebody raises far more than a ward does.
create table gathered_raises (
  id bigint generated always as identity primary key,
  hospital_id text not null references organisations (id),
  raised_at timestamptz not null
);
