import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { addDays, type CalendarDate } from '#platform/shared/calendar.ts'

/** The tables of grocy 4 that an import reads, with some columns that it doesn't. */
const tables = `
create table locations (id integer primary key, name text not null unique, description text, is_freezer tinyint not null default 0, active tinyint not null default 1, row_created_timestamp datetime);
create table quantity_units (id integer primary key, name text not null unique, name_plural text, active tinyint default 1);
create table quantity_unit_conversions (id integer primary key, from_qu_id int not null, to_qu_id int not null, factor real not null, product_id int);
create table product_groups (id integer primary key, name text not null unique, active tinyint default 1);
create table products (id integer primary key, name text not null unique, description text, product_group_id integer, active tinyint not null default 1, location_id integer not null, shopping_location_id integer, qu_id_purchase integer not null, qu_id_stock integer not null, min_stock_amount integer not null default 0, default_best_before_days integer not null default 0, default_best_before_days_after_open integer not null default 0, default_best_before_days_after_freezing integer not null default 0, due_type tinyint not null default 1, parent_product_id int);
create table product_barcodes (id integer primary key, product_id int not null, barcode text not null unique, qu_id int, amount real, last_price decimal, note text);
create table stock (id integer primary key, product_id integer not null, amount decimal(15, 2) not null, best_before_date date, purchased_date date, stock_id text not null, price decimal(15, 2), open tinyint not null default 0, opened_date datetime, location_id integer, note text);
create table shopping_list (id integer primary key, product_id integer, note text, amount decimal(15, 2) not null default 0, row_created_timestamp datetime, shopping_list_id int default 1, done int default 0, qu_id integer);
create table recipes (id integer primary key, name text not null, description text, base_servings integer default 1, type text default 'normal');
create table recipes_pos (id integer primary key, recipe_id integer not null, product_id integer not null, amount real not null default 0, note text, qu_id integer, ingredient_group text, variable_amount text);
create view stock_current as select product_id, sum(amount) as amount from stock group by product_id;
create trigger products_watch after delete on products begin delete from stock where product_id = old.id; end;
`

const household = `
insert into locations (id, name, is_freezer) values (1, 'Kitchen cupboard', 0), (2, 'Fridge', 0), (3, 'Chest in the cellar', 1);
insert into quantity_units (id, name, name_plural) values (1, 'Piece', 'Pieces'), (2, 'Gram', 'Grams'), (3, 'Pack', 'Packs'), (4, 'Liter', 'Liters'), (5, 'Wheel', 'Wheels');
insert into product_groups (id, name) values (1, 'Breakfast things');
insert into products (id, name, product_group_id, location_id, qu_id_purchase, qu_id_stock, min_stock_amount, default_best_before_days, default_best_before_days_after_open, due_type)
 values (1, 'Oat drink', 1, 2, 4, 4, 2, 90, 5, 1), (2, 'Quark', null, 2, 2, 2, 0, 0, 0, 2), (3, 'Rye flakes', 1, 1, 3, 3, 0, 0, 0, 1), (4, 'Peas', null, 3, 2, 2, 0, 0, 0, 1), (5, 'Old cheese', null, 1, 5, 5, 0, 0, 0, 1);
insert into products (id, name, active, location_id, qu_id_purchase, qu_id_stock) values (6, 'Forgotten syrup', 0, 1, 1, 1);
insert into quantity_unit_conversions (id, from_qu_id, to_qu_id, factor, product_id) values (1, 3, 2, 500, 3);
insert into product_barcodes (id, product_id, barcode, qu_id, amount) values (1, 1, '4006381333931', 4, 1), (2, 3, 'grcy:p:3', null, null), (3, 99, '5000112637922', null, null);
insert into stock (id, product_id, amount, best_before_date, purchased_date, stock_id, price, open, opened_date, location_id) values
 (1, 1, 1.5, '2031-03-01', '2025-11-01', 'a1', 2.2, 1, '2025-11-05', 2),
 (2, 1, 3, '2999-12-31', '2025-11-01', 'a2', null, 0, null, null),
 (3, 2, 500, '2031-02-01', '2025-11-02', 'a3', 0.004, 0, null, 2),
 (4, 4, 750, '2031-06-01', '2025-10-01', 'a4', null, 0, null, 3),
 (5, 5, 2, null, null, 'a5', null, 0, null, 1),
 (6, 4, 0, null, null, 'a6', null, 0, null, 3);
insert into shopping_list (id, product_id, note, amount, row_created_timestamp, done) values (1, 3, null, 2, '2025-11-01 10:00:00', 0), (2, null, 'Birthday candles', 1, '2025-11-01 10:00:01', 0), (3, 1, null, 1, '2025-11-01 10:00:02', 1);
insert into recipes (id, name, description, base_servings, type) values (1, 'Oat porridge', '<p>Simmer the flakes.</p><p>Stir &amp; serve.</p>', 2, 'normal'), (2, '2025-11-03', null, 1, 'mealplan-day');
insert into recipes_pos (id, recipe_id, product_id, amount, note, qu_id, variable_amount) values (1, 1, 3, 0.2, null, 2, null), (2, 1, 1, 0.5, 'warm', 4, null), (3, 1, 2, 0, null, 2, '1–2');
`

