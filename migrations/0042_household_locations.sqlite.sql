drop trigger households_sync_update;
create trigger households_sync_update
  after update of name, time_zone, currency, invite_hash, invite_box, invite_changed_at, sample_import, locations, version, deleted_at on households begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'household', new.id, households.seq + 1 from households where households.id = new.id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;
