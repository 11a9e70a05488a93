-- Households that are sent to the MQTT broker for Home Assistant.
create table home_assistant_links (
  household_id text not null primary key,
  -- The member who switched it on. Commands act as them; it ends with their role as an admin.
  created_by text not null,
  created_at text not null check (length(created_at) = 24),
  -- How the connection to the broker is, and since when. Null until the first attempt.
  connection text check (connection in ('connected', 'no_response', 'denied')),
  connection_since text check (length(connection_since) = 24),
  foreign key (household_id, created_by) references members (household_id, user_id) on delete cascade
);
