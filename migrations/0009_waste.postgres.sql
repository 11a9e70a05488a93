alter table waste_actions enable row level security;
alter table waste_actions force row level security;
create policy household on waste_actions using (larder_sees(household_id));
