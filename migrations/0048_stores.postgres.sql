alter table stores enable row level security;
alter table stores force row level security;
create policy household on stores using (larder_sees(household_id));

create function larder_note_stores() returns trigger language plpgsql as $$ begin
  perform larder_note_rows(household_id, 'stores', array_agg(distinct changed.id)) from changed group by household_id;
  return null;
end $$;
create trigger sync_insert after insert on stores referencing new table as changed for each statement execute function larder_note_stores();
create trigger sync_update after update on stores referencing new table as changed for each statement execute function larder_note_stores();
create trigger sync_delete after delete on stores referencing old table as changed for each statement execute function larder_note_stores();
