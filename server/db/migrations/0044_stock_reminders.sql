-- When a bank is reminded of a count that is older than a day (domain/stock/reminding.ts), by its own clock of 24 hours.
alter table organisations add stock_reminder_at text not null default '08:00'
  check (stock_reminder_at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$');
