-- An invoice of this order is being made anew, at the longest until then: a server that died over it holds nobody up.
alter table requests add regenerating_until timestamptz;
