-- What was used up in another app comes along as well. A check cannot be changed in place on both engines, so its column is made anew.
alter table import_rows add column what text not null default 'food' check (what in ('food', 'barcode', 'lot', 'past', 'list', 'recipe'));
update import_rows set what = kind;
alter table import_rows drop column kind;
alter table import_rows rename column what to kind;
