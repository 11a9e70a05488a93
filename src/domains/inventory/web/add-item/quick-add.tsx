import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { inputClass } from '#platform/web/ui/form-fields.tsx'
import { useQuickAdd } from './use-quick-add.tsx'

const example = t`2 l milk exp fri, 6 eggs, 500g flour pantry`

/** Reads a pasted list into drafts to confirm. */
export function QuickAdd() {
  const [lines, setLines] = useState('')
  const { prepare, read, sheet } = useQuickAdd(() => setLines(''))
  return (
    <>
      <form
        className="flex flex-col gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          read(lines)
        }}
      >
        <textarea
          aria-label={t`Quick add`}
          value={lines}
          onChange={(event) => setLines(event.target.value)}
          onFocus={prepare}
          maxLength={2000}
          rows={4}
          placeholder={example.replaceAll(', ', '\n')}
          className={clsx(inputClass, 'resize-y')}
        />
        <Button type="submit" variant="quiet" disabled={lines.trim() === ''}>
          <Trans>Add</Trans>
        </Button>
      </form>
      {sheet}
    </>
  )
}
