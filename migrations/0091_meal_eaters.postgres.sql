alter table meal_eaters enable row level security;
alter table meal_eaters force row level security;
create policy household on meal_eaters using (larder_sees(household_id));

create function larder_note_meal_eaters() returns trigger language plpgsql as $$ begin
  perform larder_note_rows(household_id, 'mealEaters', array_agg(distinct changed.id)) from changed group by household_id;
  return null;
end $$;
create trigger sync_insert after insert on meal_eaters referencing new table as changed for each statement execute function larder_note_meal_eaters();
create trigger sync_update after update on meal_eaters referencing new table as changed for each statement execute function larder_note_meal_eaters();
create trigger sync_delete after delete on meal_eaters referencing old table as changed for each statement execute function larder_note_meal_eaters();
