/** Rows of a household that a device keeps, by table. */
export interface Row {
  readonly id: string
}

/** A synced table by its name, with the type of its rows. */
export interface LocalTable<R extends Row> {
  readonly name: string
  /** Never set; ties the type of the rows to the table. */
  readonly row?: R
}
export const localTable = <R extends Row>(name: string): LocalTable<R> => ({ name })

type FieldOf<R> = keyof R & string

/** The rows as shown: as of the server, with the changes that wait on this device. */
export interface LocalTables {
  get<R extends Row>(table: LocalTable<R>, id: string): R | undefined
  /** The array stays the same until one of its rows changes. */
  rows<R extends Row>(table: LocalTable<R>): readonly R[]
  /** Rows in the order of a text field, then of their ids. Null counts as `null`, after dates. */
  sorted<R extends Row>(table: LocalTable<R>, field: FieldOf<R>): readonly R[]
  /** Rows by id, by the value of a field. A group stays the same until one of its rows changes. */
  grouped<R extends Row>(table: LocalTable<R>, field: FieldOf<R>): ReadonlyMap<unknown, ReadonlyMap<string, R>>
}

/** What a reply depends on besides rows. */
export interface LocalContext {
  readonly now: Date
  /** In the household's time zone. */
  readonly today: string
  readonly userId: string
}

/** Compares texts as the server's databases do, by code units. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Thrown if a row refers to one that isn't on the device, because it was removed. The server can reply. */
export class IncompleteRowsError extends Error {}
