alter table recurring_items enable row level security;
alter table recurring_items force row level security;
create policy household on recurring_items using (larder_sees(household_id));

create function larder_note_recurring_items() returns trigger language plpgsql as $$ begin
  perform larder_note_rows(household_id, 'recurringItems', array_agg(distinct changed.id)) from changed group by household_id;
  return null;
end $$;
create trigger sync_insert after insert on recurring_items referencing new table as changed for each statement execute function larder_note_recurring_items();
create trigger sync_update after update on recurring_items referencing new table as changed for each statement execute function larder_note_recurring_items();
create trigger sync_delete after delete on recurring_items referencing old table as changed for each statement execute function larder_note_recurring_items();
