import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ReceiptText } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { useMoney } from '#domains/households/web/index.ts'
import { imageTypes, learnReceiptNames, type ReceiptReading, readReceiptPhoto } from '#domains/scanning/contract.ts'
import { imageProblem } from '#domains/scanning/web/index.ts'
import { call, errorMessage, upload } from '#platform/web/api/call.ts'
import { newId } from '#platform/web/api/new-id.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { buttonClass } from '#platform/web/ui/button.tsx'
import { Select } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Spinner } from '#platform/web/ui/progress.tsx'
import type { ShoppingItem } from '../../contract/index.ts'
import { matchReceiptLines, type Purchase, readPurchases } from '../../rules/match-receipt.ts'
import { useChosenList } from '../api/chosen-list.ts'
import { addBoughtItem, setChecked } from '../api/list-mutation.ts'
import { useList } from '../api/use-list.ts'

/** A receipt's lines, and which row each is about. */
interface MatchedReceipt {
  reading: ReceiptReading
  rowIds: readonly (string | null)[]
  /** The lines that the user matches, by position. */
  open: readonly number[]
}

interface ReceiptPrices {
  /** What the receipt says about rows, by id. */
  purchases: ReadonlyMap<string, Purchase>
  /** Where it is from, if it is one of the household's stores. */
  storeId: string | null
  receipt: MatchedReceipt | null
  isReading: boolean
  failure: string | null
  read: (file: File | undefined) => void
  /** Says which row a line is about. */
  match: (line: number, rowId: string | null) => void
  /** Remembers what printed names mean, as the user matched them. */
  learn: () => void
}

/** Reads a photo of a receipt into prices of the rows. */
export function useReceiptPrices(rows: readonly ShoppingItem[]): ReceiptPrices {
  const [receipt, setReceipt] = useState<MatchedReceipt | null>(null)
  const [isReading, setIsReading] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const purchases = useMemo(() => readPurchases(receipt?.reading.lines ?? [], receipt?.rowIds ?? [], rows), [receipt, rows])

  const read = async (file: File | undefined) => {
    const problem = file && imageProblem(file)
    setFailure(problem ?? null)
    if (!file || problem) return
    setIsReading(true)
    const form = new FormData()
    form.set('image', file, file.name)
    try {
      const reading = await upload(readReceiptPhoto, form)
      const rowIds = matchReceiptLines(reading.lines, rows)
      if (reading.lines.length > 0) setReceipt({ reading, rowIds, open: [...rowIds.keys()].filter((at) => rowIds[at] === null) })
      else setFailure(t`Couldn’t read any items. Lay the receipt flat and take the photo from directly above.`)
    } catch (error) {
      setFailure(errorMessage(error, t`Failed to process image`))
    } finally {
      setIsReading(false)
    }
  }
  const match = (line: number, rowId: string | null) =>
    setReceipt((before) => before && { ...before, rowIds: before.rowIds.with(line, rowId) })
  const learn = () => {
    const names = (receipt?.open ?? []).flatMap((line) => {
      const ingredientId = rows.find(({ id }) => id === receipt?.rowIds[line])?.ingredientId
      const text = receipt?.reading.lines[line]?.text
      return ingredientId && text ? [{ text, ingredientId }] : []
    })
    // A name that couldn't be saved is asked for next time.
    if (names.length > 0) void call(learnReceiptNames, { body: { names }, household: currentSession().household }).catch(() => {})
  }
  return {
    purchases,
    storeId: receipt?.reading.storeId ?? null,
    receipt,
    isReading,
    failure,
    read: (file) => void read(file),
    match,
    learn,
  }
}

