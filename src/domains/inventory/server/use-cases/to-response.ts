import type { CalendarDate } from '#platform/shared/calendar.ts'
import { fromCents, fromMilli } from '#platform/shared/quantity.ts'
import { say, spokenLocale } from '#platform/shared/say.ts'
import type { Lot } from '../../contract.ts'
import { ExpirationReason, tellReason } from '../../rules/effective-expiration.ts'
import type { ListedLotRow } from '../store/list-lots.ts'
import { never } from '../store/lots.ts'

const sentences = new Map<string, Map<string, string>>()
let sentencesOf: CalendarDate = ''

// Few different reasons, many lots: a sentence is made once a day in each language.
function reasonSentence(stored: string | null, today: CalendarDate): string | null {
  if (stored === null) return null
  if (sentencesOf !== today) {
    sentences.clear()
    sentencesOf = today
  }
  const locale = spokenLocale()
  let known = sentences.get(locale)
  if (!known || known.size > 5000) {
    known = new Map()
    sentences.set(locale, known)
  }
  let sentence = known.get(stored)
  if (sentence === undefined) {
    sentence = tellReason(ExpirationReason.parse(JSON.parse(stored)), today)
    known.set(stored, sentence)
  }
  return sentence
}

/** A stored lot as the wire shows it, on the household's day. */
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
    unit: row.unit,
    location: row.location,
    storage: row.storage,
    isOpened: row.is_opened === 1,
    isShared: row.is_shared === 1,
    expirationDate: row.expiration_date,
    dateKind: row.date_kind,
    effectiveExpiration: row.goes_off_on === never ? null : row.goes_off_on,
    expirationReason: reasonSentence(row.goes_off_reason, today),
    purchasePrice: row.price_cents === null ? null : fromCents(row.price_cents),
    barcode: row.barcode,
    reserved: fromMilli(row.reserved_milli),
    openedOn: row.opened_on,
    confirmedAt: row.confirmed_at,
    state: row.state,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    // Whoever left leaves no name behind.
    user: { firstName: row.first_name ?? say`Former`, lastName: row.last_name ?? say`member` },
    version: row.version,
  }
}
