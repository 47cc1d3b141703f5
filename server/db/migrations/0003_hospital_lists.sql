-- Delivery Status and Live Status: newest change first, over what they show and nothing else.
create index requests_of_hospital_delivered on requests (hospital_id, updated_at desc, id desc)
  where status not in ('pending', 'hospital-admin-rejected');
create index requests_of_hospital_live on requests (hospital_id, updated_at desc, id desc)
  where status in ('bloodbank-approved', 'hospital-admin-approved', 'partially-completed');

alter table requests add delivery_temperature numeric(4, 1);
alter table deliveries add check (state = lower(state));
