-- A household's own backup is a source as well. A check cannot be changed in place on both engines, so its column is made anew.
alter table imports add column origin text not null default 'larder' check (origin in ('grocy', 'csv', 'kitchenowl', 'mealie', 'larder'));
update imports set origin = source;
alter table imports drop column source;
alter table imports rename column origin to source;
