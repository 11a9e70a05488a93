-- The day of the month that the due date is meant for, which a short month may lack; null for its own.
alter table recurring_items add column month_day smallint check (month_day between 1 and 31);
