-- The door that triggers open for themselves: they run in the scope of whatever statement fires them.
alter table row_changes enable row level security;
alter table row_changes force row level security;
create policy household on row_changes using (larder_sees(household_id));
create policy sync_door on row_changes using (larder_door('sync'));
create policy sync_door on households for select using (larder_door('sync'));
-- Allows the lock, but no update.
create policy sync_lock on households for update using (larder_door('sync')) with check (false);
create policy sync_door on members for select using (larder_door('sync'));

-- Notes that rows changed. The household's row must be locked, so that the number isn't taken by a change committed in between: a write in
-- the household's scope locks it first.
create function larder_note_rows(household text, kind text, row_ids text[]) returns void language plpgsql as $$
#variable_conflict use_column
declare door text := coalesce(current_setting('larder.door', true), '');
begin
  perform set_config('larder.door', 'sync', true);
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, larder_note_rows.kind, changed.row_id, households.seq + 1
    from households, unnest(row_ids) as changed (row_id)
    where households.id = household and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
  perform set_config('larder.door', door, true);
end $$;

create function larder_note_ingredients() returns trigger language plpgsql as $$ begin
  perform larder_note_rows(household_id, 'ingredients', array_agg(distinct changed.id)) from changed group by household_id;
  return null;
end $$;
create trigger sync_insert after insert on ingredients referencing new table as changed for each statement execute function larder_note_ingredients();
create trigger sync_update after update on ingredients referencing new table as changed for each statement execute function larder_note_ingredients();
create trigger sync_delete after delete on ingredients referencing old table as changed for each statement execute function larder_note_ingredients();

create function larder_note_barcodes() returns trigger language plpgsql as $$ begin
  perform larder_note_rows(household_id, 'ingredients', array_agg(distinct changed.ingredient_id)) from changed group by household_id;
  return null;
end $$;
create trigger sync_insert after insert on barcodes referencing new table as changed for each statement execute function larder_note_barcodes();
create trigger sync_update after update on barcodes referencing new table as changed for each statement execute function larder_note_barcodes();
-- A barcode may move to another ingredient.
create trigger sync_move after update on barcodes referencing old table as changed for each statement execute function larder_note_barcodes();
create trigger sync_delete after delete on barcodes referencing old table as changed for each statement execute function larder_note_barcodes();

create function larder_note_lots() returns trigger language plpgsql as $$ begin
  perform larder_note_rows(household_id, 'lots', array_agg(distinct changed.id)) from changed group by household_id;
  return null;
end $$;
create trigger sync_insert after insert on lots referencing new table as changed for each statement execute function larder_note_lots();
create trigger sync_update after update on lots referencing new table as changed for each statement execute function larder_note_lots();
create trigger sync_delete after delete on lots referencing old table as changed for each statement execute function larder_note_lots();

create function larder_note_reservations() returns trigger language plpgsql as $$ begin
  perform larder_note_rows(household_id, 'reservations', array_agg(distinct changed.id)) from changed group by household_id;
  return null;
end $$;
create trigger sync_insert after insert on reservations referencing new table as changed for each statement execute function larder_note_reservations();
create trigger sync_update after update on reservations referencing new table as changed for each statement execute function larder_note_reservations();
create trigger sync_delete after delete on reservations referencing old table as changed for each statement execute function larder_note_reservations();

create function larder_note_shopping_items() returns trigger language plpgsql as $$ begin
  perform larder_note_rows(household_id, 'shopping', array_agg(distinct changed.id)) from changed group by household_id;
  return null;
end $$;
create trigger sync_insert after insert on shopping_items referencing new table as changed for each statement execute function larder_note_shopping_items();
create trigger sync_update after update on shopping_items referencing new table as changed for each statement execute function larder_note_shopping_items();
create trigger sync_delete after delete on shopping_items referencing old table as changed for each statement execute function larder_note_shopping_items();

create function larder_note_shopping_aisles() returns trigger language plpgsql as $$ begin
  perform larder_note_rows(household_id, 'aisles', array['aisles']) from changed group by household_id;
  return null;
end $$;
create trigger sync_insert after insert on shopping_aisles referencing new table as changed for each statement execute function larder_note_shopping_aisles();
create trigger sync_update after update on shopping_aisles referencing new table as changed for each statement execute function larder_note_shopping_aisles();
create trigger sync_delete after delete on shopping_aisles referencing old table as changed for each statement execute function larder_note_shopping_aisles();

create function larder_note_shopping_steps() returns trigger language plpgsql as $$ begin
  perform larder_note_rows(household_id, 'aisles', array['aisles']) from changed group by household_id;
  return null;
end $$;
create trigger sync_insert after insert on shopping_steps referencing new table as changed for each statement execute function larder_note_shopping_steps();
create trigger sync_update after update on shopping_steps referencing new table as changed for each statement execute function larder_note_shopping_steps();
create trigger sync_delete after delete on shopping_steps referencing old table as changed for each statement execute function larder_note_shopping_steps();

create function larder_note_recipes() returns trigger language plpgsql as $$ begin
  perform larder_note_rows(household_id, 'recipes', array_agg(distinct changed.id)) from changed group by household_id;
  return null;
