-- Accounts: a few letters find a hospital or bank without reading every one of them.
create index organisations_by_letters on organisations using gin (lower(name || ' ' || id || ' ' || email) gin_trgm_ops);
