alter table circle_news enable row level security;
alter table circle_news force row level security;
create policy added on circle_news for insert with check (larder_is_user(actor_id));
create policy jobs_door on circle_news using (larder_door('jobs'));

-- Who is told of it, and by which clock.
create policy jobs_door on circle_members for select using (larder_door('jobs'));
create policy jobs_door on members for select using (larder_door('jobs'));
