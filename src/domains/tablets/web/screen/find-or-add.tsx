import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { addLot, type Lot, listLots } from '#domains/inventory/contract.ts'
import { parseQuickAdd, type QuickDraft } from '#domains/inventory/rules/quick-add.ts'
import { scanBarcode } from '#domains/scanning/contract.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { decimalMark } from '#platform/shared/say.ts'
import { formatAmountOf } from '#platform/shared/unit-display.ts'
import { callTablet, type TabletReply } from '#platform/web/api/call-tablet.ts'
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
  const [barcode, setBarcode] = useState<NamedBarcode | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isLooking, setLooking] = useState(false)
  const isBusy = isLooking || acts.isRunning(addSubject)
  const headingId = useId()
  const line = text.trim()
  const isBarcode = barcodeFormat.test(line)
  const found = useFound(isBarcode ? '' : line, kitchen)
  const drafts = isBarcode || line === '' ? [] : draftsOf(line, barcode, today)
  const change = (next: string) => {
    setText(next)
    setProblem(null)
    if (next === '') setBarcode(null)
  }
  const look = async () => {
    setLooking(true)
    const result = await lookUp(line)
    setLooking(false)
    setProblem(result.problem)
    if (result.name !== null) {
      setText(result.name)
      setBarcode({ code: line, name: result.name })
    }
  }
  const add = async () => {
    const rest = drafts.map((draft) => ({ draft, code: null as string | null }))
    const named = barcode && rest.find(({ draft }) => isNamedBy(draft, barcode, today))
    if (named) named.code = barcode.code
    // After a failure, what wasn't added stays to be tried again. What was typed meanwhile stays too.
    const clear = () => {
      if (rest.length === drafts.length) return
      setText((typed) => (typed.trim() === line ? rest.map(({ draft }) => draft.text).join(', ') : typed))
      if (!rest.some(({ code }) => code !== null)) setBarcode(null)
    }
    await acts.run(addSubject, () => addAll(rest), t`Added ${wordsOf(drafts)}`)
    clear()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isOffline || isBusy) return
    if (isBarcode) void look()
    else if (drafts.length > 0) void add()
  }
  return (
    <section aria-labelledby={headingId} className="rounded-card border border-line bg-card p-4">
      <h2 id={headingId} className="display mb-2 text-2xl">
        <Trans>Find or add food</Trans>
      </h2>
      <form className="flex flex-wrap gap-2" onSubmit={submit}>
        <TabletInput label={t`Food or barcode number`} placeholder={t`2 l milk`} value={text} onChange={change} />
        <TabletButton type="submit" busy={isBusy} disabled={isOffline || line === ''}>
          {isBarcode ? t`Look up` : drafts.length > 0 ? t`Add ${wordsOf(drafts)}` : t`Add`}
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

const addSubject = 'add food'

/** A barcode with the name that it was given. */
interface NamedBarcode {
  readonly code: string
  readonly name: string
}

/** Reads what to add. The name of a product may have commas, but is one food. */
function draftsOf(line: string, barcode: NamedBarcode | null, today: CalendarDate): readonly QuickDraft[] {
  const drafts = parseQuickAdd(line, { today, decimalMark: decimalMark() })
  return drafts.length > 1 && barcode?.name.trim() === line ? [{ text: line, name: line, quantity: 1, unit: 'each', sure: false }] : drafts
}

/** Returns whether a draft is still the food that the barcode was looked up for. The text may have been changed since. */
function isNamedBy(draft: QuickDraft, barcode: NamedBarcode, today: CalendarDate): boolean {
  const [named] = draftsOf(barcode.name.trim(), barcode, today)
  return named !== undefined && nameKey(named.name) === nameKey(draft.name)
}

const wordsOf = (drafts: readonly QuickDraft[]) => drafts.map(({ name, quantity, unit }) => formatAmountOf(quantity, unit, name)).join(', ')

/** Adds each food, and takes it out of `rest` once it is added. */
async function addAll(rest: { draft: QuickDraft; code: string | null }[]): Promise<TabletReply<unknown>> {
  let last: TabletReply<unknown> = { reply: undefined, seq: null }
  const isOne = rest.length === 1
  for (let next = rest[0]; next !== undefined; next = rest[0]) {
    last = await callTablet(addLot, { body: lotOf(next.draft, next.code) })
    rest.shift()
  }
  // Undo takes back one change.
  return isOne ? last : { ...last, seq: null }
}

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
