alter table lots enable row level security;
alter table lots force row level security;
create policy household on lots using (larder_sees(household_id));

alter table ledger enable row level security;
alter table ledger force row level security;
create policy household on ledger using (larder_sees(household_id));

alter table reservations enable row level security;
alter table reservations force row level security;
create policy household on reservations using (larder_sees(household_id));
