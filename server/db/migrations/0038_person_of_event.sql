-- Who did it, beside the organisation they did it for. Older rows have none and are not rewritten: their account's
-- name is shown. Where no person is known, as with an account that several share, it is empty.
alter table events add column person text;

create function append_account_event(
  account text, what text, happened timestamptz, by_id text, by_name text, by_person text, told json,
  of_hospital text, of_bank text, said text
) returns void language plpgsql as $$
declare
  last_hash text;
begin
  perform from accounts where id = account for update;
  select hash into last_hash from events
  where subject_kind = 'account' and subject_id = account order by id desc limit 1;
  last_hash := coalesce(last_hash, '');
  insert into events (subject_kind, subject_id, kind, at, actor_id, actor_name, person, detail, hospital_id,
    bank_id, previous_hash, hash)
  values ('account', account, what, happened, by_id, by_name, by_person, told, of_hospital, of_bank, last_hash,
    encode(sha256(convert_to('["' || last_hash || '",' || said, 'UTF8')), 'hex'));
end $$;
