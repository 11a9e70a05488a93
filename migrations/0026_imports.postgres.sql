alter table imports enable row level security;
alter table imports force row level security;
create policy household on imports using (larder_sees(household_id));
-- Which households have one under way.
create policy jobs_door on imports for select using (larder_door('jobs'));

alter table import_rows enable row level security;
alter table import_rows force row level security;
create policy household on import_rows using (larder_sees(household_id));

alter table import_keys enable row level security;
alter table import_keys force row level security;
create policy household on import_keys using (larder_sees(household_id));
