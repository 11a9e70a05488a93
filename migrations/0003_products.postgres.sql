alter table ingredients enable row level security;
alter table ingredients force row level security;
create policy household on ingredients using (larder_sees(household_id));

alter table barcodes enable row level security;
alter table barcodes force row level security;
create policy household on barcodes using (larder_sees(household_id));
