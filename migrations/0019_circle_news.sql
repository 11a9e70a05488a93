-- What people of a circle are still to be told. A circle has no log of its own, and need not have a household; a job takes it from here.
create table circle_news (
  id text primary key,
  circle_id text not null references circles (id),
  name text not null check (name in ('invited', 'asked', 'answered', 'joined', 'offered', 'offer_over')),
  actor_id text not null,
  -- Whom it is about, or for.
  user_id text,
  -- JSON: what its words are made of.
  facts text not null,
  at text not null check (length(at) = 24)
);

-- What loans and circles told is put away by what it tells of.
create index notifications_of_friends on notifications (cause) where alert_id is null;
