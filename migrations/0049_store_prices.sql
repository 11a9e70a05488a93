-- Where it was bought.
alter table lots add column store_id text;
