import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { SheetActions } from '#domains/ingredients/web/index.ts'
import { ApiError, errorMessage } from '#platform/web/api/call.ts'
import { useIdempotentSubmit } from '#platform/web/api/idempotent-submit.ts'
import { useUnsaved } from '#platform/web/forms/unsaved-changes.ts'
import { currentSession, type Session } from '#platform/web/session/session.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { TextInput } from '#platform/web/ui/field.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import type { NewLot } from '../../contract.ts'
import { type Added, offerAddUndo, sendLot } from '../api/add-lot.ts'

/** One thing that was understood, as it may be put right before it goes in. */
export interface DraftRow {
  key: string
  name: string
  /** Something in it was guessed. */
  unsure: boolean
  /** As it was written, where that says more than the name. */
  print?: string
  complaint: Complaint | null
}
interface Complaint {
  /** Path in the lot. */
  field: string
  words: string
}

export type RowReading = { lot: NewLot } | { complaint: Complaint }

interface RowsFormProps<R extends DraftRow> {
  start: () => R[]
  /** The lot a row makes, or what is wrong with it. */
  read: (row: R) => RowReading
  /** The fields beside the name; `fieldNames`: which complaints they show, the others stand at the name. */
  fields: (row: R, change: (part: Partial<R>) => void, wrong: (field: string) => string | undefined) => ReactNode
  fieldNames: readonly string[]
  foot?: (rows: readonly R[]) => ReactNode
  /** What went in, with its row; also when others are left. */
  onAdded?: (added: readonly { row: R; lot: Added }[], session: Session) => Promise<void>
  /** All of them are in. */
  onDone?: () => void
  onClose: () => void
}

/** Rows to look at: each can be put right or left out, all go in with one button, and what could not go in stays with the reason. */
export function RowsForm<R extends DraftRow>({ start, read, fields, fieldNames, foot, onAdded, onDone, onClose }: RowsFormProps<R>) {
  const [begun] = useState(start)
  const [rows, setRows] = useState(begun)
  const leave = useUnsaved(rows !== begun, onClose)
  const [busy, setBusy] = useState(false)
  const sameAct = useIdempotentSubmit()
  const change = (key: string, part: Partial<R>) =>
    setRows((all) => all.map((row) => (row.key === key ? { ...row, complaint: null, ...part } : row)))

  const putAllIn = async () => {
    const all = rows.map((row) => ({ row, is: read(row) }))
    if (all.some(({ is }) => 'complaint' in is))
      return setRows(all.map(({ row, is }) => ('complaint' in is ? { ...row, complaint: is.complaint } : row)))
    setBusy(true)
    const added: { row: R; lot: Added }[] = []
    const left: R[] = []
    // All of them go where the first one goes, even if the household is switched between two.
    const session = currentSession()
    // One after the other: two rows of the same new food must not both make it.
    for (const { row, is } of all) {
      if (!('lot' in is)) continue
      try {
        added.push({ row, lot: await sendLot(is.lot, sameAct(row.key), session) })
      } catch (error) {
        const field = error instanceof ApiError ? (error.problem?.fields?.[0]?.path ?? 'ingredient.name') : 'ingredient.name'
        left.push({ ...row, complaint: { field, words: errorMessage(error, t`Couldn’t add ${row.name}`) } })
      }
    }
    if (added.length > 0) await onAdded?.(added, session)
    setBusy(false)
    offerAddUndo(added.map(({ lot }) => lot))
    if (left.length > 0) return setRows(left)
    onDone?.()
    onClose()
  }

  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void putAllIn()
      }}
    >
      <ul className="divide-y divide-line">
        {rows.map((row) => {
          const { complaint } = row
          const wrong = (field: string) => (complaint?.field === field ? complaint.words : undefined)
          return (
            <li key={row.key} className="py-4 first:pt-0">
              <NameLine
                row={row}
                error={complaint && !fieldNames.includes(complaint.field) ? complaint.words : undefined}
                onName={(name) => change(row.key, { name } as Partial<R>)}
                onRemove={() => (rows.length === 1 ? onClose() : setRows(rows.filter(({ key }) => key !== row.key)))}
              />
              {fields(row, (part) => change(row.key, part), wrong)}
            </li>
          )
        })}
      </ul>
      {foot?.(rows)}
      <SheetActions>
        <Button variant="quiet" onClick={leave} className="max-sm:flex-1">
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" busy={busy} busyLabel={t`Adding...`} className="max-sm:flex-[2]">
          {plural(rows.length, { one: 'Add # item', other: 'Add # items' })}
        </Button>
      </SheetActions>
    </form>
  )
}

interface NameLineProps {
  row: DraftRow
  error: string | undefined
  onName: (name: string) => void
  onRemove: () => void
}
function NameLine({ row: { name, print, unsure }, error, onName, onRemove }: NameLineProps) {
  const said = name || print || t`this`
  return (
    <div className="flex items-end gap-2">
      <TextInput
        label={t`Ingredient`}
        {...(print === undefined ? {} : { hint: print })}
        aside={
          unsure ? (
            <Badge tone="soon">
              <Trans>Check this</Trans>
            </Badge>
          ) : undefined
        }
        value={name}
        onChange={(event) => onName(event.target.value)}
        error={error}
        maxLength={120}
        autoComplete="off"
        className="flex-1"
      />
      <IconButton
        label={t`Don’t add ${said}`}
        icon={<X aria-hidden="true" />}
        onClick={onRemove}
        className={print === undefined ? 'mb-px' : 'mb-px self-center'}
      />
    </div>
  )
}
