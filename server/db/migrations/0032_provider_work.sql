-- What waits for the provider (waiting-store.ts): what a hospital approved and no bank has, by its pickup; and what is in
-- somebody's hands, by what is due next of it. Neither grows with what was ever ordered.
create index requests_to_link on requests (expired, pickup_at, id)
  where status = 'hospital-admin-approved' and bank_id is null;
create index requests_in_hand on requests (
  (case when status in ('pending', 'hospital-admin-approved', 'bloodbank-approved', 'reservation-approved')
    then pickup_at else deadline_at end), id
) where status in (
  'bloodbank-approved', 'reservation-approved', 'sample-acquired', 'cross-matching', 'issued', 'partially-completed'
);
