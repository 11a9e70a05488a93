import { plural, t } from '@lingui/core/macro'
import { X } from 'lucide-react'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'

export interface Generated {
  added: number
  changed: number
  removed: number
  notCompared: { ingredientId: string; ingredientName: string; why: string }[]
}

function describeGenerated({ added, changed, removed }: Generated): string {
  const parts = [
    added > 0 ? plural(added, { one: '# added', other: '# added' }) : '',
    changed > 0 ? plural(changed, { one: '# updated', other: '# updated' }) : '',
    removed > 0 ? plural(removed, { one: '# removed', other: '# removed' }) : '',
  ]
  const words = parts.filter(Boolean).join(', ')
  return words === '' ? t`Your list is up to date. Nothing is below its minimum.` : t`List updated: ${words}.`
}

/** Reports what generating the list changed, and which ingredients couldn't be compared with their par level. */
export function GeneratedNotice({ generated, onClose }: { generated: Generated; onClose: () => void }) {
  return (
    <Notice tone="success">
      <div className="flex items-start justify-between gap-2">
        <div className="min-w-0">
          <p>{describeGenerated(generated)}</p>
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
        <IconButton label={t`Dismiss`} icon={<X aria-hidden="true" />} onClick={onClose} className="-my-2.5 -me-2" />
      </div>
    </Notice>
  )
}
