-- A file lies under a key of its own; its row says at which path it is found, and the one named last is the file there.
create sequence stored_file_names;

create table stored_files (
  id bigint generated always as identity primary key,
  content_key text not null unique,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes bigint not null,
  stored_at timestamptz not null default now(),
  -- both null: nothing names it, not yet or not any more
  path text,
  named bigint,
  -- it is being removed: nothing may name it any more
  gone_at timestamptz,
  check ((path is null) = (named is null)),
  check (path is null or gone_at is null)
);
create index stored_files_by_path on stored_files (path, named desc) where path is not null;
create index stored_files_unnamed on stored_files (stored_at) where path is null;
