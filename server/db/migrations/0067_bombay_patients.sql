-- A patient whose tube was found to be Oh, by the hospital's word (ruling AMB-376). The request itself says O, since no
-- list of it has Oh; the bench goes by this.
alter table more_for_bank add bombay text check (bombay in ('Oh+', 'Oh-'));
