alter table recipe_cookings enable row level security;
alter table recipe_cookings force row level security;
create policy household on recipe_cookings using (larder_sees(household_id));

create function larder_note_recipe_cookings() returns trigger language plpgsql as $$ begin
  perform larder_note_rows(household_id, 'cookings', array_agg(distinct changed.id)) from changed group by household_id;
  return null;
end $$;
create trigger sync_insert after insert on recipe_cookings referencing new table as changed for each statement execute function larder_note_recipe_cookings();
create trigger sync_update after update on recipe_cookings referencing new table as changed for each statement execute function larder_note_recipe_cookings();
create trigger sync_delete after delete on recipe_cookings referencing old table as changed for each statement execute function larder_note_recipe_cookings();
