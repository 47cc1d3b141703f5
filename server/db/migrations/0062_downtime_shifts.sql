-- When the shifts of an organisation change, where it is not as usual (ruling AMB-355). '' is the provider's.
create table downtime_shifts (
  organisation_id text primary key,
  times text[] not null,
  version integer not null
);
