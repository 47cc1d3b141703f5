-- Anybody who knows an address can ask for links: those push nothing out of what was done to the account either.
drop index events_of_account_changes;
create index events_of_account_changes on events (subject_id, id)
  where subject_kind = 'account'
  and kind not in (
    'password-reset-asked', 'mailbox-proof-asked',
    'signed-in', 'signed-out', 'sign-in-limited', 'backup-code-used', 'documents-exported');
