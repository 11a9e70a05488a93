import { addIngredient } from '#domains/ingredients/contract/index.ts'
import { addLot, type NewLot } from '#domains/inventory/contract.ts'
import { type HttpPerson, httpRequest, openRawConnection, shareHousehold, signUp } from '#tests/support/server/http-client.ts'

/** A household over HTTP, with foods and lots to measure on. */
export interface Pantry {
  readonly person: HttpPerson
  readonly ingredientIds: readonly string[]
  /** Adds lots until there are `count`. */
  fill(count: number): Promise<void>
}

const ingredients = 60
const places = [undefined, 'Top shelf', 'Cellar', 'Door'] as const

/** Signs a person up, with a household of sixty foods and no stock. */
export async function stockedPantry(url: string): Promise<Pantry> {
  const person = await signUp(url)
  await shareHousehold(person)
  const ingredientIds: string[] = []
  for (let i = 0; i < ingredients; i++) {
    const shelfLife = { pantryDays: null, fridgeDays: 5 + (i % 30), freezerDays: 180, openedDays: 10 + (i % 20) }
    const given = {
      name: `Food number ${i}`,
      category: 'Other' as const,
      defaultStorage: i % 3 === 0 ? ('PANTRY' as const) : ('FRIDGE' as const),
      shelfLife,
    }
    ingredientIds.push((await person.must(addIngredient, { body: given })).id)
  }
  let filled = 0
  return {
    person,
    ingredientIds,
    async fill(count) {
      const from = filled
      filled = count
      const each = async (start: number) => {
        const connection = await openRawConnection(Number(new URL(url).port))
        for (let i = from + start; i < count; i += 16) {
          const status = await connection.send(httpRequest(addLot.method, addLot.path, person.headers(), newLotOf(ingredientIds, i)))
          if (status !== 201) throw new Error(`adding answered ${status}`)
        }
        connection.close()
      }
      await Promise.all(Array.from({ length: 16 }, (_, start) => each(start)))
    },
  }
}

/** Returns lot number `i` as a user would add it: a third with its own date, some with a price, some open. */
export function newLotOf(ingredientIds: readonly string[], i: number): NewLot {
  const day = new Date(Date.UTC(2026, 0, 1) + (i % 900) * 86_400_000).toISOString().slice(0, 10)
  const location = places[i % places.length]
  return {
    ingredientId: ingredientIds[i % ingredientIds.length] ?? '',
    quantity: 1 + (i % 12),
    unit: i % 2 === 0 ? 'each' : 'g',
    ...(i % 3 === 0 ? { expirationDate: day, dateKind: 'best_before' as const } : {}),
    ...(i % 4 === 0 ? { purchasePrice: 2.49 } : {}),
    ...(location ? { location } : {}),
    isOpened: i % 9 === 0,
  }
}
