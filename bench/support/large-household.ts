import { randomUUID } from 'node:crypto'
import { addLot, useLot } from '#domains/inventory/contract.ts'
import { importCollection } from '#domains/recipes/contract/index.ts'
import { addShoppingItem } from '#domains/shopping/contract/index.ts'
import { type HttpPerson, shareHousehold, signUp } from '#tests/support/server/http-client.ts'
import type { Engine, Row } from './engines.ts'
import { collection } from './recipe-collection.ts'

export interface Sizes {
  members: number
  lots: number
  recipes: number
  /** Ledger entries, spread evenly over the lots: each lot was added and then used from. */
  ledger: number
}

const ingredientsFor = (lots: number) => Math.max(1, Math.ceil(lots / 10))
const stamp = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString()

/**
 * Creates one household of these sizes. The rows the server wrote for one food, one lot and one use are the template of all others, which
 * are
 * inserted into the tables directly while the server is stopped. Consumers start at the end of the change log, so nothing follows from
 * them.
 */
export async function largeHousehold(engine: Engine, sizes: Sizes): Promise<HttpPerson> {
  const server = await engine.start()
  const person = await signUp(server.url, 'Ana')
  await shareHousehold(person)
  const sent = { ingredient: { name: 'Food 0' }, quantity: 1000, unit: 'g' as const, purchasePrice: 2.49 }
  const added = await person.must(addLot, { body: sent })
  await person.must(useLot, { params: { id: added.id }, body: { quantity: 1 } })
  await person.must(addShoppingItem, { body: { ingredientName: 'Bread', suggestedQuantity: 1, unit: 'each' } })
  const form = new FormData()
  form.append('file', new Blob([collection(sizes.recipes, ingredientsFor(sizes.lots))]))
  const answer = await fetch(`${server.url}${importCollection.path}`, { method: 'POST', headers: person.headers(), body: form })
  if (!answer.ok) throw new Error(`the collection answered ${answer.status}: ${await answer.text()}`)
  await server.stop()
  await multiply(engine, person, added.id, sizes)
  return person
}

async function multiply(engine: Engine, { home, userId }: HttpPerson, lotId: string, sizes: Sizes): Promise<void> {
  const one = async (text: string): Promise<Row> => {
    const [row] = await engine.rows(text)
    if (!row) throw new Error(`nothing answers ${text}`)
    return row
  }
  const [user, member, ingredient, lot] = [
    await one(`select * from users where id = '${userId}'`),
    await one(`select * from members where user_id = '${userId}'`),
    await one(`select * from ingredients where household_id = '${home}' and name = 'Food 0'`),
    await one(`select * from lots where household_id = '${home}'`),
  ]
  const changeOf = (kind: string) =>
    one(`select changes.* from changes join ledger on ledger.household_id = changes.household_id and ledger.seq = changes.seq
      where changes.household_id = '${home}' and ledger.kind = '${kind}'`)
  const ledgerOf = (kind: string) => one(`select * from ledger where household_id = '${home}' and kind = '${kind}'`)
  const pattern = {
    add: { change: await changeOf('add'), ledger: await ledgerOf('add') },
    use: { change: await changeOf('use'), ledger: await ledgerOf('use') },
  }
  let seq = Number((await one(`select seq from households where id = '${home}'`))['seq'])

  const people = Array.from({ length: sizes.members - 1 }, (_, i) => ({ ...user, id: randomUUID(), email: `member-${i}@example.org` }))
  await engine.insert('users', people)
  await engine.insert(
    'members',
    people.map(({ id }) => ({ ...member, user_id: id, role: 'MEMBER' })),
  )
  const ingredients = [String(ingredient['id']), ...Array.from({ length: ingredientsFor(sizes.lots) - 1 }, () => randomUUID())]
  if (ingredients.length > 1)
    await engine.insert(
      'ingredients',
      ingredients.slice(1).map((id, i) => ({ ...ingredient, id, name: `Food ${i + 1}`, name_key: `food ${i + 1}` })),
    )

  const uses = Math.max(1, Math.round(sizes.ledger / sizes.lots) - 1)
  const perBatch = 500
  for (let from = 1; from < sizes.lots; from += perBatch) {
    const rows = { lots: [] as Row[], changes: [] as Row[], ledger: [] as Row[] }
    for (let i = from; i < Math.min(sizes.lots, from + perBatch); i++) {
      const id = randomUUID()
      const ingredientId = ingredients[i % ingredients.length] ?? ''
      const put = (kind: 'add' | 'use', daysAgo: number) => {
        const { change, ledger } = pattern[kind]
        const text = (value: Row[string] | undefined) =>
          typeof value === 'string' ? value.replaceAll(lotId, id).replaceAll(ingredients[0] ?? '', ingredientId) : (value ?? null)
        seq++
        const actor = people[seq % Math.max(1, people.length)]?.id ?? userId
        rows.changes.push({
          ...change,
          seq,
          actor_id: actor,
          at: stamp(daysAgo),
          payload: text(change['payload']),
          undo: text(change['undo']),
        })
        rows.ledger.push({ ...ledger, seq, lot_id: id, on_date: stamp(daysAgo).slice(0, 10) })
      }
      const age = 30 + (i % 300)
      put('add', age)
      for (let use = 0; use < uses; use++) put('use', age - (use % 30))
      rows.lots.push({
        ...lot,
        id,
        ingredient_id: ingredientId,
        milli: Number(pattern.add.ledger['delta']) + uses * Number(pattern.use.ledger['delta']),
        location: `Shelf ${i % 12}`,
        goes_off_on: stamp(-(i % 400) - 20).slice(0, 10),
        created_at: stamp(age),
        updated_at: stamp(age - Math.min(uses - 1, 29)),
      })
    }
    await engine.insert('lots', rows.lots)
    await engine.insert('changes', rows.changes)
    await engine.insert('ledger', rows.ledger)
  }
  await engine.run(
    `update households set seq = ${seq} where id = '${home}'; update cursors set seq = ${seq} where household_id = '${home}'; analyze`,
  )
}
