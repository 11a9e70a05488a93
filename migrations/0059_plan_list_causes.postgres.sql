alter table plan_list_causes enable row level security;
alter table plan_list_causes force row level security;
create policy household on plan_list_causes using (larder_sees(household_id));
