-- What a notification was like before its user's settings hid it, to show it as that again: JSON, null for one created hidden.
alter table notifications add column before_held text;
