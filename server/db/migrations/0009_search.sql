-- Accounts: a few letters of a name or an e-mail find it without reading every account.
create extension if not exists pg_trgm;
create index accounts_by_letters on accounts using gin (lower(email || ' ' || name) gin_trgm_ops);
