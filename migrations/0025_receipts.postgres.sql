alter table receipt_names enable row level security;
alter table receipt_names force row level security;
create policy household on receipt_names using (larder_sees(household_id));
