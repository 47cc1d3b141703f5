-- It runs as the owner and holds the trail: a role that only reads could call it, and stop all writing for as long as it
-- likes. The app's role is given it with its other rights (server/db/roles.ts).
revoke execute on function last_settled_event() from public;
