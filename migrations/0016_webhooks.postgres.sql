alter table webhooks enable row level security;
alter table webhooks force row level security;
create policy household on webhooks using (larder_sees(household_id));

alter table webhook_deliveries enable row level security;
alter table webhook_deliveries force row level security;
create policy household on webhook_deliveries using (larder_sees(household_id));
-- Which households have something to be sent.
create policy jobs_door on webhook_deliveries for select using (larder_door('jobs'));
