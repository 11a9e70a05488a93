import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { addShoppingItem, changeShoppingItem, type ShoppingItem } from '#domains/shopping/contract/index.ts'
import { type PastedRow, parsePastedRows } from '#domains/shopping/rules/parse-pasted-rows.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { formatAmount } from '#platform/shared/unit-display.ts'
import { callTablet, type TabletReply } from '#platform/web/api/call-tablet.ts'
import { TabletButton } from './tablet-button.tsx'
import { TabletInput } from './tablet-input.tsx'
import type { Acts } from './use-acts.ts'

interface ListAreaProps {
  items: readonly ShoppingItem[]
  today: CalendarDate
  acts: Acts
  isOffline: boolean
}

/** Adds every item of a line such as “2 kg potatoes, milk”, and takes it out of `rest` once it is added. */
async function addRows(rest: PastedRow[]): Promise<TabletReply<unknown>> {
  let last: TabletReply<unknown> = { reply: undefined, seq: null }
  const isOne = rest.length === 1
  for (let next = rest[0]; next !== undefined; next = rest[0]) {
    const { name, quantity, unit, isBare } = next
    last = await callTablet(addShoppingItem, {
      body: { ingredientName: name, ...(isBare ? {} : { suggestedQuantity: quantity, unit }) },
    })
    rest.shift()
  }
  // Undo takes back one change.
  return isOne ? last : { ...last, seq: null }
}

const addSubject = 'add to the list'

/** The shopping list: what to buy, then what is in the cart. */
export function ListArea({ items, today, acts, isOffline }: ListAreaProps) {
  const [text, setText] = useState('')
  /** Rows whose change is on its way, which show it already. */
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const rows = items.toSorted((a, b) => Number(a.isChecked) - Number(b.isChecked))
  const add = async (event: FormEvent) => {
    event.preventDefault()
    const line = text.trim()
    const parsed = parsePastedRows(line, today)
    const rest = [...parsed]
    if (line !== '') await acts.run(addSubject, () => addRows(rest), t`On the list: ${line}`)
    // After a failure, what wasn't added stays to be tried again. What was typed meanwhile stays too.
    if (rest.length < parsed.length) setText((typed) => (typed.trim() === line ? rest.map((row) => row.text).join(', ') : typed))
  }
  const check = async ({ id, ingredientName, isChecked }: ShoppingItem) => {
    setTouched((ids) => new Set([...ids, id]))
    await acts.run(
      id,
      () => callTablet(changeShoppingItem, { params: { id }, body: { isChecked: !isChecked } }),
      isChecked ? t`Back on the list: ${ingredientName}` : t`Checked off ${ingredientName}`,
    )
    setTouched((ids) => new Set([...ids].filter((other) => other !== id)))
  }
  return (
    <section aria-labelledby="list" className="rounded-card border border-line bg-card p-4">
      <h2 id="list" className="display mb-2 text-2xl">
        <Trans>Shopping List</Trans>
      </h2>
      <form className="mb-2 flex flex-wrap gap-2" onSubmit={(event) => void add(event)}>
        <TabletInput label={t`Add to the list`} placeholder={t`2 kg potatoes`} value={text} onChange={setText} />
        <TabletButton type="submit" busy={acts.isRunning(addSubject)} disabled={isOffline || text.trim() === ''}>
          <Trans>Add</Trans>
        </TabletButton>
      </form>
      {rows.length === 0 ? (
        <p className="py-4 text-xl text-ink-soft">
          <Trans>Nothing on the list</Trans>
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {rows.map((item) => (
            <li key={item.id}>
              <label className="flex min-h-16 cursor-pointer items-center gap-4 px-1 py-2">
                <input
                  type="checkbox"
                  className="size-8 shrink-0 accent-herb"
                  checked={item.isChecked !== touched.has(item.id)}
                  disabled={isOffline}
                  onChange={() => void (touched.has(item.id) || check(item))}
                />
                <span className={item.isChecked ? 'min-w-0 flex-1 text-ink-soft line-through' : 'min-w-0 flex-1'}>
                  <span className="block text-xl break-words">{item.ingredientName}</span>
                  {item.note ? <span className="block text-lg break-words text-ink-soft">{item.note}</span> : null}
                </span>
                <span className="shrink-0 text-lg text-ink-soft">{formatAmount(item.suggestedQuantity, item.unit)}</span>
              </label>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
