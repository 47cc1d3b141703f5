-- The events of one subject are a chain. Two that follow the same one would be found as a forgery by whoever reads the
-- trail later, and can never be mended: better that the second is not written.
create unique index events_follow on events (subject_kind, subject_id, previous_hash);
