-- Locks the rows of households, in id order. A write calls it together with the start of its transaction.
create function larder_lock_households(ids text) returns void language plpgsql as $$ begin
  perform 1 from households where id = any (string_to_array(ids, ',')) order by id for update;
end $$;
