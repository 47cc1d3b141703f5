-- Whether an ended subscription stops a hospital from approving is the provider's choice; otherwise it is a notice.
alter table organisations add is_blocked_when_ended boolean not null default false;
