-- Who is called may ask to be left alone until then (ruling AMB-356).
alter table hooks add column quiet_until timestamptz;
