-- As of which tube the hospital said that its patient is Oh, or is not (`bombay` is null then), and by which patient ID;
-- and both that word and the tubes in which Oh was found, few among many, by the patient (ruling AMB-405).
alter table more_for_bank add bombay_at timestamptz, add bombay_of text;
create index more_for_bank_bombay on more_for_bank (lower(btrim(bombay_of))) where bombay_at is not null;
create index samples_bombay on samples (lower(btrim(label_patient_id))) where group_found in ('Oh+', 'Oh-');
update more_for_bank set bombay_at = requests.updated_at, bombay_of = requests.patient_id
from requests where requests.id = more_for_bank.request_id and bombay is not null;
