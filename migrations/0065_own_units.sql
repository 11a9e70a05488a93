-- A household's own units: what a can or a slice of an ingredient holds. A JSON array of {name, quantity, unit}.
alter table ingredients add column own_units text not null default '[]';
-- Which of them the package with this code is; null if none.
alter table barcodes add column pack_name text;
-- Which of them a lot was entered in; null if none. Its amount stays in thousandths of the lot's unit.
alter table lots add column own_unit text;
