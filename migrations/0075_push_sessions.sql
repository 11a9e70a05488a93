-- The session that registered the device. Its buttons end with that; null until the browser registers again.
alter table push_devices add column session_id text;
