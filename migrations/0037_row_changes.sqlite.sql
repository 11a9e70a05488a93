-- SQLite has no functions to share a trigger's body; `0037_row_changes.postgres.sql` does the same with fewer words.
create trigger ingredients_sync_insert after insert on ingredients begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'ingredients', new.id, households.seq + 1 from households where households.id = new.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;
create trigger ingredients_sync_update after update on ingredients begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'ingredients', new.id, households.seq + 1 from households where households.id = new.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;
create trigger ingredients_sync_delete after delete on ingredients begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'ingredients', old.id, households.seq + 1 from households where households.id = old.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;

create trigger barcodes_sync_insert after insert on barcodes begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'ingredients', new.ingredient_id, households.seq + 1 from households where households.id = new.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;
create trigger barcodes_sync_update after update on barcodes begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'ingredients', old.ingredient_id, households.seq + 1 from households where households.id = old.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'ingredients', new.ingredient_id, households.seq + 1 from households where households.id = new.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;
create trigger barcodes_sync_delete after delete on barcodes begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'ingredients', old.ingredient_id, households.seq + 1 from households where households.id = old.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;

create trigger lots_sync_insert after insert on lots begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'lots', new.id, households.seq + 1 from households where households.id = new.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;
create trigger lots_sync_update after update on lots begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'lots', new.id, households.seq + 1 from households where households.id = new.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;
create trigger lots_sync_delete after delete on lots begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'lots', old.id, households.seq + 1 from households where households.id = old.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;

create trigger reservations_sync_insert after insert on reservations begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'reservations', new.id, households.seq + 1 from households where households.id = new.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;
create trigger reservations_sync_update after update on reservations begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'reservations', new.id, households.seq + 1 from households where households.id = new.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;
create trigger reservations_sync_delete after delete on reservations begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'reservations', old.id, households.seq + 1 from households where households.id = old.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;

create trigger shopping_items_sync_insert after insert on shopping_items begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'shopping', new.id, households.seq + 1 from households where households.id = new.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;
create trigger shopping_items_sync_update after update on shopping_items begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'shopping', new.id, households.seq + 1 from households where households.id = new.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;
create trigger shopping_items_sync_delete after delete on shopping_items begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'shopping', old.id, households.seq + 1 from households where households.id = old.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;

create trigger shopping_aisles_sync_insert after insert on shopping_aisles begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'aisles', 'aisles', households.seq + 1 from households where households.id = new.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;
create trigger shopping_aisles_sync_update after update on shopping_aisles begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'aisles', 'aisles', households.seq + 1 from households where households.id = new.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;
create trigger shopping_aisles_sync_delete after delete on shopping_aisles begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'aisles', 'aisles', households.seq + 1 from households where households.id = old.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;

create trigger shopping_steps_sync_insert after insert on shopping_steps begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'aisles', 'aisles', households.seq + 1 from households where households.id = new.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;
create trigger shopping_steps_sync_update after update on shopping_steps begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'aisles', 'aisles', households.seq + 1 from households where households.id = new.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;
create trigger shopping_steps_sync_delete after delete on shopping_steps begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'aisles', 'aisles', households.seq + 1 from households where households.id = old.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;

create trigger recipes_sync_insert after insert on recipes begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'recipes', new.id, households.seq + 1 from households where households.id = new.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;
create trigger recipes_sync_update after update on recipes begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'recipes', new.id, households.seq + 1 from households where households.id = new.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;
create trigger recipes_sync_delete after delete on recipes begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'recipes', old.id, households.seq + 1 from households where households.id = old.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;

create trigger recipe_foods_sync_insert after insert on recipe_foods begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'recipeMatches', new.food_key, households.seq + 1 from households where households.id = new.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;
create trigger recipe_foods_sync_update after update on recipe_foods begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'recipeMatches', new.food_key, households.seq + 1 from households where households.id = new.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;
create trigger recipe_foods_sync_delete after delete on recipe_foods begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'recipeMatches', old.food_key, households.seq + 1 from households where households.id = old.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;

create trigger plan_entries_sync_insert after insert on plan_entries begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'plan', new.id, households.seq + 1 from households where households.id = new.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;
create trigger plan_entries_sync_update after update on plan_entries begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'plan', new.id, households.seq + 1 from households where households.id = new.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;
create trigger plan_entries_sync_delete after delete on plan_entries begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'plan', old.id, households.seq + 1 from households where households.id = old.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;

create trigger alerts_sync_insert after insert on alerts begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'alerts', new.id, households.seq + 1 from households where households.id = new.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;
create trigger alerts_sync_update after update on alerts begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'alerts', new.id, households.seq + 1 from households where households.id = new.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;
create trigger alerts_sync_delete after delete on alerts begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'alerts', old.id, households.seq + 1 from households where households.id = old.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;

-- What was last paid for an ingredient.
create trigger lots_price_insert after insert on lots when new.price_cents is not null begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'prices', new.ingredient_id, households.seq + 1 from households where households.id = new.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;
create trigger lots_price_update after update of price_cents, whole_milli, unit, ingredient_id, state on lots
  when (old.price_cents is not null or new.price_cents is not null) and (old.price_cents is not new.price_cents or old.whole_milli <> new.whole_milli
    or old.unit <> new.unit or old.ingredient_id <> new.ingredient_id or (old.state = 'removed') <> (new.state = 'removed')) begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'prices', old.ingredient_id, households.seq + 1 from households where households.id = old.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'prices', new.ingredient_id, households.seq + 1 from households where households.id = new.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;
create trigger lots_price_delete after delete on lots when old.price_cents is not null begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'prices', old.ingredient_id, households.seq + 1 from households where households.id = old.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;

create trigger households_sync_insert after insert on households begin
  insert into row_changes (household_id, kind, row_id, seq) values (new.id, 'epoch', lower(hex(randomblob(8))), 0);
end;
create trigger households_sync_update after update of name, time_zone, currency, invite_hash, invite_box, invite_changed_at, version, deleted_at on households begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'household', new.id, households.seq + 1 from households where households.id = new.id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;

-- `access`: from here on, what the user may see differs.
create trigger members_sync_insert after insert on members begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'members', new.user_id, households.seq + 1 from households where households.id = new.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'access', new.user_id, households.seq + 1 from households where households.id = new.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;
create trigger members_sync_update after update on members begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'members', new.user_id, households.seq + 1 from households where households.id = new.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;
create trigger members_sync_role after update of role on members when old.role <> new.role begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'access', new.user_id, households.seq + 1 from households where households.id = new.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;
create trigger members_sync_delete after delete on members begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'members', old.user_id, households.seq + 1 from households where households.id = old.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'access', old.user_id, households.seq + 1 from households where households.id = old.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;

create trigger users_sync_update after update of first_name, last_name, email on users
  when old.first_name is not new.first_name or old.last_name is not new.last_name or old.email is not new.email begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'members', new.id, households.seq + 1 from members join households on households.id = members.household_id
    where members.user_id = new.id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;

insert into row_changes (household_id, kind, row_id, seq) select id, 'epoch', lower(hex(randomblob(8))), 0 from households;
