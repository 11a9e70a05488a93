alter table places enable row level security;
alter table places force row level security;
create policy household on places using (larder_sees(household_id));

create function larder_note_places() returns trigger language plpgsql as $$ begin
  perform larder_note_rows(household_id, 'places', array_agg(distinct changed.id)) from changed group by household_id;
  return null;
end $$;
create trigger sync_insert after insert on places referencing new table as changed for each statement execute function larder_note_places();
create trigger sync_update after update on places referencing new table as changed for each statement execute function larder_note_places();
create trigger sync_delete after delete on places referencing old table as changed for each statement execute function larder_note_places();
