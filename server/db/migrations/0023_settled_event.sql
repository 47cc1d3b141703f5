-- The app's role may add to the trail and not hold it, so the one moment of holding is the owner's: the newest event
-- below which none will appear any more (server/db/sealing.ts).
create function last_settled_event() returns bigint
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  set local lock_timeout = '500ms';
  lock table events in share mode;
  return (select coalesce(max(id), 0) from events);
end $$;
