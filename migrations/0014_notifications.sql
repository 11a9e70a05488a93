-- What somebody is told. It is theirs; the household only says whose kitchen it is about.
create table notifications (
  user_id text not null references users (id) on delete cascade,
  id text not null,
  household_id text references households (id),
  type text not null,
  -- What it tells of, once: 'alert:ID', 'change:HOUSEHOLD:SEQ'.
  cause text not null,
  alert_id text,
  lot_id text,
  ingredient_id text,
  -- JSON, what its words are made of; people stand in it by their ids.
  facts text not null,
  -- 0 where the bell was turned off for its kind and only a message goes out.
  shown smallint not null check (shown in (0, 1)),
  created_at text not null check (length(created_at) = 24),
  -- Where it stands in the list: when it came, or comes again after a snooze.
  at text not null check (length(at) = 24),
  read_at text check (length(read_at) = 24),
  -- When it is to go out; null: not at all, or it is in deliveries.
  email_at text check (length(email_at) = 24),
  push_at text check (length(push_at) = 24),
  primary key (user_id, id)
);
create unique index notifications_by_cause on notifications (user_id, cause);
create index notifications_by_time on notifications (user_id, at, id);
create index notifications_by_alert on notifications (household_id, alert_id);
create index notifications_email on notifications (email_at) where email_at is not null;
create index notifications_push on notifications (push_at) where push_at is not null;

-- JSON; who has no row has the defaults.
create table notification_settings (
  user_id text primary key references users (id) on delete cascade,
  settings text not null,
  updated_at text not null check (length(updated_at) = 24)
);

-- Browsers that take push messages.
create table push_devices (
  user_id text not null references users (id) on delete cascade,
  id text not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  label text not null,
  created_at text not null check (length(created_at) = 24),
  primary key (user_id, id)
);
create unique index push_devices_by_endpoint on push_devices (user_id, endpoint);

-- Messages on their way out of the house.
create table deliveries (
  user_id text not null references users (id) on delete cascade,
  id text not null,
  channel text not null check (channel in ('email', 'push')),
  -- For push: to which browser.
  device_id text,
  -- What it is about: a message of one cause is in here once.
  cause text not null,
  -- JSON; dropped once it is sent.
  payload text,
  state text not null check (state in ('waiting', 'sent', 'parked')),
  tries bigint not null,
  due_at text not null check (length(due_at) = 24),
  -- Why the last try failed; codes only.
  reason text,
  created_at text not null check (length(created_at) = 24),
  ended_at text check (length(ended_at) = 24),
  primary key (user_id, id)
);
create unique index deliveries_by_cause on deliveries (user_id, cause);
create index deliveries_due on deliveries (due_at) where state = 'waiting';
create index deliveries_parked on deliveries (created_at) where state = 'parked';

insert into cursors (household_id, reader, seq, day, time_zone) select id, 'notifications', seq, null, null from households;
