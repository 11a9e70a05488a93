-- The ingredient that this one became part of, so that later requests with its id still find it.
alter table ingredients add column merged_into text;
