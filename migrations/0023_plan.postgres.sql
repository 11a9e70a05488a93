alter table plan_entries enable row level security;
alter table plan_entries force row level security;
create policy household on plan_entries using (larder_sees(household_id));
