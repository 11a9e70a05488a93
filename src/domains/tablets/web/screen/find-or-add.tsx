import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { addLot, type Lot, listLots } from '#domains/inventory/contract.ts'
import { parseQuickAdd, type QuickDraft } from '#domains/inventory/rules/quick-add.ts'
import { scanBarcode } from '#domains/scanning/contract.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { decimalMark } from '#platform/shared/say.ts'
import { formatAmountOf } from '#platform/shared/unit-display.ts'
import { callTablet } from '#platform/web/api/call-tablet.ts'
import { TabletButton } from './tablet-button.tsx'
import { TabletInput } from './tablet-input.tsx'
import type { Acts } from './use-acts.ts'
import { LotRows } from './use-first.tsx'
import { lotsOf } from './use-kitchen.ts'

const typingMs = 300
const maxFound = 6
const barcodeFormat = /^\d{8}(\d{4,6})?$/

interface FindOrAddProps {
  today: CalendarDate
  acts: Acts
  isOffline: boolean
  /** Changes whenever the kitchen was read again. */
  kitchen: unknown
}

/** Finds what is in stock, and adds food that is typed or named by its barcode. */
export function FindOrAdd({ today, acts, isOffline, kitchen }: FindOrAddProps) {
  const [text, setText] = useState('')
  const [barcode, setBarcode] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const headingId = useId()
  const line = text.trim()
  const isBarcode = barcodeFormat.test(line)
  const found = useFound(isBarcode ? '' : line, kitchen)
  const draft = isBarcode || line === '' ? undefined : parseQuickAdd(line, { today, decimalMark: decimalMark() })[0]
  const change = (next: string) => {
    setText(next)
    setProblem(null)
    if (next === '') setBarcode(null)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isOffline || line === '') return
    if (isBarcode) {
      const result = await lookUp(line)
      setProblem(result.problem)
      if (result.name !== null) {
        setText(result.name)
        setBarcode(line)
      }
    } else if (draft && (await acts.run(() => callTablet(addLot, { body: lotOf(draft, barcode) }), t`Added ${wordsOf(draft)}`))) change('')
  }
  return (
    <section aria-labelledby={headingId} className="rounded-card border border-line bg-card p-4">
      <h2 id={headingId} className="display mb-2 text-2xl">
        <Trans>Find or add food</Trans>
      </h2>
      <form className="flex flex-wrap gap-2" onSubmit={(event) => void submit(event)}>
        <TabletInput label={t`Food or barcode number`} placeholder={t`2 l milk`} value={text} onChange={change} />
        <TabletButton type="submit" disabled={isOffline || line === ''}>
          {isBarcode ? t`Look up` : draft ? t`Add ${wordsOf(draft)}` : t`Add`}
        </TabletButton>
        {line === '' ? null : (
          <TabletButton variant="quiet" onClick={() => change('')}>
            <Trans>Clear</Trans>
          </TabletButton>
        )}
      </form>
      <p role="status" className="text-lg text-ink-soft not-empty:pt-2">
        {problem ?? found.note}
      </p>
      {found.lots.length > 0 ? <LotRows lots={found.lots} today={today} acts={acts} isOffline={isOffline} /> : null}
    </section>
  )
}

const wordsOf = ({ name, quantity, unit }: QuickDraft) => formatAmountOf(quantity, unit, name)

/** Returns what to add. The server finds or creates the ingredient by its name. */
function lotOf({ name, quantity, unit, storage, location, expirationDate, dateKind }: QuickDraft, barcode: string | null) {
  return {
    ingredient: { name: name.slice(0, 120) },
    quantity,
    unit,
    ...(storage ? { storage } : {}),
    ...(location ? { location } : {}),
    ...(expirationDate ? { expirationDate } : {}),
    ...(dateKind ? { dateKind } : {}),
    ...(barcode ? { barcode } : {}),
  }
}

async function lookUp(code: string): Promise<{ name: string | null; problem: string | null }> {
  try {
    const { reply } = await callTablet(scanBarcode, { body: { code } })
    const name = reply.ingredient?.name ?? reply.alternatives[0]?.name ?? null
    return { name, problem: name === null ? t`Larder doesn’t know this barcode. Type what it is instead.` : null }
  } catch {
    return { name: null, problem: t`Couldn’t look up the barcode. Type what it is instead.` }
  }
}

/** Searches the stock a moment after the typing stops. */
function useFound(search: string, kitchen: unknown): { lots: readonly Lot[]; note: string | null } {
  const [found, setFound] = useState<{ search: string; lots: readonly Lot[] } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: searches again in a changed kitchen
  useEffect(() => {
    if (search.length < 2) return setFound(null)
    let isOutdated = false
    const timer = setTimeout(async () => {
      const reply = await callTablet(listLots, { query: { search, limit: maxFound } }).catch(() => null)
      if (!isOutdated && reply) setFound({ search, lots: lotsOf(reply.reply) })
    }, typingMs)
    return () => {
      isOutdated = true
      clearTimeout(timer)
    }
  }, [search, kitchen])
  const isCurrent = found !== null && search.length >= 2
  return { lots: isCurrent ? found.lots : [], note: isCurrent && found.lots.length === 0 ? t`None in stock.` : null }
}
