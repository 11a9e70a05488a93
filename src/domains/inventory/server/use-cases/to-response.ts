import type { CalendarDate } from '#platform/shared/calendar.ts'
import { fromMilli } from '#platform/shared/quantity.ts'
import { messageLocale, say } from '#platform/shared/say.ts'
import type { Lot } from '../../contract.ts'
import { describeReason, ExpirationReason } from '../../rules/effective-expiration.ts'
import type { ListedLotRow } from '../store/list-lots.ts'
import { toFields } from '../store/lot-fields.ts'
import { never } from '../store/lots.ts'

const sentences = new Map<string, Map<string, string>>()
let sentencesOf: CalendarDate = ''

// Caches the sentences per day and language: many lots share few reasons.
function reasonSentence(stored: string | null, today: CalendarDate): string | null {
  if (stored === null) return null
  if (sentencesOf !== today) {
    sentences.clear()
    sentencesOf = today
  }
  const locale = messageLocale()
  let cached = sentences.get(locale)
  if (!cached || cached.size > 5000) {
    cached = new Map()
    sentences.set(locale, cached)
  }
  let sentence = cached.get(stored)
  if (sentence === undefined) {
    sentence = describeReason(ExpirationReason.parse(JSON.parse(stored)), today)
    cached.set(stored, sentence)
  }
  return sentence
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
    },
    quantity: fromMilli(row.milli),
    ...toFields(row),
    effectiveExpiration: row.goes_off_on === never ? null : row.goes_off_on,
    expirationReason: reasonSentence(row.goes_off_reason, today),
    reserved: fromMilli(row.reserved_milli),
    openedOn: row.opened_on,
    confirmedAt: row.confirmed_at,
    state: row.state,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    // A deleted account has no name.
    user: { firstName: row.first_name ?? say`Former`, lastName: row.last_name ?? say`member` },
    version: row.version,
  }
}
