alter table shopping_trips enable row level security;
alter table shopping_trips force row level security;
create policy household on shopping_trips using (larder_sees(household_id));

create function larder_note_shopping_trips() returns trigger language plpgsql as $$ begin
  perform larder_note_rows(household_id, 'shoppingTrips', array_agg(distinct changed.id)) from changed group by household_id;
  return null;
end $$;
create trigger sync_insert after insert on shopping_trips referencing new table as changed for each statement execute function larder_note_shopping_trips();
create trigger sync_update after update on shopping_trips referencing new table as changed for each statement execute function larder_note_shopping_trips();
create trigger sync_delete after delete on shopping_trips referencing old table as changed for each statement execute function larder_note_shopping_trips();
