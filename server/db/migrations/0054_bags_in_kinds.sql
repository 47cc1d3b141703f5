-- A shelf, or what left it, by component and group: however much there is, a page is as long as a page.
create index bags_in_kinds on bags (bank_id, state, component, blood_group, expires_at, id);
