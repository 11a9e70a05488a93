-- A Larder export also brings meal plans, diets and settings. A check cannot be changed in place on both engines, so a new column replaces it.
alter table import_rows add column what text not null default 'food'
  check (what in ('food', 'barcode', 'lot', 'past', 'list', 'recipe', 'diet', 'plan', 'setting'));
update import_rows set what = kind;
alter table import_rows drop column kind;
alter table import_rows rename column what to kind;
