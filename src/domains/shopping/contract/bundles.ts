import { z } from 'zod'
import { endpoint, IdParams } from '#platform/shared/endpoint.ts'
import { eventType } from '#platform/shared/event.ts'
import { Id } from '#platform/shared/ids.ts'
import { Name } from '#platform/shared/text-schemas.ts'
import { readAccess, shoppingListPath, writeAccess } from './item.ts'

export const maxBundles = 100
export const maxBundleItems = 60

/** Items that are put on a list together, such as what taco night needs. */
export const Bundle = z.object({
  id: z.string(),
  name: z.string(),
  /** Lines as people type them on the list, e.g. `6 tortillas`. */
  items: z.array(z.string()),
  createdAt: z.string(),
  version: z.int(),
})
export type Bundle = z.infer<typeof Bundle>

const fields = { name: Name(60), items: z.array(Name(120)).max(maxBundleItems) }
export const NewBundle = z.object({ ...fields, id: Id.optional() }).strict()
export type NewBundle = z.infer<typeof NewBundle>
export const BundleChange = z.object(fields).partial().strict()
export type BundleChange = z.infer<typeof BundleChange>

const path = `${shoppingListPath}/bundles`

export const listBundles = endpoint({
  ...readAccess,
  method: 'GET',
  path,
  summary: 'The household’s bundles, items that are put on a list together, by name',
  reply: z.array(Bundle),
})
export const addBundle = endpoint({
  ...writeAccess,
  method: 'POST',
  path,
  summary: 'Create a bundle; one that has the id is returned',
  body: NewBundle,
  reply: Bundle,
  status: 201,
})
export const changeBundle = endpoint({
  ...writeAccess,
  method: 'PATCH',
  path: `${path}/{id}`,
  summary: 'Rename a bundle or replace its items',
  params: IdParams,
  body: BundleChange,
  reply: Bundle,
  versioned: true,
})
export const removeBundle = endpoint({
  ...writeAccess,
  method: 'DELETE',
  path: `${path}/{id}`,
  summary: 'Delete a bundle, undoable; succeeds if it is already gone',
  params: IdParams,
})

const About = z.object({ bundleId: z.string() })
export const bundleAdded = eventType('shopping_bundle.added', About)
export const bundleChanged = eventType('shopping_bundle.changed', About)
export const bundleRemoved = eventType('shopping_bundle.removed', About)
