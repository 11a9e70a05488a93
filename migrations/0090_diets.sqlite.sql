create trigger eaters_sync_insert after insert on eaters begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'eaters', new.id, households.seq + 1 from households where households.id = new.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;
create trigger eaters_sync_update after update on eaters begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'eaters', new.id, households.seq + 1 from households where households.id = new.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;
create trigger eaters_sync_delete after delete on eaters begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'eaters', old.id, households.seq + 1 from households where households.id = old.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;
create trigger food_contents_sync_insert after insert on food_contents begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'foodContents', new.id, households.seq + 1 from households where households.id = new.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;
create trigger food_contents_sync_update after update on food_contents begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'foodContents', new.id, households.seq + 1 from households where households.id = new.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;
create trigger food_contents_sync_delete after delete on food_contents begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'foodContents', old.id, households.seq + 1 from households where households.id = old.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;
