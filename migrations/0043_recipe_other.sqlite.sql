-- SQLite can't change a check. Without the trigger, copying doesn't count as a change of every recipe.
drop trigger recipes_sync_update;
alter table recipes add column cuisine text not null default 'other'
  check (cuisine in ('italian', 'asian', 'mexican', 'mediterranean', 'american', 'other'));
update recipes set cuisine = category;
alter table recipes drop column category;
alter table recipes rename column cuisine to category;
create trigger recipes_sync_update after update on recipes begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'recipes', new.id, households.seq + 1 from households where households.id = new.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;
