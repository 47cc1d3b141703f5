-- The number that an order has where it was sent from: the same number is the same order. Written with the order.
create table outside_ids (
  organisation_id text not null references organisations,
  value text not null,
  system text not null,
  request_id text not null references requests,
  -- of what was sent with it
  fingerprint text not null,
  primary key (organisation_id, value, system)
);
create index outside_ids_of_request on outside_ids (request_id);

-- What changed, the latest first, of a hospital or of a bank: a page is as long as a page.
create index requests_of_hospital_changed on requests (hospital_id, status, updated_at desc, id desc);
create index requests_of_bank_changed on requests (bank_id, status, updated_at desc, id desc)
  where bank_id is not null;
