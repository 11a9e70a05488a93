import { t } from '@lingui/core/macro'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import type { Form } from './use-form.ts'

/** Says that a form shows what was typed before the page was closed, with a way to discard it. */
export function RestoredDraft({ form }: { form: Pick<Form<never, never, never>, 'isRestored' | 'startOver'> }) {
  if (!form.isRestored) return null
  return (
    <Notice>
      <div className="flex flex-wrap items-center justify-between gap-2">
        {t`What you typed last time is still here.`}
        <Button variant="plain" onClick={form.startOver}>
          {t`Start over`}
        </Button>
      </div>
    </Notice>
  )
}
