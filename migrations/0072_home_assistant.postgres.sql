alter table home_assistant_links enable row level security;
alter table home_assistant_links force row level security;
create policy household on home_assistant_links using (larder_sees(household_id));
create policy jobs_door on home_assistant_links using (larder_door('jobs'));
