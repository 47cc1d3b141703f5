-- Whom an organisation's own admins invited. No account is made and none is looked for until the link is opened by
-- whoever has the mailbox (ruling AMB-287); of the link only a hash is kept.
create table invitations (
  id text primary key,
  organisation_id text not null references organisations (id) on delete cascade,
  email text not null,
  name text not null,
  product text not null check (product in ('pilot', 'plus', 'bloodbank')),
  role text not null check (role in ('admin', 'staff')),
  token_hash text not null unique,
  invited_by text not null,
  invited_at timestamptz not null,
  ends_at timestamptz not null,
  used_at timestamptz
);
create unique index invitations_open on invitations (organisation_id, email) where used_at is null;
