-- One event of an account, in one round trip: people sign in all day. Each statement inside sees what was committed
-- when the account's row was had, so of two at once the second follows the first. What the hash is taken over beyond
-- the hash before it comes as it is hashed everywhere else.
create function append_account_event(
  account text, what text, happened timestamptz, by_id text, by_name text, told json, said text
) returns void language plpgsql as $$
declare
  last_hash text;
begin
  perform from accounts where id = account for update;
  select hash into last_hash from events
  where subject_kind = 'account' and subject_id = account order by id desc limit 1;
  last_hash := coalesce(last_hash, '');
  insert into events (subject_kind, subject_id, kind, at, actor_id, actor_name, detail, previous_hash, hash)
  values ('account', account, what, happened, by_id, by_name, told, last_hash,
    encode(sha256(convert_to('["' || last_hash || '",' || said, 'UTF8')), 'hex'));
end $$;
