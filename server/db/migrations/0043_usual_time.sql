-- How long it usually takes from the link of an order to its delivery (usual-store.ts): reckoned once a day over the last
-- 90 days, so that the minute's look at what nobody took reads one row. The index is all that the reckoning reads.
create table usual_times (
  what text primary key check (what = 'link to delivery'),
  deliveries integer not null default 0 check (deliveries >= 0),
  median_ms bigint not null default 0 check (median_ms >= 0),
  reckoned_at timestamptz
);
insert into usual_times (what) values ('link to delivery');
create index requests_link_to_delivery on requests (delivered_at, linked_at)
  where delivered_at is not null and linked_at is not null;
