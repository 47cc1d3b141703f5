-- Which donation a donor form belongs to (ruling AMB-352): one form, one number.
create index bags_by_form on bags (donor_form_id) where donor_form_id is not null;
