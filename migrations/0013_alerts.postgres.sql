alter table alerts enable row level security;
alter table alerts force row level security;
create policy household on alerts using (larder_sees(household_id));
