import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { Plus } from 'lucide-react'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useDraftText } from '#platform/web/forms/drafts.ts'
import { inputClass } from '#platform/web/ui/form-fields.tsx'
import type { ShoppingItem } from '../../contract/index.ts'
import { AddGlyph } from './add-glyph.tsx'
import { useItemEntry } from './use-item-entry.ts'

/** A large text field that adds what is typed; pasting several lines adds a row for each. On a phone the children next to it make room for typing. */
export function AddItemField({ items, children }: { items: readonly ShoppingItem[]; children: ReactNode }) {
  const [text, setText] = useDraftText('list')
  const [isTouched, setIsTouched] = useState(false)
  const { parse, add, onPaste, announcement } = useItemEntry(items, isTouched)
  const box = useRef<HTMLInputElement>(null)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (add(parse(text))) setText('')
    box.current?.focus()
  }
  const isTyping = text.trim() !== ''
  return (
    <div className="flex gap-2">
      <form onSubmit={submit} className="relative min-w-0 flex-1">
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
          className={clsx(inputClass, 'min-h-14 ps-10', isTyping && 'pe-12')}
        />
        {isTyping ? (
          <span className="absolute inset-y-0 end-1 flex items-center">
            <AddGlyph />
          </span>
        ) : null}
        <p role="status" className="sr-only">
          {announcement}
        </p>
      </form>
      <span className={clsx('flex shrink-0', isTyping && 'max-sm:hidden')}>{children}</span>
    </div>
  )
}
