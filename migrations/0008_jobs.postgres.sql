alter table cursors enable row level security;
alter table cursors force row level security;
create policy household on cursors using (larder_sees(household_id));
create policy jobs_door on cursors for select using (larder_door('jobs'));

alter table parked_changes enable row level security;
alter table parked_changes force row level security;
create policy household on parked_changes using (larder_sees(household_id));
create policy jobs_door on parked_changes for select using (larder_door('jobs'));

-- Which households have something to be read, or a new day.
create policy jobs_door on households for select using (larder_door('jobs'));

-- Kept answers grow old whoever they are of. An update sees what it changes, so both are let through.
create policy jobs_door on answers using (larder_door('jobs'));
