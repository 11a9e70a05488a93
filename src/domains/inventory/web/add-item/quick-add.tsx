import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { Zap } from 'lucide-react'
import { type ChangeEvent, useState } from 'react'
import { useToday } from '#domains/households/web/index.ts'
import { listIngredients } from '#domains/ingredients/contract/index.ts'
import { decimalMark } from '#platform/shared/say.ts'
import { nameKey } from '#platform/shared/text.ts'
import { useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { inputClass } from '#platform/web/ui/form-fields.tsx'
import { parseQuickAdd, type QuickDraft } from '../../rules/quick-add.ts'
import { DraftSheet } from './draft-sheet.tsx'
import { useLocations } from './location-input.tsx'

const example = t`2 l milk exp fri, 6 eggs, 500g flour pantry`

/** Reads a line, or a pasted list with `tall`, into drafts to confirm. */
export function QuickAdd({ tall = false }: { tall?: boolean }) {
  const [line, setLine] = useState('')
  const [drafts, setDrafts] = useState<QuickDraft[] | null>(null)
  const [touched, setTouched] = useState(false)
  const { data: ingredients } = useEndpointQuery(listIngredients, {}, { enabled: touched })
  const locations = useLocations()
  const today = useToday()
  const read = () => {
    const known = new Map(
      (ingredients ?? []).flatMap((ingredient) =>
        [ingredient.name, ...ingredient.aliases].map((name) => [nameKey(name), ingredient] as const),
      ),
    )
    const found = parseQuickAdd(line, {
      today,
      locations,
      findIngredient: (name) => known.get(nameKey(name)) ?? null,
      decimalMark: decimalMark(),
    })
    if (found.length > 0) setDrafts(found)
  }
  const field = {
    'aria-label': t`Quick add`,
    value: line,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => setLine(event.target.value),
    onFocus: () => setTouched(true),
    maxLength: 2000,
  }
  return (
    <>
      <form
        className={clsx('flex gap-2', tall && 'flex-col')}
        onSubmit={(event) => {
          event.preventDefault()
          read()
        }}
      >
        {tall ? (
          <textarea {...field} rows={4} placeholder={example.replaceAll(', ', '\n')} className={clsx(inputClass, 'resize-y')} />
        ) : (
          <div className="relative min-w-0 flex-1">
            <Zap aria-hidden="true" className="pointer-events-none absolute top-1/2 start-3 size-5 -translate-y-1/2 text-ink-faint" />
            <input
              {...field}
              type="text"
              placeholder={t`Quick add: ${example}`}
              autoComplete="off"
              enterKeyHint="go"
              className={clsx(inputClass, 'ps-10')}
            />
          </div>
        )}
        <Button type="submit" variant="quiet" disabled={line.trim() === ''}>
          <Trans>Add</Trans>
        </Button>
      </form>
      <DraftSheet drafts={drafts} onClose={() => setDrafts(null)} onAdded={() => setLine('')} />
    </>
  )
}
