-- Whether the group of an erased form was another than that of a bag of its donation (ruling AMB-395): those bags wait.
alter table erased_forms add differs boolean not null default false;
