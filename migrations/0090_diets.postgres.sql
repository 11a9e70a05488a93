alter table eaters enable row level security;
alter table eaters force row level security;
create policy household on eaters using (larder_sees(household_id));

create function larder_note_eaters() returns trigger language plpgsql as $$ begin
  perform larder_note_rows(household_id, 'eaters', array_agg(distinct changed.id)) from changed group by household_id;
  return null;
end $$;
create trigger sync_insert after insert on eaters referencing new table as changed for each statement execute function larder_note_eaters();
create trigger sync_update after update on eaters referencing new table as changed for each statement execute function larder_note_eaters();
create trigger sync_delete after delete on eaters referencing old table as changed for each statement execute function larder_note_eaters();
alter table food_contents enable row level security;
alter table food_contents force row level security;
create policy household on food_contents using (larder_sees(household_id));

create function larder_note_food_contents() returns trigger language plpgsql as $$ begin
  perform larder_note_rows(household_id, 'foodContents', array_agg(distinct changed.id)) from changed group by household_id;
  return null;
end $$;
create trigger sync_insert after insert on food_contents referencing new table as changed for each statement execute function larder_note_food_contents();
create trigger sync_update after update on food_contents referencing new table as changed for each statement execute function larder_note_food_contents();
create trigger sync_delete after delete on food_contents referencing old table as changed for each statement execute function larder_note_food_contents();
