-- Where users send notifications besides email and push: ntfy, Gotify, Telegram and webhooks.
create table message_targets (
  user_id text not null references users (id) on delete cascade,
  id text not null,
  kind text not null check (kind in ('ntfy', 'gotify', 'telegram', 'webhook')),
  name text not null,
  -- The host alone. A whole address often grants access by itself.
  host text not null,
  -- JSON: TargetAddress, encrypted.
  address_box text not null,
  -- Why the last message wasn't delivered, and since when messages haven't been.
  problem text check (problem in ('denied', 'not_found', 'no_response', 'not_allowed', 'failed')),
  problem_since text check (length(problem_since) = 24),
  created_at text not null check (length(created_at) = 24),
  primary key (user_id, id)
);

alter table notifications add column app_at text check (length(app_at) = 24);
create index notifications_app on notifications (app_at) where app_at is not null;

-- A check can't be changed in place on both engines.
alter table deliveries add column sent_by text not null default 'push' check (sent_by in ('email', 'push', 'app'));
update deliveries set sent_by = channel;
alter table deliveries drop column channel;
alter table deliveries rename column sent_by to channel;
