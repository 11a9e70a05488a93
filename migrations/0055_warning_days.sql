-- Days before its date from which an item is warned about; -1 means never, null the usual three.
alter table ingredients add column warning_days smallint check (warning_days between -1 and 60);
