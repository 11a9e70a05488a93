-- A day can have something without a recipe, such as eating out.
alter table plan_entries alter column recipe_id drop not null;
alter table plan_entries add column text text check (length(text) between 1 and 120);
alter table plan_entries add constraint plan_entries_what check ((recipe_id is null) <> (text is null));
