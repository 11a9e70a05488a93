alter table shopping_lists enable row level security;
alter table shopping_lists force row level security;
create policy household on shopping_lists using (larder_sees(household_id));

create function larder_note_shopping_lists() returns trigger language plpgsql as $$ begin
  perform larder_note_rows(household_id, 'shoppingLists', array_agg(distinct changed.id)) from changed group by household_id;
  return null;
end $$;
create trigger sync_insert after insert on shopping_lists referencing new table as changed for each statement execute function larder_note_shopping_lists();
create trigger sync_update after update on shopping_lists referencing new table as changed for each statement execute function larder_note_shopping_lists();
create trigger sync_delete after delete on shopping_lists referencing old table as changed for each statement execute function larder_note_shopping_lists();
