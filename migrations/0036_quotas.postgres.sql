-- Which removed recipes still have a photo, across households.
create policy jobs_door on recipes for select using (larder_door('jobs') and removed_at is not null);
