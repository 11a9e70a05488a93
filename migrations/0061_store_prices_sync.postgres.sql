-- What an ingredient last cost in each store belongs to its synced price, so a corrected store is noted, too.
drop trigger sync_price_update on lots;
create trigger sync_price_update after update of price_cents, whole_milli, unit, ingredient_id, state, store_id on lots for each row
  when ((old.price_cents is not null or new.price_cents is not null) and (old.price_cents is distinct from new.price_cents or old.whole_milli <> new.whole_milli
    or old.unit <> new.unit or old.ingredient_id <> new.ingredient_id or (old.state = 'removed') <> (new.state = 'removed')
    or old.store_id is distinct from new.store_id))
  execute function larder_note_prices();
