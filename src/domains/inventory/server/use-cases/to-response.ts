import { parseOwnUnits } from '#domains/ingredients/server/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { boundedCache } from '#platform/shared/bounded-cache.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { fromMilli } from '#platform/shared/quantity-and-money.ts'
import { messageLocale } from '#platform/shared/say.ts'
import type { Lot } from '../../contract.ts'
import { describeReason, ExpirationReason } from '../../rules/effective-expiration.ts'
import { formerMember } from '../../rules/former-member.ts'
import type { ListedLotRow } from '../store/list-lots.ts'
import { toFields } from '../store/lot-fields.ts'
import { noExpirationDate } from '../store/lots.ts'

const newTexts = () => boundedCache<string, string>(5000)
const newLocales = () => boundedCache<string, ReturnType<typeof newTexts>>(10)
// Many lots share few reasons. By day, of which the world has three at a time, and language: one key for all three would be slower.
const sentences = boundedCache<CalendarDate, ReturnType<typeof newLocales>>(3)

function reasonSentence(stored: string | null, today: CalendarDate): string | null {
  if (stored === null) return null
  return sentences
    .getOrCreate(today, newLocales)
    .getOrCreate(messageLocale(), newTexts)
    .getOrCreate(stored, () => describeReason(ExpirationReason.parse(JSON.parse(stored)), today))
}

/** Converts a row to the lot that a member receives. A tablet isn't told who added it: it shows food, not people. */
export function toLotFor({ today, tabletId }: Pick<Member, 'today' | 'tabletId'>, row: ListedLotRow): Lot {
  const lot = toLot(row, today)
  return tabletId === undefined ? lot : { ...lot, user: { firstName: '', lastName: '' } }
}

/** Converts a row to the API's lot. `today` is the household's. */
export function toLot(row: ListedLotRow, today: CalendarDate): Lot {
  return {
    id: row.id,
    ingredient: {
      id: row.ingredient_id,
      name: row.name,
      category: row.category,
      parLevel: row.par_milli === null ? null : fromMilli(row.par_milli),
      ownUnits: parseOwnUnits(row.own_units),
    },
    quantity: fromMilli(row.milli),
    ...toFields(row),
    effectiveExpiration: row.goes_off_on === noExpirationDate ? null : row.goes_off_on,
    expirationReason: reasonSentence(row.goes_off_reason, today),
    reserved: fromMilli(row.reserved_milli),
    openedOn: row.opened_on,
    confirmedAt: row.confirmed_at,
    state: row.state,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    // A deleted account has no name.
    user: row.first_name === null || row.last_name === null ? formerMember() : { firstName: row.first_name, lastName: row.last_name },
    version: row.version,
  }
}
