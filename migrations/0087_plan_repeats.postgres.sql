alter table plan_repeats enable row level security;
alter table plan_repeats force row level security;
create policy household on plan_repeats using (larder_sees(household_id));
