-- What persons are told in the page, one row for each reader: an organisation or the provider (domain/messages/news.ts).
create table news (
  id bigint generated always as identity primary key,
  event_id bigint not null,
  kind text not null,
  -- 'provider', or 'place ' and an organisation's id
  reader text not null,
  title text not null,
  words text not null,
  request_id text,
  about_id text,
  thread text,
  takes_back boolean not null default false,
  -- something happened since that makes it wrong
  is_over boolean not null default false,
  at timestamptz not null,
  -- whose act it was: to them it is no news
  actor_id text,
  unique (event_id, kind, reader)
);
-- by an order that the primary key has not, or a kind of which there is little is looked for in all there is
create index news_of_reader on news (reader, kind, (- id));
create index news_in_thread on news (thread) where thread is not null;

-- Who opened which.
create table news_read (
  news_id bigint not null references news (id) on delete cascade,
  account_id text not null references accounts (id) on delete cascade,
  primary key (news_id, account_id)
);
create index news_read_by_account on news_read (account_id);

-- Up to which somebody has read all of a reader's.
create table news_read_up_to (
  account_id text not null references accounts (id) on delete cascade,
  reader text not null,
  news_id bigint not null,
  primary key (account_id, reader)
);
