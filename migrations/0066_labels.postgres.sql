alter table label_sheets enable row level security;
alter table label_sheets force row level security;
create policy household on label_sheets using (larder_sees(household_id));

alter table labels enable row level security;
alter table labels force row level security;
create policy household on labels using (larder_sees(household_id));

create function larder_note_labels() returns trigger language plpgsql as $$ begin
  perform larder_note_rows(household_id, 'labels', array_agg(distinct changed.id)) from changed group by household_id;
  return null;
end $$;
create trigger sync_insert after insert on labels referencing new table as changed for each statement execute function larder_note_labels();
create trigger sync_update after update on labels referencing new table as changed for each statement execute function larder_note_labels();
create trigger sync_delete after delete on labels referencing old table as changed for each statement execute function larder_note_labels();
