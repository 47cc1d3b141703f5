-- Whoever reads slips by time goes by when they became known: one that was entered from a paper is older than that
-- (ruling AMB-378).
-- The version before goes on: what it does not write the database does, and it sorts a hospital's slips without the index.
alter table issues add known_at timestamptz;
update issues set known_at = issued_at;
update issues set known_at = late_entries.entered_at
from late_issues join late_entries using (paper_number) join events on events.id = late_entries.event_id
where late_issues.slip = issues.slip and events.kind = 'bags-issued' and events.detail ->> 'slip' = issues.slip;
create function know_issue() returns trigger language plpgsql as $$
begin
  new.known_at := coalesce(new.known_at, new.issued_at);
  return new;
end $$;
create trigger issues_known before insert on issues for each row execute function know_issue();
alter table issues alter known_at set not null;
create index issues_known_to_hospital on issues (hospital_id, known_at, slip);
drop index issues_of_hospital;
