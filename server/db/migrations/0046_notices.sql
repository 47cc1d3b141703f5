-- What the provider has to say to those who use the product (ruling AMB-310): it stands on Home from its beginning to
-- its end, and is kept. What is over is never walked past: the index knows when each one is.
create table notices (
  id bigint generated always as identity primary key,
  text text not null,
  audience text not null check (audience in ('all', 'hospitals', 'banks', 'chosen')),
  organisation_ids text[] not null default '{}',
  from_at timestamptz not null,
  until_at timestamptz,
  written_at timestamptz not null,
  written_by text not null,
  ended_at timestamptz,
  ended_by text,
  version integer not null default 1,
  is_over_at timestamptz not null generated always as (
    least(coalesce(until_at, 'infinity'::timestamptz), coalesce(ended_at, 'infinity'::timestamptz))) stored
);
create index notices_not_over on notices (is_over_at);

-- The one there always was (ruling AMB-175).
insert into notices (text, audience, from_at, written_at, written_by)
values ('Platelet support (SDP and RDP) has been added. SDP is available 8:00 AM to 5:00 PM.', 'all',
  '2026-01-01 00:00+05:30', '2026-01-01 00:00+05:30', 'Crossmatch');
