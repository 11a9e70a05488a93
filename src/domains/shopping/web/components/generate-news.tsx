import { t } from '@lingui/core/macro'
import { X } from 'lucide-react'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'

export interface Generated {
  added: number
  changed: number
  removed: number
  notCompared: { ingredientId: string; ingredientName: string; why: string }[]
}

function sayGenerated({ added, changed, removed }: Generated): string {
  const parts = [
    added > 0 ? t`${added} added` : '',
    changed > 0 ? t`${changed} brought up to date` : '',
    removed > 0 ? t`${removed} taken off` : '',
  ]
  const words = parts.filter(Boolean).join(', ')
  return words === '' ? t`Nothing to change: the list has everything that is below its par level.` : t`The list is written: ${words}.`
}

/** What writing the list came to, and which foods could not be compared. */
export function GenerateNews({ generated, onClose }: { generated: Generated; onClose: () => void }) {
  return (
    <Notice tone="success">
      <div className="flex items-start justify-between gap-2">
        <div className="min-w-0">
          <p>{sayGenerated(generated)}</p>
          {generated.notCompared.length > 0 ? (
            <ul className="mt-1 space-y-0.5 font-normal">
              {generated.notCompared.map(({ ingredientId, ingredientName, why }) => (
                <li key={ingredientId}>
                  {ingredientName}: {why}
                </li>
              ))}
            </ul>
          ) : null}
        </div>
        <IconButton label={t`Close message`} icon={<X aria-hidden="true" />} onClick={onClose} className="-my-2.5 -me-2" />
      </div>
    </Notice>
  )
}
