-- Invoice numbers have no gaps: one is given in the transaction that keeps the invoice, or not at all.
create table invoice_numbers (
  year smallint primary key,
  last integer not null check (last >= 1)
);

-- What the minute's look finds: reservations whose time is over, and requests that nobody took.
create index requests_self_completing on requests (deadline_at)
  where order_type = 'reservation' and bank_id is not null and status in (
    'bloodbank-approved', 'reservation-approved', 'sample-acquired', 'cross-matching', 'issued',
    'partially-completed', 'delivery-completed');
create index requests_expiring on requests (deadline_at)
  where not expired and status in ('pending', 'hospital-admin-approved');

-- How it is billed: decided at its first completion.
alter table requests add invoice_kind text not null default 'NORMAL'
  check (invoice_kind in ('NORMAL', 'RESERVATION_DECLINED'));

-- The pictures of a delivery, state by state, in the order they are taken.
insert into picture_types (state, name, position) values
  ('SampleAcquired', 'Sample', 1),
  ('SampleAcquired', 'Form', 2),
  ('CrossMatching', 'Report', 1),
  ('InTransit', 'Bag', 1),
  ('InTransit', 'Temperature', 2),
  ('Completed', 'Delivery', 1),
  ('Completed', 'Receipt', 2)
on conflict do nothing;
