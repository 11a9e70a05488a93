-- Addresses of other programs that hear of every change.
create table webhooks (
  household_id text not null,
  id text not null,
  url text not null,
  -- What its messages are signed with, encrypted.
  secret_box text not null,
  created_by text not null,
  created_at text not null check (length(created_at) = 24),
  primary key (household_id, id),
  -- Whoever leaves is told nothing more, not by an address of theirs either.
  foreign key (household_id, created_by) references members (household_id, user_id) on delete cascade
);

-- Outbox and log in one: what is to be sent, and what became of it. One message per webhook and change; a test message has no change.
create table webhook_deliveries (
  household_id text not null,
  id text not null,
  webhook_id text not null,
  seq bigint,
  event text not null,
  body text not null,
  state text not null check (state in ('waiting', 'delivered', 'given_up')),
  tries bigint not null,
  next_at text not null check (length(next_at) = 24),
  -- What the other side answered at the last try; null when there was no answer.
  status bigint,
  created_at text not null check (length(created_at) = 24),
  tried_at text check (length(tried_at) = 24),
  primary key (household_id, id),
  unique (household_id, webhook_id, seq),
  foreign key (household_id, webhook_id) references webhooks (household_id, id) on delete cascade
);
create index webhook_deliveries_due on webhook_deliveries (household_id, webhook_id, next_at) where state = 'waiting';
create index webhook_deliveries_by_age on webhook_deliveries (household_id, webhook_id, created_at);