end $$;
create trigger sync_insert after insert on recipes referencing new table as changed for each statement execute function larder_note_recipes();
create trigger sync_update after update on recipes referencing new table as changed for each statement execute function larder_note_recipes();
create trigger sync_delete after delete on recipes referencing old table as changed for each statement execute function larder_note_recipes();

create function larder_note_recipe_foods() returns trigger language plpgsql as $$ begin
  perform larder_note_rows(household_id, 'recipeMatches', array_agg(distinct changed.food_key)) from changed group by household_id;
  return null;
end $$;
create trigger sync_insert after insert on recipe_foods referencing new table as changed for each statement execute function larder_note_recipe_foods();
create trigger sync_update after update on recipe_foods referencing new table as changed for each statement execute function larder_note_recipe_foods();
create trigger sync_delete after delete on recipe_foods referencing old table as changed for each statement execute function larder_note_recipe_foods();

create function larder_note_plan_entries() returns trigger language plpgsql as $$ begin
  perform larder_note_rows(household_id, 'plan', array_agg(distinct changed.id)) from changed group by household_id;
  return null;
end $$;
create trigger sync_insert after insert on plan_entries referencing new table as changed for each statement execute function larder_note_plan_entries();
create trigger sync_update after update on plan_entries referencing new table as changed for each statement execute function larder_note_plan_entries();
create trigger sync_delete after delete on plan_entries referencing old table as changed for each statement execute function larder_note_plan_entries();

create function larder_note_alerts() returns trigger language plpgsql as $$ begin
  perform larder_note_rows(household_id, 'alerts', array_agg(distinct changed.id)) from changed group by household_id;
  return null;
end $$;
create trigger sync_insert after insert on alerts referencing new table as changed for each statement execute function larder_note_alerts();
create trigger sync_update after update on alerts referencing new table as changed for each statement execute function larder_note_alerts();
create trigger sync_delete after delete on alerts referencing old table as changed for each statement execute function larder_note_alerts();

-- What was last paid for an ingredient.
create function larder_note_prices() returns trigger language plpgsql as $$ begin
  if tg_op <> 'INSERT' then perform larder_note_rows(old.household_id, 'prices', array[old.ingredient_id]); end if;
  if tg_op <> 'DELETE' then perform larder_note_rows(new.household_id, 'prices', array[new.ingredient_id]); end if;
  return null;
end $$;
create trigger sync_price_insert after insert on lots for each row when (new.price_cents is not null) execute function larder_note_prices();
create trigger sync_price_update after update of price_cents, whole_milli, unit, ingredient_id, state on lots for each row
  when ((old.price_cents is not null or new.price_cents is not null) and (old.price_cents is distinct from new.price_cents or old.whole_milli <> new.whole_milli
    or old.unit <> new.unit or old.ingredient_id <> new.ingredient_id or (old.state = 'removed') <> (new.state = 'removed')))
  execute function larder_note_prices();
create trigger sync_price_delete after delete on lots for each row when (old.price_cents is not null) execute function larder_note_prices();

create function larder_note_households() returns trigger language plpgsql as $$
declare door text := coalesce(current_setting('larder.door', true), '');
begin
  if tg_op = 'UPDATE' then
    perform larder_note_rows(new.id, 'household', array[new.id]);
    return null;
  end if;
  perform set_config('larder.door', 'sync', true);
  insert into row_changes (household_id, kind, row_id, seq) values (new.id, 'epoch', gen_random_uuid()::text, 0);
  perform set_config('larder.door', door, true);
  return null;
end $$;
create trigger sync_insert after insert on households for each row execute function larder_note_households();
create trigger sync_update after update of name, time_zone, currency, invite_hash, invite_box, invite_changed_at, version, deleted_at on households
  for each row execute function larder_note_households();

-- `access`: from here on, what the user may see differs.
create function larder_note_members() returns trigger language plpgsql as $$ begin
  if tg_op = 'DELETE' then
    perform larder_note_rows(old.household_id, 'members', array[old.user_id]);
    perform larder_note_rows(old.household_id, 'access', array[old.user_id]);
    return null;
  end if;
  perform larder_note_rows(new.household_id, 'members', array[new.user_id]);
  if tg_op = 'INSERT' or old.role <> new.role then perform larder_note_rows(new.household_id, 'access', array[new.user_id]); end if;
  return null;
end $$;
create trigger sync_change after insert or update or delete on members for each row execute function larder_note_members();

-- A name changes in the scope of its user, so this locks the households itself, in id order as every write does.
create function larder_note_users() returns trigger language plpgsql as $$
declare
  door text := coalesce(current_setting('larder.door', true), '');
  household text;
begin
  perform set_config('larder.door', 'sync', true);
  for household in select members.household_id from members where members.user_id = new.id order by members.household_id loop
    perform 1 from households where households.id = household for update;
    perform larder_note_rows(household, 'members', array[new.id]);
  end loop;
  perform set_config('larder.door', door, true);
  return null;
end $$;
create trigger sync_update after update of first_name, last_name, email on users for each row
  when (old.first_name is distinct from new.first_name or old.last_name is distinct from new.last_name or old.email is distinct from new.email)
  execute function larder_note_users();

-- An owner that is a plain role is bound by the policies too.
alter table households no force row level security;
alter table row_changes no force row level security;
insert into row_changes (household_id, kind, row_id, seq) select id, 'epoch', gen_random_uuid()::text, 0 from households;
alter table households force row level security;
alter table row_changes force row level security;
