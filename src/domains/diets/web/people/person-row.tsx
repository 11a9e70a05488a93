import { t } from '@lingui/core/macro'
import { Pencil, Trash2 } from 'lucide-react'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { hasNeeds } from '../../rules/diet-terms.ts'
import type { Person } from '../api/eaters.ts'
import { allergenLabels, dietLabels } from './term-display.ts'

interface Props {
  person: Person
  /** Null if the reader may not change it. */
  onEdit: (() => void) | null
  onRemove: (() => void) | null
}

export function PersonRow({ person, onEdit, onRemove }: Props) {
  const { name, diets, allergens, avoids } = person
  const needs = [...diets.map((diet) => dietLabels[diet]), ...allergens.map((one) => allergenLabels[one]), ...avoids]
  return (
    <li className="flex items-center gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="font-semibold break-words">{name}</p>
        <p className="text-sm break-words text-ink-soft">{hasNeeds(person) ? needs.join(', ') : t`Nothing entered`}</p>
      </div>
      {onEdit ? <IconButton label={t`Change what ${name} can’t eat`} icon={<Pencil aria-hidden="true" />} onClick={onEdit} /> : null}
      {onRemove ? <IconButton label={t`Remove ${name}`} icon={<Trash2 aria-hidden="true" />} onClick={onRemove} /> : null}
    </li>
  )
}