/** The button for the photo; afterwards the total, and the lines that no row on the list explains. */
export function ReceiptPrices({ rows, prices }: { rows: readonly ShoppingItem[]; prices: ReceiptPrices }) {
  const { receipt, isReading, failure, purchases, read } = prices
  return (
    <div className="mb-4 space-y-3">
      {isReading ? (
        <p role="status" className="flex min-h-11 items-center gap-3 text-ink-soft">
          <Spinner />
          <Trans>Reading the receipt...</Trans>
        </p>
      ) : receipt === null ? (
        <PhotoButton onChoose={read} />
      ) : (
        <>
          <p role="status" className="figures text-sm text-ink-soft">
            {plural(purchases.size, { one: 'The receipt names # of these items.', other: 'The receipt names # of these items.' })}{' '}
            <Total receipt={receipt} purchases={purchases} />
          </p>
          <OpenLines receipt={receipt} rows={rows} onMatch={prices.match} />
        </>
      )}
      {failure === null ? null : <Notice tone="error">{failure}</Notice>}
    </div>
  )
}

function PhotoButton({ onChoose }: { onChoose: (file: File | undefined) => void }) {
  const input = useId()
  return (
    <label
      htmlFor={input}
      className={buttonClass(
        'quiet',
        'relative w-full has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-herb',
      )}
    >
      <ReceiptText aria-hidden="true" className="size-5" />
      <Trans>Prices from a photo of the receipt</Trans>
      <input
        id={input}
        type="file"
        accept={imageTypes.join(',')}
        onChange={(event) => onChoose(event.target.files?.[0])}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
    </label>
  )
}

function Total({ receipt: { reading }, purchases }: { receipt: MatchedReceipt; purchases: ReadonlyMap<string, Purchase> }) {
  const money = useMoney()
  const sum = money([...purchases.values()].reduce((all, { price }) => all + (price ?? 0), 0))
  const printed = reading.total === null ? null : money(reading.total)
  return printed === null ? (
    <Trans>Total: {sum}</Trans>
  ) : (
    <Trans>
      Total: {sum}. The receipt says {printed}.
    </Trans>
  )
}

const asNew = 'new'

interface OpenLinesProps {
  receipt: MatchedReceipt
  rows: readonly ShoppingItem[]
  onMatch: (line: number, rowId: string | null) => void
}

/** Asks what the lines are that match no row: one of the rows, something else that was bought, or nothing for the kitchen. */
function OpenLines({ receipt, rows, onMatch }: OpenLinesProps) {
  const money = useMoney()
  const { chosen } = useChosenList()
  const { items } = useList()
  const [added, setAdded] = useState<Readonly<Record<number, string>>>({})
  const answer = (line: number, value: string) => {
    const { name = '', ingredientId = null, quantity = 1, unit = 'each' } = receipt.reading.lines[line] ?? {}
    if (value !== asNew) return onMatch(line, value || null)
    const listed = items?.find((item) => !item.isChecked && matchReceiptLines(receipt.reading.lines.slice(line, line + 1), [item])[0])
    const id = listed?.id ?? added[line] ?? newId()
    if (listed) setChecked(listed, true)
    else if (!added[line]) addBoughtItem(id, { name, ingredientId, quantity, unit, listId: chosen?.id ?? null })
    setAdded({ ...added, [line]: id })
    onMatch(line, id)
  }
  if (receipt.open.length === 0) return null
  return (
    <section className="rounded-card border border-line p-3">
      <h3 className="mb-2 font-semibold">
        <Trans>Also on the receipt</Trans>
      </h3>
      <ul className="space-y-2">
        {receipt.open.map((at) => {
          const line = receipt.reading.lines[at]
          const name = line?.name ?? ''
          return (
            <li key={at} className="grid grid-cols-2 items-center gap-3">
              <p className="min-w-0">
                <span className="block truncate">{line?.text}</span>
                <span className="figures block text-sm text-ink-soft">{line && line.price !== null ? money(line.price) : '—'}</span>
              </p>
              <Select
                label={t`What is ${line?.text ?? ''}?`}
                labelHidden
                value={added[at] === receipt.rowIds[at] && added[at] ? asNew : (receipt.rowIds[at] ?? '')}
                onChange={({ target }) => answer(at, target.value)}
              >
                <option value="">{t`Leave out`}</option>
                <option value={asNew}>{t`Add ${name}`}</option>
                {rows
                  .filter(({ id }) => id !== added[at])
                  .map(({ id, ingredientName }) => (
                    <option key={id} value={id}>
                      {ingredientName}
                    </option>
                  ))}
              </Select>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
