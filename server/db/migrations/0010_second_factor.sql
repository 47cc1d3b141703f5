-- A second factor of an account; secret and backup codes are encrypted by the identity library, which writes it.
create table second_factors (
  id text primary key,
  account_id text not null unique references accounts (id) on delete cascade,
  secret text not null,
  backup_codes text not null,
  -- begun, but no code has been given yet: not asked for at sign-in
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);

alter table accounts add column two_factor_enabled boolean not null default false;
create index verifications_of_account on verifications (value);
