-- Browsers that ring for somebody while no page is open (decision 78).
create table push_subscriptions (
  id bigint generated always as identity primary key,
  account_id text not null references accounts (id) on delete cascade,
  -- for whom its person acts there; null for the provider and for drivers
  organisation_id text references organisations (id),
  -- as what they do: their screens have addresses of their own
  product text not null check (product in ('admin', 'pilot', 'plus', 'bloodbank', 'driver')),
  -- in which it was said last: ended by somebody, and not by the time, it ends this too
  session_id text,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  -- the server's, for which the browser made it: with another one it takes nothing
  server_key text not null,
  device text not null,
  added_at timestamptz not null,
  seen_at timestamptz not null
);
create index push_subscriptions_of_account on push_subscriptions (account_id);
create index push_subscriptions_of_session on push_subscriptions (session_id);

create function pushes_end() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions where session_id = old.id;
  return null;
end $$;
create trigger sessions_end_pushes after delete on sessions
for each row when (old.expires_at > now()) execute function pushes_end();

-- To which browser, and where it leads.
alter table notifications add column browser_id bigint;
alter table notifications add column path text;
-- The version before goes on: it writes mails and texts alone, and takes no others to send.
alter table notifications drop constraint notifications_channel_check;
alter table notifications add constraint notifications_channel_check check (channel in ('mail', 'sms', 'push'));
