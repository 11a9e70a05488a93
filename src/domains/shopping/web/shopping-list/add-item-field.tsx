import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Plus } from 'lucide-react'
import { type ClipboardEvent, type FormEvent, useRef, useState } from 'react'
import { useToday } from '#domains/households/web/index.ts'
import { indexIngredients, ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { inputClass } from '#platform/web/ui/form-fields.tsx'
import { maxPasted, type ShoppingItem } from '../../contract/index.ts'
import type { ItemDraft } from '../../rules/list-changes.ts'
import { parsePastedRows } from '../../rules/parse-pasted-rows.ts'
import { addItems } from '../api/list-mutation.ts'
import { useIngredients, useUsualItems } from '../api/requests.ts'

const maxTextLength = 20_000

/** A text field that adds what is typed; pasting several lines adds a row for each. */
export function AddItemField({ items, large = false }: { items: readonly ShoppingItem[]; large?: boolean }) {
  const [text, setText] = useState('')
  const [isTouched, setIsTouched] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  const parse = useTextParser(items, isTouched)
  const box = useRef<HTMLInputElement>(null)

  const put = (lines: string): boolean => {
    const drafts = parse(lines.slice(0, maxTextLength))
    if (drafts.length === 0) return false
    addItems(drafts)
    setAnnouncement(
      drafts.length === 1 ? t`Added ${drafts[0]?.name ?? ''}` : plural(drafts.length, { one: 'Added # item', other: 'Added # items' }),
    )
    return true
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (put(text)) setText('')
    box.current?.focus()
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text')
    if (!/[\r\n]\s*\S/.test(pasted.trim())) return
    // The field would join the lines.
    event.preventDefault()
    put(pasted)
  }
  return (
    <form onSubmit={submit} className="flex gap-2">
      <div className="relative min-w-0 flex-1">
        <Plus aria-hidden="true" className="pointer-events-none absolute top-1/2 start-3 size-5 -translate-y-1/2 text-ink-faint" />
        <input
          ref={box}
          type="text"
          aria-label={t`Add an item`}
          placeholder={large ? t`Add something...` : t`Add an item: 2 l milk, 6 eggs, or paste a whole list`}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onPaste={paste}
          onFocus={() => setIsTouched(true)}
          maxLength={2000}
          autoComplete="off"
          enterKeyHint="done"
          className={`${inputClass} ps-10 ${large ? 'min-h-14' : ''}`}
        />
      </div>
      <Button type="submit" variant="quiet" disabled={text.trim() === ''} className={large ? 'min-h-14' : ''}>
        <Trans>Add</Trans>
      </Button>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </form>
  )
}

/** Returns a parser of typed lines that fills in each item's aisle if this device knows it. */
function useTextParser(items: readonly ShoppingItem[], isEnabled: boolean): (text: string) => ItemDraft[] {
  const today = useToday()
  const { data: ingredients } = useIngredients(isEnabled)
  const { data: usual } = useUsualItems()
  return (text) => {
    const find = indexIngredients(ingredients ?? [])
    const rows = parsePastedRows(text, today, (name) => find(name))
    return rows.slice(0, maxPasted).map(({ name, quantity, unit, isBare }) => {
      const key = ingredientKey(name)
      const known =
        find(name)?.category ??
        items.find((item) => ingredientKey(item.ingredientName) === key)?.category ??
        usual?.find((one) => ingredientKey(one.ingredientName) === key)?.category
      return { name, quantity: isBare ? null : quantity, unit: isBare ? null : unit, ...(known === undefined ? {} : { category: known }) }
    })
  }
}
