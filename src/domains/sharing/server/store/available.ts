import type { Storage } from '#domains/ingredients/contract/index.ts'
import type { Reader } from '#platform/server/database/index.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import type { Unit } from '#platform/shared/units.ts'

/** SQL condition on `links`: a link only counts while a member of the household is in the circle. */
export const hasLinkedMember = `exists (select 1 from members join circle_members theirs on theirs.user_id = members.user_id and theirs.circle_id = links.circle_id
    where members.household_id = links.household_id)`

/** SQL for the circle links through which a user sees other households. Parameters: user id, current household id. */
const ties = `from circle_members mine
    join circle_households links on links.circle_id = mine.circle_id
    join households on households.id = links.household_id and households.deleted_at is null
  where mine.user_id = ? and links.household_id <> ? and ${hasLinkedMember}`

const peers = `peers as (select distinct links.household_id ${ties})`

/** SQL for the reserved quantity of `lots`, without loans that were not picked up in time. Parameter: now. */
export const reservedMilli = `cast(coalesce((select sum(reservations.milli) from reservations
    left join borrow_requests promised on promised.household_id = reservations.household_id and promised.id = reservations.ref_id
      and reservations.kind = 'borrow'
    where reservations.household_id = lots.household_id and reservations.lot_id = lots.id
      and (promised.id is null or promised.lapses_at > ?)), 0) as bigint)`

/** SQL joins for the user who added a lot, or an owner if that user has left. */
const adder = `left join members adder on adder.household_id = lots.household_id and adder.user_id = lots.added_by
  left join users on users.id = coalesce(adder.user_id,
    (select min(owner.user_id) from members owner where owner.household_id = lots.household_id and owner.role = 'OWNER'))`

const keys = `lots.id, lots.household_id, lots.ingredient_id, ingredients.name, lots.goes_off_on, lots.milli, ${reservedMilli} as held_milli`
const columns = `lots.id, lots.household_id, lots.ingredient_id, ingredients.name, ingredients.category, lots.milli, lots.unit, lots.storage, lots.location, lots.is_opened,
  lots.expiration_date, users.first_name, users.last_name, households.name as household`

const joinIngredient = 'join ingredients on ingredients.household_id = lots.household_id and ingredients.id = lots.ingredient_id'
const joinHousehold = 'join households on households.id = lots.household_id'
const isShared = `lots.is_shared = 1 and lots.state = 'active'`

/** The sort fields of a lot and its unreserved quantity. */
export interface AvailableKey {
  id: string
  household_id: HouseholdId
  ingredient_id: string
  name: string
  goes_off_on: string
  milli: number
  held_milli: number
}

export interface AvailableRow {
  id: string
  household_id: HouseholdId
  ingredient_id: string
  name: string
  category: string
  milli: number
  unit: Unit
  storage: Storage
  location: string
  is_opened: 0 | 1
  expiration_date: string | null
  first_name: string | null
  last_name: string | null
  household: string
}

/** Returns the lots that others share with the user, as seen from `householdId`. */
export const availableLots = (q: Reader, userId: UserId, householdId: HouseholdId, now: string): Promise<AvailableKey[]> =>
  q.rows(`with ${peers} select ${keys} from peers join lots on lots.household_id = peers.household_id and ${isShared} ${joinIngredient}`, [
    userId,
    householdId,
    now,
  ])

/** Returns the details of those `lots` that the user still sees, in any order. */
export const availableLotDetails = (
  q: Reader,
  userId: UserId,
  householdId: HouseholdId,
  lots: readonly Pick<AvailableKey, 'household_id' | 'id'>[],
): Promise<AvailableRow[]> =>
  q.rows(
    `with ${peers}, wanted(household_id, id) as (values ${lots.map(() => '(?, ?)').join(', ')})
     select ${columns} from wanted join peers on peers.household_id = wanted.household_id
       join lots on lots.household_id = wanted.household_id and lots.id = wanted.id and ${isShared} ${joinIngredient} ${joinHousehold} ${adder}`,
    [userId, householdId, ...lots.flatMap((lot) => [lot.household_id, lot.id])],
  )

export interface SharedIngredient {
  household_id: HouseholdId
  ingredient_id: string
  name: string
  /** JSON: string[] */
  aliases: string
}

/** SQL of `peersOf`. Parameters: user id, current household id. */
export const peersSql = `select distinct households.id, households.seq ${ties}`

/** Returns the households that share with the user, with their latest seq. */
export const peersOf = (q: Reader, userId: UserId, householdId: HouseholdId): Promise<{ id: HouseholdId; seq: number }[]> =>
  q.rows(peersSql, [userId, householdId])

const sharedIngredientsSql = (households: number) =>
  `with wanted(household_id) as (values ${Array(households).fill('(?)').join(', ')})
   select distinct lots.household_id, lots.ingredient_id, ingredients.name, ingredients.aliases
   from wanted join lots on lots.household_id = wanted.household_id and ${isShared} ${joinIngredient}`

/** Returns the distinct ingredients of the households' shared lots. */
export const sharedIngredients = (q: Reader, households: readonly string[]): Promise<SharedIngredient[]> =>
  q.rows(sharedIngredientsSql(households.length), households)

/** Like `availableLots`, for `ingredients` only. */
export const availableLotsOf = (
  q: Reader,
  userId: UserId,
  householdId: HouseholdId,
  ingredients: readonly Pick<SharedIngredient, 'household_id' | 'ingredient_id'>[],
  now: string,
): Promise<AvailableKey[]> =>
  q.rows(
    `with ${peers}, foods(household_id, ingredient_id) as (values ${ingredients.map(() => '(?, ?)').join(', ')})
     select ${keys} from foods join peers on peers.household_id = foods.household_id
       join lots on lots.household_id = foods.household_id and lots.ingredient_id = foods.ingredient_id and ${isShared}
       ${joinIngredient}`,
    [userId, householdId, ...ingredients.flatMap((ingredient) => [ingredient.household_id, ingredient.ingredient_id]), now],
  )

/** Returns all members of circles the household is linked to, including those who have just stopped seeing its lots. */
export async function linkedCircleMembers(q: Reader, householdId: string): Promise<string[]> {
  const rows = await q.rows<{ user_id: string }>(
    `select distinct circle_members.user_id from circle_households links
     join circle_members on circle_members.circle_id = links.circle_id where links.household_id = ?`,
    [householdId],
  )
  return rows.map(({ user_id }) => user_id)
}

export type VisibleLot = Pick<AvailableRow, 'household_id' | 'ingredient_id' | 'name' | 'category' | 'unit'> & {
  user_id: string | null
  circle_id: string
}

/** Returns a shared lot that the user sees, with a circle through which it is shared. */
export async function visibleLot(q: Reader, userId: UserId, householdId: HouseholdId, lotId: string): Promise<VisibleLot | undefined> {
  const [row] = await q.rows<VisibleLot>(
    `select lots.household_id, lots.ingredient_id, tie.circle_id, ingredients.name, ingredients.category, lots.unit, users.id as user_id
     from (select links.household_id, min(links.circle_id) as circle_id ${ties} group by links.household_id) tie
     join lots on lots.household_id = tie.household_id and lots.id = ? and ${isShared} ${joinIngredient} ${adder}
     order by lots.created_at, lots.household_id limit 1`,
    [userId, householdId, lotId],
  )
  return row
}
