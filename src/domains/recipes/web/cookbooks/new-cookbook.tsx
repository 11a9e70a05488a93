import { t } from '@lingui/core/macro'
import { formatNumber } from '#platform/shared/say.ts'
import { AddByName } from '#platform/web/ui/named-things.tsx'
import { maxCookbooks } from '../../contract/index.ts'

/** Adds a cookbook by its name, or says that there are as many as there can be. */
export function NewCookbook({ count, onAdd }: { count: number; onAdd: (name: string) => void }) {
  if (count >= maxCookbooks)
    return (
      <p className="text-base text-ink-soft">
        {t`You’ve reached the limit of ${formatNumber(maxCookbooks)} cookbooks. Delete one to create another.`}
      </p>
    )
  return <AddByName label={t`New cookbook`} placeholder={t`e.g. Weeknights`} onAdd={onAdd} />
}
