import { t } from '@lingui/core/macro'
import { CircleHelp } from 'lucide-react'

/** Says that nothing is checked, because who eats here failed to load. */
export function DietsFailed() {
  return (
    <p className="flex items-start gap-1.5 text-sm text-ink-soft">
      <CircleHelp aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>{t`Couldn’t check diets and allergies`}</span>
    </p>
  )
}
