-- A delivery may have several slips (ruling AMB-358): the rest of one that was packed in part, and other bags for those
-- that do not go to its patient any more. What was set aside stays on its slip and in every register.
-- The version before goes on: it packs a delivery once, and reads every bag that left for it.
alter table issue_bags add set_aside_at timestamptz;
alter table issue_bags add set_aside_why text;
alter table issue_bags add constraint issue_bags_set_aside
  check ((set_aside_at is null) = (set_aside_why is null) and set_aside_why in ('new-bag', 'other-bank', 'recalled', 'misfit'));
create index issues_of_request on issues (request_id, seq);
alter table issues drop constraint issues_request_id_seq_key;

update issue_bags set set_aside_at = requests.linked_at, set_aside_why = 'other-bank'
from issues join requests on requests.id = issues.request_id
  join deliveries on deliveries.request_id = issues.request_id and deliveries.seq = issues.seq
where issues.slip = issue_bags.slip and issues.bank_id <> requests.bank_id and requests.linked_at > issues.issued_at
  and deliveries.delivered_at is null and deliveries.state <> 'issued' and not issues.is_emergency;

update issue_bags set set_aside_at = events.at, set_aside_why = 'recalled'
from events, issues, bags
where events.kind = 'bag-recalled' and events.subject_kind = 'request' and issues.request_id = events.subject_id
  and issues.bank_id = events.detail ->> 'bank' and issues.slip = issue_bags.slip and bags.id = issue_bags.bag_id
  and bags.number = events.detail ->> 'bag' and issue_bags.set_aside_at is null;

update issue_bags set set_aside_at = steps.decided_at, set_aside_why = 'new-bag'
from delivery_steps as steps join issues on issues.request_id = steps.request_id and issues.seq = steps.seq
  join deliveries on deliveries.request_id = issues.request_id and deliveries.seq = issues.seq
where issues.slip = issue_bags.slip and steps.decision = 'new-bag' and steps.decided_at > issues.issued_at
  and deliveries.delivered_at is null and issue_bags.set_aside_at is null;

-- What a slip said when it was signed (ruling AMB-359): requests and samples go on.
alter table issues add asked_group text;
alter table issues add sample_id uuid references samples;
alter table issues add found_group text;
alter table issues add antibody_screen text;
alter table issues add sample_until timestamptz;

update issues set asked_group = coalesce(
  (select events.detail ->> 'from' from events where events.subject_kind = 'request'
     and events.subject_id = issues.request_id and events.kind = 'group-corrected' and events.at > issues.issued_at
   order by events.id limit 1),
  requests.blood_group)
from requests where requests.id = issues.request_id;

-- Without an emergency bags left only where both groups were the same.
update issues set sample_id = tube.id, antibody_screen = tube.antibody_screen, sample_until = tube.valid_until,
  found_group = case when issues.is_emergency then tube.group_found else issues.asked_group end
from issues as one cross join lateral (
  select * from samples where samples.request_id = one.request_id and samples.bank_id = one.bank_id
    and samples.received_at <= one.issued_at
  order by exists (
    select from issue_bags join crossmatches on crossmatches.id = issue_bags.crossmatch_id
    where issue_bags.slip = one.slip and crossmatches.sample_id = samples.id) desc, received_at desc, id desc
  limit 1) as tube
where issues.slip = one.slip;

-- The version before writes none of it: the database does.
create function keep_groups_of_issue() returns trigger language plpgsql as $$
begin
  if new.asked_group is null then
    select blood_group into new.asked_group from requests where id = new.request_id;
    select id, group_found, antibody_screen, valid_until
      into new.sample_id, new.found_group, new.antibody_screen, new.sample_until
      from samples where request_id = new.request_id and bank_id = new.bank_id
      order by received_at desc, id desc limit 1;
  end if;
  return new;
end $$;
create trigger issues_keep_groups before insert on issues for each row execute function keep_groups_of_issue();
