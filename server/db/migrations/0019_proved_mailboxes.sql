-- Whoever is here counts as proved, and so does whoever the provider makes an account for; who signs up shows it first.
update accounts set email_verified = true;
alter table accounts alter column email_verified set default true;
