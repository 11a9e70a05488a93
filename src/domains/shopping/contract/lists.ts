import { z } from 'zod'
import { endpoint, IdParams } from '#platform/shared/endpoint.ts'
import { eventType } from '#platform/shared/event.ts'
import { Id } from '#platform/shared/ids.ts'
import { Name } from '#platform/shared/text-schemas.ts'
import { readAccess, shoppingListPath, writeAccess } from './item.ts'

export const maxLists = 100

/** A list in addition to the default one, which has no entry of its own. */
export const NamedList = z.object({
  id: z.string(),
  name: z.string(),
  isArchived: z.boolean(),
  createdAt: z.string(),
  version: z.int(),
})
export type NamedList = z.infer<typeof NamedList>

const fields = { name: Name(60) }
export const NewNamedList = z.object({ ...fields, id: Id.optional() }).strict()
export type NewNamedList = z.infer<typeof NewNamedList>
export const NamedListChange = z
  .object({ ...fields, isArchived: z.boolean() })
  .partial()
  .strict()
export type NamedListChange = z.infer<typeof NamedListChange>

const path = `${shoppingListPath}/lists`

export const listNamedLists = endpoint({
  ...readAccess,
  method: 'GET',
  path,
  summary: 'The lists in addition to the default one, also archived ones, oldest first',
  reply: z.array(NamedList),
})
export const addNamedList = endpoint({
  ...writeAccess,
  method: 'POST',
  path,
  summary: 'Create a list; one that has the name or the id is returned, and restored if it was archived',
  body: NewNamedList,
  reply: NamedList,
  status: 201,
})
export const changeNamedList = endpoint({
  ...writeAccess,
  method: 'PATCH',
  path: `${path}/{id}`,
  summary: 'Rename, archive or restore a list; what is on an archived list counts as not listed',
  params: IdParams,
  body: NamedListChange,
  reply: NamedList,
  versioned: true,
})
export const removeNamedList = endpoint({
  ...writeAccess,
  method: 'DELETE',
  path: `${path}/{id}`,
  summary: 'Delete an empty list, undoable; succeeds if it is already gone',
  params: IdParams,
})

const About = z.object({ listId: z.string() })
export const namedListAdded = eventType('shopping_list.added', About)
export const namedListChanged = eventType('shopping_list.renamed', About)
export const namedListArchived = eventType('shopping_list.archived', About)
export const namedListRestored = eventType('shopping_list.restored', About)
export const namedListRemoved = eventType('shopping_list.removed', About)
