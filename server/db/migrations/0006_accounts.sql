-- Accounts: organisations that wait first, then by name; and who belongs to one, by grant or by e-mail.
create index organisations_in_order on organisations ((account_status <> 'pending'), lower(name), id);
create index grants_of_organisation on grants (organisation_id);
-- no id has an underscore: what stands before the first one is all that can be the hospital or bank of an e-mail
create index accounts_by_place on accounts (split_part(split_part(email, '@', 1), '_', 1));

-- Messages: newest first is by id; each state of each channel is a short walk of its own.
create index notifications_by_state on notifications (state, channel, id desc);
