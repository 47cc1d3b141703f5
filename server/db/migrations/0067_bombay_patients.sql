-- A patient whose tube was found to be Oh, by the hospital's word (ruling AMB-376). The request itself says O, since no
-- list of it has Oh; the bench goes by this.
-- The version before goes on: it writes no word of Oh, and what it has in its hands it leaves as it is; what a version of
-- now has corrected to Oh it holds for a tube that differs, since it reads O.
alter table more_for_bank add bombay text check (bombay in ('Oh+', 'Oh-'));
