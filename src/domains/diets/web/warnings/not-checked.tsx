import { t } from '@lingui/core/macro'
import { CircleHelp } from 'lucide-react'
import { listNames } from '#platform/shared/list-names.ts'
import type { Person } from '../api/eaters.ts'

/** Says for whom a food or meal wasn't checked, as an item of a list. */
export function NotChecked({ people }: { people: readonly Person[] }) {
  const names = listNames(people.map(({ name }) => name))
  return people.length === 0 ? null : (
    <li className="flex items-start gap-1.5 text-ink-soft">
      <CircleHelp aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 break-words">{t`Not checked for ${names}`}</span>
    </li>
  )
}
