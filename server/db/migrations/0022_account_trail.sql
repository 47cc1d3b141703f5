-- What was done to an account stays a short walk, however often its person has signed in since.
create index events_of_account_changes on events (subject_id, id)
  where subject_kind = 'account'
  and kind not in ('signed-in', 'signed-out', 'sign-in-limited', 'backup-code-used', 'documents-exported');
