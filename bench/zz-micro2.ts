import { Connection } from '#platform/server/sqlite/connection.ts'
import { readFileSync } from 'node:fs'
const who = JSON.parse(readFileSync('/tmp/benchlab/d500/who.json','utf8'))
const c = new Connection('/tmp/benchlab/d500/larder.db', true)
const full = `lots.id, lots.ingredient_id, lots.milli, lots.unit, lots.location, lots.storage, lots.state, lots.is_opened, lots.is_shared,
  lots.expiration_date, lots.date_kind, lots.goes_off_on, lots.goes_off_reason, lots.added_on, lots.opened_on, lots.frozen_on,
  lots.frozen_days_left, lots.thawed_on, lots.whole_milli, lots.price_cents, lots.barcode, lots.added_by, lots.confirmed_at,
  lots.version, lots.created_at, lots.updated_at,
  ingredients.name, ingredients.category, ingredients.par_milli`
const trim = `lots.id, lots.ingredient_id, lots.milli, lots.unit, lots.location, lots.storage, lots.state, lots.is_opened, lots.is_shared,
  lots.expiration_date, lots.date_kind, lots.goes_off_on, lots.goes_off_reason, lots.opened_on, lots.price_cents, lots.barcode, lots.confirmed_at,
  lots.version, lots.created_at, lots.updated_at,
  ingredients.name, ingredients.category, ingredients.par_milli`
const u = ', users.first_name, users.last_name', uj = ' left join users on users.id = lots.added_by'
const r = `, cast((select coalesce(sum(milli), 0) from reservations where reservations.household_id = lots.household_id and reservations.lot_id = lots.id) as bigint) as reserved_milli`
const base = ' from lots join ingredients on ingredients.household_id = lots.household_id and ingredients.id = lots.ingredient_id'
const w = ` where lots.household_id = ? and lots.state = 'active' order by lots.goes_off_on, lots.id limit 51`
const q: Record<string,string> = {
 full: `select ${full}${u}${r}${base}${uj}${w}`,
 trim: `select ${trim}${u}${r}${base}${uj}${w}`,
 trimNoRes: `select ${trim}${u}${base}${uj}${w}`,
 trimNoResNoUser: `select ${trim}${base}${w}`,
 idonly: `select lots.id${base}${uj}${w}`,
 idres: `select lots.id${r}${base}${uj}${w}`,
 idlots: `select lots.id from lots${w}`,
}
function time(name: string, f: () => unknown, n = 2000) { for (let i=0;i<500;i++) f(); const t0=process.cpuUsage(); for (let i=0;i<n;i++) f(); const d=process.cpuUsage(t0); console.log(name.padEnd(30), ((d.user+d.system)/n).toFixed(1), 'us') }
for (let k=0;k<2;k++) for (const [n, sql] of Object.entries(q)) { const s = c.db.prepare(sql); time(n, () => s.all(who.home)) }
const s = c.db.prepare(q.full!); time('columns()', () => s.columns(), 20000)
for (const r of c.db.prepare('explain query plan ' + q.full).all(who.home)) console.log(r.detail)
