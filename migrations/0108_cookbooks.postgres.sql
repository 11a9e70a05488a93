alter table cookbooks enable row level security;
alter table cookbooks force row level security;
create policy household on cookbooks using (larder_sees(household_id));

create function larder_note_cookbooks() returns trigger language plpgsql as $$ begin
  perform larder_note_rows(household_id, 'cookbooks', array_agg(distinct changed.id)) from changed group by household_id;
  return null;
end $$;
create trigger sync_insert after insert on cookbooks referencing new table as changed for each statement execute function larder_note_cookbooks();
create trigger sync_update after update on cookbooks referencing new table as changed for each statement execute function larder_note_cookbooks();
create trigger sync_delete after delete on cookbooks referencing old table as changed for each statement execute function larder_note_cookbooks();

alter table cookbook_links enable row level security;
alter table cookbook_links force row level security;
create policy household on cookbook_links using (larder_sees(household_id));

-- Whose a link is, is asked before any household is known.
create policy keys_door on cookbook_links for select using (larder_door('keys'));
