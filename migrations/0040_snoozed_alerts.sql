-- The day on which a snoozed alert is shown again.
alter table alerts add column snoozed_until text check (length(snoozed_until) = 10);
