-- What is still due, the soonest first: of one hospital for its approvals, of all for the provider (listing.ts).
create index requests_pending_by_pickup on requests (hospital_id, pickup_at, id) where status = 'pending';
create index requests_due_by_deadline on requests (deadline_at, id)
  where status not in (
    'hospital-admin-rejected', 'bloodbank-rejected', 'cancelled', 'delivery-completed', 'completed'
  );
create index requests_due_by_pickup on requests (pickup_at, id)
  where status in ('pending', 'hospital-admin-approved', 'bloodbank-approved', 'reservation-approved');
