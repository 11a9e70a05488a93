-- A day can have something without a recipe, such as eating out.
alter table plan_entries add column text text check (length(text) between 1 and 120);
