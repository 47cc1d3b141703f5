-- What a register walks through, between two days of one bank.
create index samples_of_bank on samples (bank_id, received_at);
create index crossmatches_of_sample on crossmatches (sample_id);
create index bags_taken_in on bags (bank_id, taken_at, id);
