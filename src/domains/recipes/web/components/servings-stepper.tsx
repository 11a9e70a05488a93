import { Minus, Plus } from 'lucide-react'
import { IconButton } from '#platform/web/ui/icon-button.tsx'

/** For how many; one to five hundred. */
export function ServingsStepper({ servings, onChange }: { servings: number; onChange: (servings: number) => void }) {
  return (
    <fieldset aria-label="Servings" className="inline-flex items-center gap-1">
      <IconButton
        label="Fewer servings"
        icon={<Minus aria-hidden="true" />}
        disabled={servings <= 1}
        onClick={() => onChange(servings - 1)}
      />
      <output aria-live="polite" className="figures min-w-24 text-center font-semibold">
        {servings} {servings === 1 ? 'serving' : 'servings'}
      </output>
      <IconButton
        label="More servings"
        icon={<Plus aria-hidden="true" />}
        disabled={servings >= 500}
        onClick={() => onChange(servings + 1)}
      />
    </fieldset>
  )
}
