-- Banks that refused an order, the last one last: it waits for another one, and Orders and Link say who said no.
alter table requests add refused_by text[] not null default '{}';
