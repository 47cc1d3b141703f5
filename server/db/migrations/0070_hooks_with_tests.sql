-- A hook may be told of orders that were raised with test keys too (ruling AMB-418).
alter table hooks add column with_tests boolean not null default false;
