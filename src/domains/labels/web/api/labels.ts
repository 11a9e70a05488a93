import { t } from '@lingui/core/macro'
import { undoChange } from '#domains/households/contract/index.ts'
import { translateLocation } from '#domains/ingredients/rules/location-names.ts'
import type { Lot } from '#domains/inventory/contract.ts'
import { call, callWithHeaders, urlOf } from '#platform/web/api/call.ts'
import { currentRowFrom412 } from '#platform/web/api/concurrent-edits.ts'
import { newId } from '#platform/web/api/new-id.ts'
import { cache, endpointQuery, invalidate, useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { offerUndo } from '#platform/web/sync/offer-undo.ts'
import type { RowsOf } from '#platform/web/sync/operation.ts'
import type { RowIntent } from '#platform/web/sync/pending-row-change.ts'
import { rowWriter } from '#platform/web/sync/row-writer.ts'
import { buildIfMatch } from '#platform/web/sync/versioned-reply-handler.ts'
import { sentWrite } from '#platform/web/sync/write-or-queue.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import * as contract from '../../contract.ts'

type Label = contract.Label

/** The household's labels; works offline. */
export const useLabels = () => useEndpointQuery(contract.listLabels, {}, { persisted: true })

/** The printed sheets that weren't revoked. */
export const useLabelSheets = () => useEndpointQuery(contract.listLabelSheets, {})

/** The address that the labels lead to, where it isn't the one that the app is open at. */
export const useLabelAddress = () => useEndpointQuery(contract.getLabelAddress, {})

const write = rowWriter<Label>('labels', undoChange, contract.listLabels, contract.getLabel)

/** What a change of a label needs to know of it. */
type LabelState = Pick<Label, 'id' | 'lotId' | 'location' | 'version'>
type NamedLot = Pick<Lot, 'id'> & { ingredient: Pick<Lot['ingredient'], 'name'> }

interface Target {
  lotId: string | null
  location: string | null
}

/** The label that a waiting change is about. */
const labelsChangedBy: RowsOf = ({ kind, intent }) => (kind === 'labels' ? [(intent as RowIntent<Label>).id] : [])

/** Puts a label elsewhere, unless someone else did so since it was shown. */
async function setLabel(label: LabelState, to: Target, words: string, message: string | null): Promise<void> {
  const params = { id: label.id }
  const ifMatch = buildIfMatch(currentSession().household, labelsChangedBy, label, 'always')
  try {
    await write({
      words,
      message,
      intent: { id: label.id, to },
      opposite: { id: label.id, to: { lotId: label.lotId, location: label.location } },
      request: { method: 'PUT', address: urlOf(contract.setLabel, { params }), body: to, ...ifMatch },
      send: (household) => callWithHeaders(contract.setLabel, { params, body: to, ifMatch: label.version, household }),
    })
  } catch (error) {
    const current = currentRowFrom412(error, contract.setLabel)
    void invalidate(contract.listLabels, contract.getLabel)
    // The version of a label that was moved and put back, e.g. by Undo on this device, may not have arrived yet.
    if (!current || current.lotId !== label.lotId || current.location !== label.location) throw error
    await setLabel({ ...label, version: current.version }, to, words, message)
  }
}

/** Puts a label on an item. Throws `ApiError`. */
export function putLabelOn(label: LabelState, lot: NamedLot): Promise<void> {
  const [code, { name }] = [contract.formatLabelCode(label.id), lot.ingredient]
  return setLabel(label, { lotId: lot.id, location: null }, t`Put label ${code} on ${name}`, t`Label ${code} is on ${name}`)
}

/** Puts a label on an item that is reported already; reports it if the label isn't free any more. Throws `ApiError`. */
export async function putLabelOnAdded(id: string, lot: NamedLot): Promise<void> {
  const [code, { name }] = [contract.formatLabelCode(id), lot.ingredient]
  const label = (await cache.fetchQuery(endpointQuery(contract.listLabels, {}))).find((one) => one.id === id)
  if (label?.lotId === null && label.location === null)
    await setLabel(label, { lotId: lot.id, location: null }, t`Put label ${code} on ${name}`, null)
  else toast.fail(t`${name} has no label yet: ${code} isn’t free any more.`)
}

/** Lets a label mark a location. Throws `ApiError`. */
export function markLocation(label: Label, location: string): Promise<void> {
  const [code, place] = [contract.formatLabelCode(label.id), translateLocation(location)]
  return setLabel(label, { lotId: null, location }, t`Mark ${place} with label ${code}`, t`Label ${code} marks ${place}`)
}

/** Takes a label off. Throws `ApiError`. */
export function takeLabelOff(label: Label): Promise<void> {
  const code = contract.formatLabelCode(label.id)
  return setLabel(label, { lotId: null, location: null }, t`Take label ${code} off`, t`Label ${code} is free`)
}

const refresh = () => invalidate(contract.listLabelSheets, contract.listLabels)

/** Creates labels to print. Throws `ApiError`. */
export async function createSheet(size: contract.LabelSizeName, count: number): Promise<contract.LabelSheet> {
  const sheet = await call(contract.createLabelSheet, { body: { id: newId(), size, count } })
  void refresh()
  return sheet
}

/** Revokes a sheet and offers Undo. Throws `ApiError`. */
export async function revokeSheet({ id }: contract.LabelSheet): Promise<void> {
  const { household } = currentSession()
  const { headers } = await callWithHeaders(contract.revokeLabelSheet, { params: { id }, household })
  void refresh()
  const operation = { household: household ?? '', kind: 'labels', words: t`Revoke labels` }
  // The device learns from the server which labels are back.
  const opposite = { id, to: {} }
  offerUndo(operation, sentWrite(headers), t`Revoked the labels`, { by: undoChange, opposite, onChange: () => void refresh() })
}

/** Returns which of these households of the person has a label; null if none. Skips those that can't be asked. */
export async function findHouseholdOf(code: string, households: readonly { id: string; name: string }[]) {
  for (const household of households) {
    const found = await call(contract.getLabel, { params: { id: code }, household: household.id }).then(
      () => true,
      () => false,
    )
    if (found) return household
  }
  return null
}
