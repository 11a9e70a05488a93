-- Until when a notification is hidden because its user wants to hear later about that, or never; null if it isn't. Snoozing it changes only `at`.
alter table notifications add column held_until text;
