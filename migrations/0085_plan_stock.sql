-- A day can have an item in stock, such as a leftover, or an amount of an ingredient; its name is in the text.
alter table plan_entries add column lot_id text;
alter table plan_entries add column ingredient_id text;
alter table plan_entries add column amount_milli bigint check (amount_milli > 0);
alter table plan_entries add column unit text;