/** Returns the file of a grocy database with a small household. `more` is SQL to run on it. */
export function grocyFile(more = '', rows = household): Buffer {
  const database = new DatabaseSync(':memory:')
  try {
    database.exec(tables)
    database.exec(rows)
    database.exec(more)
    return Buffer.from(database.serialize())
  } finally {
    database.close()
  }
}

/** What grocy logged: of the oat drink in stock, of two that are gone, of peas that moved, and of what was undone. */
export function grocyJournal(today: CalendarDate): string {
  const ago = (days: number) => addDays(today, -days)
  return `
create table stock_log (id integer primary key, product_id int, amount real, best_before_date date, purchased_date date, used_date date, spoiled tinyint not null default 0, stock_id text, transaction_type text, price real, undone tinyint not null default 0, opened_date date, location_id int, shopping_location_id int, row_created_timestamp datetime);
create table shopping_locations (id integer primary key, name text not null);
insert into shopping_locations values (1, 'Market');
insert into stock_log (id, product_id, amount, best_before_date, purchased_date, used_date, spoiled, stock_id, transaction_type, price, undone, location_id, shopping_location_id, row_created_timestamp) values
 (1, 1, 3, '2031-03-01', '${ago(40)}', null, 0, 'a1', 'purchase', 2.2, 0, 2, 1, '${ago(40)} 10:00:00'),
 (2, 1, -1, '2031-03-01', '${ago(40)}', '${ago(30)}', 0, 'a1', 'consume', 2.2, 0, 2, null, '${ago(30)} 10:00:00'),
 (3, 1, -0.5, '2031-03-01', '${ago(40)}', '${ago(20)}', 1, 'a1', 'consume', 2.2, 0, 2, null, '${ago(20)} 10:00:00'),
 (4, 1, 2, '${ago(30)}', '${ago(60)}', null, 0, 'b1', 'purchase', 2, 0, 2, 1, '${ago(60)} 10:00:00'),
 (5, 1, -0.5, '${ago(30)}', '${ago(60)}', '${ago(50)}', 0, 'b1', 'consume', 2, 0, 2, null, '${ago(50)} 10:00:00'),
 (6, 1, -0.25, '${ago(30)}', '${ago(60)}', '${ago(50)}', 0, 'b1', 'consume', 2, 0, 2, null, '${ago(50)} 18:00:00'),
 (7, 1, -0.25, '${ago(30)}', '${ago(60)}', '${ago(45)}', 0, 'b1', 'inventory-correction', 2, 0, 2, null, '${ago(45)} 10:00:00'),
 (8, 1, -1, '${ago(30)}', '${ago(60)}', '${ago(28)}', 1, 'b1', 'consume', 2, 0, 2, null, '${ago(28)} 10:00:00'),
 (9, 2, 250, null, '${ago(15)}', null, 0, 'c1', 'self-production', null, 0, 2, null, '${ago(15)} 10:00:00'),
 (10, 2, -250, null, '${ago(15)}', '${ago(12)}', 0, 'c1', 'consume', null, 0, 2, null, '${ago(12)} 10:00:00'),
 (11, 4, -750, null, '2025-10-01', null, 0, 'a4', 'transfer_from', null, 0, 1, null, '${ago(9)} 10:00:00'),
 (12, 4, 750, null, '2025-10-01', null, 0, 'a4', 'transfer_to', null, 0, 3, null, '${ago(9)} 10:00:00'),
 (13, 4, -100, null, '2025-10-01', '${ago(8)}', 1, 'd1', 'consume', 0.01, 1, 3, null, '${ago(8)} 10:00:00'),
 (14, 99, -100, null, '2025-10-01', '${ago(8)}', 1, 'e1', 'consume', 0.01, 0, 3, null, '${ago(8)} 10:00:00');`
}

/** Returns the responses of grocy's API for the household, by table. */
export function grocyAnswers(file = grocyFile()): Record<string, unknown[]> {
  const database = new DatabaseSync(':memory:')
  try {
    database.deserialize(file)
    const names = database.prepare(`select name from sqlite_schema where type = 'table'`).all()
    return Object.fromEntries(names.map(({ name }) => [String(name), database.prepare(`select * from "${name}"`).all()]))
  } finally {
    database.close()
  }
}

/** Starts a grocy API for the household that accepts `key`. */
export async function startGrocy(): Promise<{ address: string; key: string; close: () => void }> {
  const key = 'k'.repeat(50)
  const tables = grocyAnswers()
  const server = createServer(({ url = '', headers }, response) => {
    const rows = tables[url.slice(url.lastIndexOf('/') + 1).replace(/\?.*$/, '')]
    const status = headers['grocy-api-key'] !== key ? 401 : rows ? 200 : 400
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(status === 200 ? rows : {}))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key, close: () => void server.close() }
}
