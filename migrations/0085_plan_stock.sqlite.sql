-- SQLite can't change a column, so a new table replaces this one, and the one that refers to it is replaced too.
create table kept_causes as select * from plan_list_causes;
drop table plan_list_causes;
create table new_plan_entries (
  household_id text not null,
  id text not null,
  recipe_id text,
  on_date text not null check (length(on_date) = 10),
  meal text not null check (meal in ('breakfast', 'lunch', 'dinner', 'snack')),
  servings bigint not null check (servings > 0),
  state text not null check (state in ('planned', 'cooked')),
  version bigint not null,
  created_at text not null check (length(created_at) = 24),
  updated_at text not null check (length(updated_at) = 24),
  removed_at text check (length(removed_at) = 24),
  text text check (length(text) between 1 and 120),
  lot_id text,
  ingredient_id text,
  amount_milli bigint check (amount_milli > 0),
  unit text,
  primary key (household_id, id),
  foreign key (household_id, recipe_id) references recipes (household_id, id),
  foreign key (household_id, lot_id) references lots (household_id, id),
  foreign key (household_id, ingredient_id) references ingredients (household_id, id),
  check ((recipe_id is null) <> (text is null)),
  check (
    (lot_id is null or ingredient_id is null)
    and (amount_milli is null) = (lot_id is null and ingredient_id is null)
    and (unit is null) = (amount_milli is null)
    and (amount_milli is null or text is not null)
  )
);
insert into new_plan_entries
  select household_id, id, recipe_id, on_date, meal, servings, state, version, created_at, updated_at, removed_at, text,
    lot_id, ingredient_id, amount_milli, unit
  from plan_entries;
drop table plan_entries;
alter table new_plan_entries rename to plan_entries;
create index plan_entries_by_date on plan_entries (household_id, on_date) where removed_at is null;

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

create table plan_list_causes (
  household_id text not null references households (id),
  id text not null,
  entry_id text not null,
  recipe_id text not null,
  -- The ingredient's id, or the key of its name if the household has none.
  food_key text not null,
  item_id text not null,
  -- 0 if a row was there already that the list left as it was.
  milli bigint not null check (milli >= 0),
  unit text not null,
  -- The change that added it to the list.
  seq bigint not null,
  primary key (household_id, id),
  foreign key (household_id, entry_id) references plan_entries (household_id, id),
  foreign key (household_id, item_id) references shopping_items (household_id, id)
);
create index plan_list_causes_by_entry on plan_list_causes (household_id, entry_id);
insert into plan_list_causes (household_id, id, entry_id, recipe_id, food_key, item_id, milli, unit, seq)
  select household_id, id, entry_id, recipe_id, food_key, item_id, milli, unit, seq from kept_causes;
drop table kept_causes;
