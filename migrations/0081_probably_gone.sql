-- The probability that a lot is gone, by the last forecast, and the version of the lot that it is about; null if it is likely there.
alter table lots add column gone_percent integer check (gone_percent between 1 and 100);
alter table lots add column gone_version integer;
drop index lots_stock;
create index lots_stock on lots (household_id, ingredient_id, unit, milli, goes_off_on, id, version, gone_version) where state = 'active';
create index lots_probably_gone on lots (household_id) where gone_version is not null and state = 'active';
