create trigger cookbooks_sync_insert after insert on cookbooks begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'cookbooks', new.id, households.seq + 1 from households where households.id = new.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;
create trigger cookbooks_sync_update after update on cookbooks begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'cookbooks', new.id, households.seq + 1 from households where households.id = new.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;
create trigger cookbooks_sync_delete after delete on cookbooks begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'cookbooks', old.id, households.seq + 1 from households where households.id = old.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;
