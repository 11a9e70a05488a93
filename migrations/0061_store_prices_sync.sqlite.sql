-- What an ingredient last cost in each store belongs to its synced price, so a corrected store is noted, too.
drop trigger lots_price_update;
create trigger lots_price_update after update of price_cents, whole_milli, unit, ingredient_id, state, store_id on lots
  when (old.price_cents is not null or new.price_cents is not null) and (old.price_cents is not new.price_cents or old.whole_milli <> new.whole_milli
    or old.unit <> new.unit or old.ingredient_id <> new.ingredient_id or (old.state = 'removed') <> (new.state = 'removed')
    or old.store_id is not new.store_id) begin
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'prices', old.ingredient_id, households.seq + 1 from households where households.id = old.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
  insert into row_changes (household_id, kind, row_id, seq)
    select households.id, 'prices', new.ingredient_id, households.seq + 1 from households where households.id = new.household_id and households.deleted_at is null
    on conflict (household_id, kind, row_id) do update set seq = excluded.seq where row_changes.seq <> excluded.seq;
end;
