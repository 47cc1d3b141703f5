-- What a bank issued on paper (ruling AMB-374). The provider may have entered the way of the order from the same paper,
-- so the same entry once more is known by itself.
create table late_issues (
  paper_number text not null references late_papers (paper_number),
  fingerprint text not null,
  slip text not null references issues (slip),
  primary key (paper_number, fingerprint)
);
