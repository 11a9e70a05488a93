import { plural, t } from '@lingui/core/macro'
import { Minus, Plus } from 'lucide-react'
import { IconButton } from '#platform/web/ui/icon-button.tsx'

export function ServingsStepper({ servings, onChange }: { servings: number; onChange: (servings: number) => void }) {
  return (
    <fieldset aria-label={t`Servings`} className="inline-flex items-center gap-1">
      <IconButton
        label={t`Fewer servings`}
        icon={<Minus aria-hidden="true" />}
        disabled={servings <= 1}
        onClick={() => onChange(servings - 1)}
      />
      <output aria-live="polite" className="figures min-w-24 text-center font-semibold">
        {plural(servings, { one: '# serving', other: '# servings' })}
      </output>
      <IconButton
        label={t`More servings`}
        icon={<Plus aria-hidden="true" />}
        disabled={servings >= 500}
        onClick={() => onChange(servings + 1)}
      />
    </fieldset>
  )
}
