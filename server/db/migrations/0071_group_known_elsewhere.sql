-- The group that the bags of an emergency went by, where neither the request nor a tube of the order says it (ruling
-- AMB-424). Of slips from before it is not known; the version before writes none.
alter table issues add known_group text;
