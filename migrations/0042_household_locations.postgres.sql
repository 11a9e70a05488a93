drop trigger sync_update on households;
create trigger sync_update after update of name, time_zone, currency, invite_hash, invite_box, invite_changed_at, sample_import, locations, version, deleted_at
  on households for each row execute function larder_note_households();
