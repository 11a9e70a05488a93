alter table plan_entries alter column recipe_id drop not null;
alter table plan_entries add constraint plan_entries_what check ((recipe_id is null) <> (text is null));
