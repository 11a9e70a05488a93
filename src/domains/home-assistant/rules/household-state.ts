import type { CalendarDate } from '#platform/shared/calendar.ts'

/** An item that expired or expires soon. `amount` is formatted, such as `310 ml`. */
export interface DatedItem {
  readonly name: string
  readonly amount: string
  readonly location: string
  readonly daysLeft: number
}

/** What Home Assistant shows of a household. Home Assistant stores it with every change, so lists are short. */
export interface HouseholdState {
  /** The server that published it, so that two servers on one broker leave each other's households alone. */
  readonly server: string
  readonly today: CalendarDate
  readonly expired: number
  readonly useSoon: number
  readonly runningLow: number
  readonly shoppingList: number
  /** Today's recipes in one line, or an empty text. */
  readonly planToday: string
  readonly expiredItems: readonly DatedItem[]
  readonly useSoonItems: readonly DatedItem[]
  /** Names of what expires today. */
  readonly expiresToday: readonly string[]
  readonly lowIngredients: readonly string[]
  readonly meals: readonly { readonly meal: string; readonly recipe: string }[]
}

/** The longest lists in a state. */
export const maxListed = 20
/** Home Assistant refuses longer states of sensors. */
export const maxStateLength = 255

/** Joins names in one line that fits into the state of a sensor. */
export function joinNames(names: readonly string[]): string {
  const line = names.join(', ')
  return line.length <= maxStateLength ? line : `${line.slice(0, maxStateLength - 1)}…`
}
