import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ReceiptText, X } from 'lucide-react'
import { useId } from 'react'
import { useMoney } from '#domains/households/web/index.ts'
import { imageTypes } from '#domains/scanning/contract.ts'
import { buttonClass } from '#platform/web/ui/button.tsx'
import { Select } from '#platform/web/ui/form-fields.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Spinner } from '#platform/web/ui/progress.tsx'
import type { ShoppingItem } from '../../contract/index.ts'
import type { Receipts } from './use-receipts.ts'

/** Reads prices from photos of receipts: their total, and the lines that no row on the list explains. */
export function ReceiptPrices({ rows, receipts }: { rows: readonly ShoppingItem[]; receipts: Receipts }) {
  const { lines, isReading, failure, purchases } = receipts
  return (
    <div className="mb-4 space-y-3">
      <PhotoButton hasLines={lines.length > 0} isReading={isReading} onChoose={receipts.read} />
      {lines.length === 0 ? null : (
        <>
          <div className="flex items-center justify-between gap-2">
            <p role="status" className="figures text-sm text-ink-soft">
              {plural(purchases.size, { one: 'The receipt names # of these items.', other: 'The receipt names # of these items.' })}{' '}
              <Total receipts={receipts} />
            </p>
            <IconButton label={t`Remove the receipt`} icon={<X aria-hidden="true" />} onClick={receipts.clear} />
          </div>
          <OpenLines receipts={receipts} rows={rows} />
        </>
      )}
      {failure === null ? null : <Notice tone="error">{failure}</Notice>}
    </div>
  )
}

interface PhotoButtonProps {
  hasLines: boolean
  isReading: boolean
  onChoose: (file: File | undefined) => void
}

function PhotoButton({ hasLines, isReading, onChoose }: PhotoButtonProps) {
  const input = useId()
  return (
    <label
      htmlFor={input}
      className={buttonClass(
        'quiet',
        'relative w-full has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-herb',
      )}
    >
      {isReading ? <Spinner /> : <ReceiptText aria-hidden="true" className="size-5" />}
      <span aria-live="polite">
        {isReading ? <Trans>Reading the receipt...</Trans> : hasLines ? <Trans>Add another photo</Trans> : <Trans>Add receipt photo</Trans>}
      </span>
      <input
        id={input}
        type="file"
        accept={imageTypes.join(',')}
        aria-disabled={isReading}
        onChange={({ target }) => {
          onChoose(target.files?.[0])
          // The same photo can be chosen again.
          target.value = ''
        }}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
    </label>
  )
}

function Total({ receipts: { total, purchases } }: { receipts: Receipts }) {
  const money = useMoney()
  const sum = money([...purchases.values()].reduce((all, { price }) => all + (price ?? 0), 0))
  const printed = total === null ? null : money(total)
  return printed === null ? (
    <Trans>Total: {sum}</Trans>
  ) : (
    <Trans>
      Total: {sum}. The receipt says {printed}.
    </Trans>
  )
}

const asNew = 'new'

/** Asks what the lines are that match no row: one of the rows, something else that was bought, or nothing for the kitchen. */
function OpenLines({ receipts, rows }: { receipts: Receipts; rows: readonly ShoppingItem[] }) {
  const money = useMoney()
  const { lines, open, rowIds, taken } = receipts
  if (open.length === 0) return null
  const takenIds = new Set(taken.values())
  return (
    <section className="rounded-card border border-line p-3">
      <h3 className="mb-2 font-semibold">
        <Trans>Also on the receipt</Trans>
      </h3>
      <ul className="space-y-2">
        {open.map((at) => {
          const { text = '', name = '', price = null } = lines[at] ?? {}
          return (
            <li key={at} className="grid grid-cols-2 items-center gap-3">
              <p className="min-w-0">
                <span className="block truncate">{text}</span>
                <span className="figures block text-sm text-ink-soft">{price === null ? '—' : money(price)}</span>
              </p>
              <Select
                label={t`What is ${text}?`}
                labelHidden
                value={taken.has(at) ? asNew : (rowIds[at] ?? '')}
                onChange={({ target }) => (target.value === asNew ? receipts.take(at) : receipts.match(at, target.value || null))}
              >
                <option value="">{t`Leave out`}</option>
                <option value={asNew}>{t`Add ${name}`}</option>
                {rows
                  .filter(({ id }) => !takenIds.has(id))
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
