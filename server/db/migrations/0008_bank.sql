-- Issuing History: a bank's orders, newest first.
create index requests_of_bank on requests (bank_id, raised_at desc, id desc);
-- What a bank has still to issue, and what is on the road: few, however many it ever issued.
create index requests_of_bank_open on requests (bank_id, deadline_at, id)
  where status in ('bloodbank-approved', 'reservation-approved', 'sample-acquired', 'cross-matching', 'issued',
    'partially-completed');

-- The camps of a bank: the latest asked for first, and the next to be held.
drop index camps_of_bank;
create index camps_of_bank on camps (bank_id, asked_at desc, id desc);
create index camps_of_bank_by_day on camps (bank_id, held_on, id);
