-- A bank tells two steps of a delivery as well (ruling AMB-220): then it has no driver, and who of the bank said so.
-- The version before goes on: what it writes is a driver's, and of a bank's step it reads that nobody is named.
alter table delivery_steps alter driver_email drop not null;
alter table delivery_steps add teller text not null default 'driver';
alter table delivery_steps add told_by text;
alter table delivery_steps add constraint delivery_steps_teller
  check (teller in ('driver', 'bank') and (teller = 'driver') = (driver_email is not null));
-- What a driver tells later is kept beside it.
create unique index delivery_steps_once_each on delivery_steps (request_id, seq, step, teller) where kept_aside is null;
drop index delivery_steps_once;

-- Bags of an emergency whose cross-match is still to come: few, however many slips there ever were.
alter table issues add results_owed integer not null default 0;
create index issues_owed on issues (bank_id, request_id) where results_owed > 0;

-- What the clock completed while it was still out stays on the bench (ruling AMB-211).
create index requests_of_bank_still_out on requests (bank_id, deadline_at, id)
  where status = 'completed' and invoice_kind = 'NORMAL' and delivered_at is null;
