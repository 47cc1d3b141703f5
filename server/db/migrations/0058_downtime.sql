-- The pack for the day nothing works (rulings AMB-340 to AMB-342). '' is the provider's.
-- Numbers of papers only ever go up, so none is printed twice; who is at a pack is seen by when it was tried.
create table downtime_papers (
  organisation_id text primary key,
  last_number integer not null default 0,
  tried_at timestamptz
);
create table downtime_packs (
  id bigint generated always as identity primary key,
  organisation_id text not null,
  -- Empty: somebody asked for it.
  shift_at timestamptz,
  made_at timestamptz not null,
  made_by text not null,
  until timestamptz not null,
  first_number integer not null,
  last_number integer not null,
  orders integer not null,
  path text not null
);
create index downtime_packs_newest on downtime_packs (organisation_id, id desc);
create unique index downtime_packs_once on downtime_packs (organisation_id, shift_at) where shift_at is not null;

-- What stood on paper and was entered afterwards (rulings AMB-343, AMB-344): a paper is of one request.
create table late_papers (
  paper_number text primary key,
  request_id text not null references requests (id),
  -- Of what was entered last from it: the same once more is answered as it was.
  fingerprint text not null
);
create table late_entries (
  event_id bigint primary key,
  request_id text not null references requests (id),
  paper_number text not null references late_papers (paper_number),
  done_at timestamptz not null,
  entered_at timestamptz not null,
  entered_by text not null
);
create index late_entries_of_request on late_entries (request_id);
create index late_papers_of_request on late_papers (request_id);
