alter table shopping_bundles enable row level security;
alter table shopping_bundles force row level security;
create policy household on shopping_bundles using (larder_sees(household_id));

create function larder_note_shopping_bundles() returns trigger language plpgsql as $$ begin
  perform larder_note_rows(household_id, 'shoppingBundles', array_agg(distinct changed.id)) from changed group by household_id;
  return null;
end $$;
create trigger sync_insert after insert on shopping_bundles referencing new table as changed for each statement execute function larder_note_shopping_bundles();
create trigger sync_update after update on shopping_bundles referencing new table as changed for each statement execute function larder_note_shopping_bundles();
create trigger sync_delete after delete on shopping_bundles referencing old table as changed for each statement execute function larder_note_shopping_bundles();
