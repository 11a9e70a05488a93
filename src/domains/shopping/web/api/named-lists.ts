import { t } from '@lingui/core/macro'
import { undoChange } from '#domains/households/contract/index.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { callWithHeaders, urlOf } from '#platform/web/api/call.ts'
import { newId } from '#platform/web/api/new-id.ts'
import { rowWriter } from '#platform/web/sync/row-writer.ts'
import * as contract from '../../contract/index.ts'

type NamedList = contract.NamedList

const write = rowWriter<NamedList>('shoppingLists', undoChange, contract.listNamedLists, contract.getShoppingList)

/** Creates a list. Returns its id, or that of the list that has the name, which is restored if it was archived. Throws `ApiError`. */
export async function addNamedList(name: string, lists: readonly NamedList[]): Promise<string> {
  const known = lists.find((list) => nameKey(list.name) === nameKey(name))
  if (known) {
    if (known.isArchived) await changeNamedList(known, { isArchived: false })
    return known.id
  }
  const id = newId()
  const body = { id, name }
  const written = await write({
    words: t`Create the list ${name}`,
    message: null,
    intent: { id, to: { id, name, isArchived: false, createdAt: new Date().toISOString(), version: 0 } },
    opposite: { id, to: null },
    request: { method: 'POST', address: urlOf(contract.addNamedList, {}), body },
    send: (household) => callWithHeaders(contract.addNamedList, { body, household }),
  })
  // Someone else may have created it at the same time.
  return written.state === 'sent' ? ((written.reply as NamedList | undefined)?.id ?? id) : id
}

function changedMessage({ name }: NamedList, to: contract.NamedListChange): string {
  if (to.name !== undefined) return t`Renamed to ${to.name}`
  return to.isArchived ? t`Archived ${name}` : t`Restored ${name}`
}

/** Renames, archives or restores a list. Throws `ApiError`. */
export async function changeNamedList(list: NamedList, to: contract.NamedListChange): Promise<void> {
  const params = { id: list.id }
  await write({
    words: t`Change the list ${list.name}`,
    message: changedMessage(list, to),
    intent: { id: list.id, to: to as Partial<NamedList> },
    opposite: { id: list.id, to: to.name === undefined ? { isArchived: list.isArchived } : { name: list.name } },
    request: { method: 'PATCH', address: urlOf(contract.changeNamedList, { params }), body: to },
    send: (household) => callWithHeaders(contract.changeNamedList, { params, body: to, household }),
  })
}

/** Deletes an empty list. Throws `ApiError`. */
export async function removeNamedList(list: NamedList): Promise<void> {
  const params = { id: list.id }
  await write({
    words: t`Delete the list ${list.name}`,
    message: t`Deleted ${list.name}`,
    intent: { id: list.id, to: null },
    opposite: { id: list.id, to: list },
    request: { method: 'DELETE', address: urlOf(contract.removeNamedList, { params }) },
    send: (household) => callWithHeaders(contract.removeNamedList, { params, household }),
  })
}
