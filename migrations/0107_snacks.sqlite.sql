-- SQLite can't change a column, so a new table replaces this one.
create table new_meal_eaters (
  household_id text not null references households (id),
  id text not null,
  date text not null check (length(date) = 10),
  meal text not null check (meal in ('breakfast', 'lunch', 'dinner', 'snack')),
  eater_ids text not null,
  before text,
  version bigint not null,
  created_at text not null check (length(created_at) = 24),
  updated_at text not null check (length(updated_at) = 24),
  removed_at text check (length(removed_at) = 24),
  carried_for text,
  primary key (household_id, id)
);
insert into new_meal_eaters
  select household_id, id, date, meal, eater_ids, before, version, created_at, updated_at, removed_at, carried_for from meal_eaters;
drop table meal_eaters;
alter table new_meal_eaters rename to meal_eaters;

create trigger meal_eaters_sync_insert after insert on meal_eaters begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'mealEaters', new.id, households.seq + 1 from households where households.id = new.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;
create trigger meal_eaters_sync_update after update on meal_eaters begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'mealEaters', new.id, households.seq + 1 from households where households.id = new.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;
create trigger meal_eaters_sync_delete after delete on meal_eaters begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'mealEaters', old.id, households.seq + 1 from households where households.id = old.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;
