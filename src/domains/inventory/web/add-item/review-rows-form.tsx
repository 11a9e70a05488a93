import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ChevronDown, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ApiError, errorMessage } from '#platform/web/api/call.ts'
import { useIdempotentSubmit } from '#platform/web/api/idempotent-submit.ts'
import { useUnsavedChanges } from '#platform/web/forms/unsaved-changes.ts'
import { currentSession, type Session } from '#platform/web/session/session.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { TextInput } from '#platform/web/ui/form-fields.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { StickyFormButtons } from '#platform/web/ui/sticky-form-buttons.tsx'
import type { NewLot } from '../../contract.ts'
import { type AddedLot, offerAddUndo, submitLot } from '../api/add-lot.ts'

/** An item to review and correct before adding it. */
export interface DraftRow {
  key: string
  name: string
  /** Some value was guessed. */
  unsure: boolean
  /** The original text, if it says more than the name. */
  print?: string
  complaint: Complaint | null
}
interface Complaint {
  /** The path of the field in the lot. */
  field: string
  words: string
}

export type RowReading = { lot: NewLot } | { complaint: Complaint }

interface RowsFormProps<R extends DraftRow> {
  start: () => R[]
  /** Returns the row's lot, or what is wrong with it. */
  read: (row: R) => RowReading
  /** Renders the fields after the name. They show the complaints of `fieldNames`; the name shows the others. */
  fields: (row: R, change: (part: Partial<R>) => void, wrong: (field: string) => string | undefined) => ReactNode
  fieldNames: readonly string[]
  /** Sums up a row. Its fields are then folded until it is pressed, unless something has to be checked. */
  summary?: (row: R) => ReactNode
  foot?: (rows: readonly R[]) => ReactNode
  /** Runs with the added items, even if others failed. */
  onAdded?: (added: readonly { row: R; lot: AddedLot }[], session: Session) => Promise<void>
  /** Runs after all items were added. */
  onDone?: () => void
  onClose: () => void
}

/** Reviews rows and adds them together. Rows that fail stay, with the reason. */
export function ReviewRowsForm<R extends DraftRow>(props: RowsFormProps<R>) {
  const { start, read, fields, fieldNames, summary, foot, onAdded, onDone, onClose } = props
  const [begun] = useState(start)
  const [rows, setRows] = useState(begun)
  const leave = useUnsavedChanges(rows !== begun, onClose)
  const [busy, setBusy] = useState(false)
  const submitOnce = useIdempotentSubmit()
  const change = (key: string, part: Partial<R>) =>
    setRows((all) => all.map((row) => (row.key === key ? { ...row, complaint: null, ...part } : row)))

  const addAll = async () => {
    const all = rows.map((row) => ({ row, is: read(row) }))
    if (all.some(({ is }) => 'complaint' in is))
      return setRows(all.map(({ row, is }) => ('complaint' in is ? { ...row, complaint: is.complaint } : row)))
    setBusy(true)
    const added: { row: R; lot: AddedLot }[] = []
    const left: R[] = []
    // Read once, so that all rows go to one household even if the user switches.
    const session = currentSession()
    // Sequential, so that two rows of the same new ingredient create it once.
    for (const { row, is } of all) {
      if (!('lot' in is)) continue
      try {
        added.push({ row, lot: await submitLot(is.lot, submitOnce(row.key), session) })
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
        if (!busy) void addAll()
      }}
    >
      <ul className="divide-y divide-line">
        {rows.map((row) => {
          const { complaint } = row
          const wrong = (field: string) => (complaint?.field === field ? complaint.words : undefined)
          const onRemove = () => (rows.length === 1 ? onClose() : setRows(rows.filter(({ key }) => key !== row.key)))
          const edit = (
            <>
              <NameLine
                row={row}
                error={complaint && !fieldNames.includes(complaint.field) ? complaint.words : undefined}
                onName={(name) => change(row.key, { name } as Partial<R>)}
                onRemove={onRemove}
              />
              {fields(row, (part) => change(row.key, part), wrong)}
            </>
          )
          return summary ? (
            <FoldedRow key={row.key} row={row} summary={summary(row)} onRemove={onRemove}>
              {edit}
            </FoldedRow>
          ) : (
            <li key={row.key} className="py-4 first:pt-0">
              {edit}
            </li>
          )
        })}
      </ul>
      {foot?.(rows)}
      <StickyFormButtons>
        <Button variant="quiet" onClick={leave} className="max-sm:flex-1">
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" busy={busy} busyLabel={t`Adding...`} className="max-sm:flex-[2]">
          {plural(rows.length, { one: 'Add # item', other: 'Add # items' })}
        </Button>
      </StickyFormButtons>
    </form>
  )
}

interface FoldedRowProps {
  row: DraftRow
  summary: ReactNode
  onRemove: () => void
  children: ReactNode
}
/** One line for a row, which opens its fields. */
function FoldedRow({ row: { name: said, unsure, complaint }, summary, onRemove, children }: FoldedRowProps) {
  const [isOpen, setIsOpen] = useState(unsure)
  if (complaint && !isOpen) setIsOpen(true)
  if (isOpen) return <li className="py-4">{children}</li>
  return (
    <li className="flex items-center gap-1 py-1">
      <button
        type="button"
        aria-expanded={false}
        onClick={() => setIsOpen(true)}
        className="flex min-h-14 min-w-0 flex-1 items-center gap-3 rounded-control px-1 py-1 text-start hover:bg-hover"
      >
        {summary}
        <ChevronDown aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
      </button>
      <IconButton label={t`Don’t add ${said}`} icon={<X aria-hidden="true" />} onClick={onRemove} />
    </li>
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
