-- The import that filled the household with a sample kitchen, until it is cleared.
alter table households add column sample_import text;
-- See 0028_imports_of_larder.sql.
alter table imports add column origin text not null default 'sample' check (origin in ('grocy', 'csv', 'kitchenowl', 'mealie', 'larder', 'sample'));
update imports set origin = source;
alter table imports drop column source;
alter table imports rename column origin to source;
