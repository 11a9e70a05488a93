alter table notifications enable row level security;
alter table notifications force row level security;
create policy household on notifications using (larder_sees(household_id));
create policy own on notifications using (larder_is_user(user_id));
create policy jobs_door on notifications using (larder_door('jobs'));

-- Whoever tells people of a household something reads how they want to be told, also of one who has just left.
alter table notification_settings enable row level security;
alter table notification_settings force row level security;
create policy own on notification_settings using (larder_is_user(user_id));
create policy jobs_door on notification_settings using (larder_door('jobs'));
create policy telling on notification_settings for select using (current_setting('larder.household', true) <> '');

alter table push_devices enable row level security;
alter table push_devices force row level security;
create policy own on push_devices using (larder_is_user(user_id));
create policy jobs_door on push_devices using (larder_door('jobs'));

alter table deliveries enable row level security;
alter table deliveries force row level security;
create policy own on deliveries using (larder_is_user(user_id));
create policy jobs_door on deliveries using (larder_door('jobs'));
