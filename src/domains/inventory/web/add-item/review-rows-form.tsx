import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ChevronDown, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { ApiError, errorMessage } from '#platform/web/api/call.ts'
import { useIdempotentSubmit } from '#platform/web/api/idempotent-submit.ts'
import { createFormResolver, useForm } from '#platform/web/forms/use-form.ts'
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
  /** Whether its fields are shown at first, because one of them asks something. */
  isOpenAtFirst?: boolean
  /** The original text, if it says more than the name. */
  print?: string
}
/** `field` is the path of a field in the lot. */
export type RowReading = { lot: NewLot } | { wrong: { field: string; message: string } }

interface RowsFormProps<R extends DraftRow> {
  start: () => R[]
  /** Returns the row's lot, or what is wrong with it. */
  read: (row: R) => RowReading
  /** Renders the fields after the name. They show the errors of `fieldNames`; the name shows the others. */
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

/** A row that was added or removed is null, so that the errors of the others keep their places. */
interface Rows {
  rows: (DraftRow | null)[]
}

/** Reviews rows and adds them together. Rows that fail stay, with the reason. */
export function ReviewRowsForm<R extends DraftRow>(props: RowsFormProps<R>) {
  const { start, read, fields, fieldNames, summary, foot, onAdded, onDone, onClose } = props
  const pathOf = (at: number, field: string) => `rows.${at}.${fieldNames.includes(field) ? field : 'name'}` as 'rows.0.name'
  const { control, formState, getFieldState, setValue, clearErrors, setError, isSubmitting, leave, submit } = useForm({
    fieldsOf: (): Rows => ({ rows: start() }),
    resolver: createFormResolver((typed: Rows) => {
      const all = typed.rows.flatMap((row, at) => (row ? [{ row: row as R, at, is: read(row as R) }] : []))
      const wrong = all.flatMap(({ at, is }) => ('wrong' in is ? [[pathOf(at, is.wrong.field), is.wrong.message]] : []))
      if (wrong.length > 0) return { wrong: Object.fromEntries(wrong) }
      return { sent: all.flatMap(({ row, at, is }) => ('lot' in is ? [{ row, at, lot: is.lot }] : [])) }
    }),
    onClose,
  })
  const rows = useWatch({ control, name: 'rows' })
  const shown = rows.filter((row) => row !== null) as R[]
  const put = (at: number, row: R | null) => {
    setValue(`rows.${at}`, row, { shouldDirty: true })
    clearErrors(`rows.${at}`)
  }
  const submitOnce = useIdempotentSubmit()

  const addAll = submit(
    async (all) => {
      const added: { row: R; lot: AddedLot }[] = []
      // Read once, so that all rows go to one household even if the user switches.
      const session = currentSession()
      // Sequential, so that two rows of the same new ingredient create it once.
      for (const { row, at, lot } of all) {
        try {
          added.push({ row, lot: await submitLot(lot, submitOnce(row.key), session) })
          put(at, null)
        } catch (error) {
          const field = (error instanceof ApiError && error.problem?.fields?.[0]?.path) || 'name'
          setError(pathOf(at, field), { message: errorMessage(error, t`Couldn’t add ${row.name}`) })
        }
      }
      if (added.length > 0) await onAdded?.(added, session)
      offerAddUndo(added.map(({ lot }) => lot))
      if (added.length < all.length) return
      onDone?.()
      onClose()
    },
    () => t`Couldn’t add this item`,
  )

  return (
    <form noValidate className="space-y-4" onSubmit={addAll}>
      <ul className="divide-y divide-line">
        {rows.map((one, at) => {
          if (!one) return null
          const row = one as R
          const wrong = (field: string): string | undefined => getFieldState(pathOf(at, field), formState).error?.message
          const change = (part: Partial<R>) => put(at, { ...row, ...part })
          const onRemove = () => (shown.length === 1 ? onClose() : put(at, null))
          const edit = (
            <>
              <NameLine row={row} error={wrong('name')} onName={(name) => change({ name } as Partial<R>)} onRemove={onRemove} />
              {fields(row, change, wrong)}
            </>
          )
          return summary ? (
            <FoldedRow
              key={row.key}
              row={row}
              isWrong={formState.errors.rows?.[at] !== undefined}
              summary={summary(row)}
              onRemove={onRemove}
            >
              {edit}
            </FoldedRow>
          ) : (
            <li key={row.key} className="py-4 first:pt-0">
              {edit}
            </li>
          )
        })}
      </ul>
      {foot?.(shown)}
      <StickyFormButtons>
        <Button variant="quiet" onClick={leave} className="max-sm:flex-1">
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" busy={isSubmitting} busyLabel={t`Adding...`} className="max-sm:flex-[2]">
          {plural(shown.length, { one: 'Add # item', other: 'Add # items' })}
        </Button>
      </StickyFormButtons>
    </form>
  )
}

interface FoldedRowProps {
  row: DraftRow
  isWrong: boolean
  summary: ReactNode
  onRemove: () => void
  children: ReactNode
}
/** One line for a row, which opens its fields. */
function FoldedRow({ row: { name: itemName, unsure, isOpenAtFirst = false }, isWrong, summary, onRemove, children }: FoldedRowProps) {
  const [isOpen, setIsOpen] = useState(unsure || isOpenAtFirst)
  if (isWrong && !isOpen) setIsOpen(true)
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
      <IconButton label={t`Don’t add ${itemName}`} icon={<X aria-hidden="true" />} onClick={onRemove} />
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
  const itemName = name || print || t`this`
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
        label={t`Don’t add ${itemName}`}
        icon={<X aria-hidden="true" />}
        onClick={onRemove}
        className={print === undefined ? 'mb-px' : 'mb-px self-center'}
      />
    </div>
  )
}
