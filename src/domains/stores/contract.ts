import { z } from 'zod'
import { endpoint, IdParams } from '#platform/shared/endpoint.ts'
import { eventType } from '#platform/shared/event.ts'
import { Id } from '#platform/shared/ids.ts'
import { Name } from '#platform/shared/text-schemas.ts'

export const maxStores = 300

/** What the order of a store's aisles is made from, in addition to the household's. */
export const StoreAisles = z.object({
  /** Set by hand. */
  arranged: z.array(z.string()),
  /** Learned: how often one aisle came before another, less how often after. */
  pairs: z.array(z.object({ first: z.string(), second: z.string(), net: z.int() })),
})
export type StoreAisles = z.infer<typeof StoreAisles>

/** Where a household shops. */
export const Store = z.object({
  id: z.string(),
  name: z.string(),
  /** Its position among the stores. */
  place: z.int(),
  aisles: StoreAisles,
  createdAt: z.string(),
  version: z.int(),
})
export type Store = z.infer<typeof Store>

const fields = { name: Name(60), place: z.int().min(0).max(1000) }
/** Last by default. */
export const NewStore = z.object({ id: Id.optional(), name: fields.name, place: fields.place.optional() }).strict()
export type NewStore = z.infer<typeof NewStore>
export const StoreChange = z.object(fields).partial().strict()
export type StoreChange = z.infer<typeof StoreChange>

const path = '/api/stores'
const readAccess = { auth: 'household' } as const
const writeAccess = { auth: 'household', role: 'MEMBER' } as const

export const listStores = endpoint({
  ...readAccess,
  method: 'GET',
  path,
  summary: 'The stores where the household shops, in its order',
  reply: z.array(Store),
})
export const addStore = endpoint({
  ...writeAccess,
  method: 'POST',
  path,
  summary: 'Add a store; one that has the id is returned',
  body: NewStore,
  reply: Store,
  status: 201,
})
export const changeStore = endpoint({
  ...writeAccess,
  method: 'PATCH',
  path: `${path}/{id}`,
  summary: 'Rename or move a store',
  params: IdParams,
  body: StoreChange,
  reply: Store,
  versioned: true,
})
export const removeStore = endpoint({
  ...writeAccess,
  method: 'DELETE',
  path: `${path}/{id}`,
  summary: 'Remove a store, undoable; what was to be bought only there can be bought anywhere; succeeds if it is already gone',
  params: IdParams,
})

const About = z.object({ storeId: z.string() })
export const storeAdded = eventType('store.added', About)
export const storeChanged = eventType('store.changed', About)
export const storeRemoved = eventType('store.removed', About)
