import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Plus } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useDraftText } from '#platform/web/forms/drafts.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { inputClass } from '#platform/web/ui/form-fields.tsx'
import type { ShoppingItem } from '../../contract/index.ts'
import { useItemEntry } from './use-item-entry.ts'

/** A large text field that adds what is typed; pasting several lines adds a row for each. */
export function AddItemField({ items }: { items: readonly ShoppingItem[] }) {
  const [text, setText] = useDraftText('list')
  const [isTouched, setIsTouched] = useState(false)
  const { parse, add, onPaste, announcement } = useItemEntry(items, isTouched)
  const box = useRef<HTMLInputElement>(null)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (add(parse(text))) setText('')
    box.current?.focus()
  }
  return (
    <form onSubmit={submit} className="flex gap-2">
      <div className="relative min-w-0 flex-1">
        <Plus aria-hidden="true" className="pointer-events-none absolute top-1/2 start-3 size-5 -translate-y-1/2 text-ink-faint" />
        <input
          ref={box}
          type="text"
          aria-label={t`Add an item`}
          placeholder={t`Add something...`}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onPaste={onPaste}
          onFocus={() => setIsTouched(true)}
          maxLength={2000}
          autoComplete="off"
          enterKeyHint="done"
          className={`${inputClass} min-h-14 ps-10`}
        />
      </div>
      {text.trim() === '' ? null : (
        <Button type="submit" variant="quiet" className="min-h-14">
          <Trans>Add</Trans>
        </Button>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </form>
  )
}
