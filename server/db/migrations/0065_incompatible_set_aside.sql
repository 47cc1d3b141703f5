-- A bag that left in an emergency and proved incompatible since is set aside (ruling AMB-379).
-- The version before goes on: it shows the others.
alter table issue_bags drop constraint issue_bags_set_aside;
alter table issue_bags add constraint issue_bags_set_aside
  check ((set_aside_at is null) = (set_aside_why is null)
    and set_aside_why in ('new-bag', 'other-bank', 'recalled', 'misfit', 'incompatible'));

update issue_bags set set_aside_at = crossmatches.done_at, set_aside_why = 'incompatible'
from crossmatches, bags
where crossmatches.id = issue_bags.crossmatch_id and crossmatches.result = 'incompatible' and set_aside_at is null
  and bags.id = issue_bags.bag_id and bags.state in ('issued', 'received');
