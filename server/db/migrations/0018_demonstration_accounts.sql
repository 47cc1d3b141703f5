-- Accounts that the demonstration made, with a password that everybody knows: production does not start on them.
alter table accounts add column is_demonstration boolean not null default false;
-- those of earlier versions: the demonstration alone makes ids from addresses
update accounts set is_demonstration = true
where id = left(encode(sha256(convert_to('account ' || email, 'UTF8')), 'hex'), 32);
