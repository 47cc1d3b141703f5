-- Sign-ups that wait for their proof: few, and looked at each minute by how old they are.
create index accounts_unproved on accounts (created_at) where not email_verified;
