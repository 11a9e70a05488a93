alter table message_targets enable row level security;
alter table message_targets force row level security;
create policy own on message_targets using (larder_is_user(user_id));
create policy jobs_door on message_targets using (larder_door('jobs'));
