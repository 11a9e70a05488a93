alter table restock_causes enable row level security;
alter table restock_causes force row level security;
create policy household on restock_causes using (larder_sees(household_id));
