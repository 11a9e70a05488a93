import { plural, t } from '@lingui/core/macro'
import { useState } from 'react'
import { errorMessage } from '#platform/web/api/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Checkbox } from '#platform/web/ui/form-fields.tsx'
import { ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import type { Cookbook } from '../../contract/index.ts'
import { addCookbook, fillCookbook, useCookbookQuery } from '../api/cookbooks.ts'
import { NewCookbook } from './new-cookbook.tsx'

interface Props {
  title: string
  recipeIds: readonly string[]
  onClose: () => void
}

/** Puts recipes in cookbooks and takes them out, each at once. */
export function ChooseCookbooksDialog({ title, recipeIds, onClose }: Props) {
  const { data: cookbooks, error, isFetching, refetch } = useCookbookQuery()
  const [failure, setFailure] = useState<unknown>(null)
  const attempt = (work: () => Promise<unknown>) => {
    setFailure(null)
    void work().catch(setFailure)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      size="small"
      footer={<Button onClick={onClose}>{t`Done`}</Button>}
    >
      {cookbooks ? (
        <div className="space-y-4">
          {cookbooks.length > 0 ? (
            <ul aria-label={t`Cookbooks`} className="divide-y divide-line">
              {cookbooks.map((cookbook) => (
                <Choice
                  key={cookbook.id}
                  cookbook={cookbook}
                  recipeIds={recipeIds}
                  onChange={(isIn) => attempt(() => fillCookbook(cookbook, recipeIds, isIn))}
                />
              ))}
            </ul>
          ) : null}
          <NewCookbook count={cookbooks.length} onAdd={(name) => attempt(() => addCookbook(name, recipeIds))} />
          {failure === null ? null : <Notice tone="error">{errorMessage(failure, t`Couldn’t save the cookbook`)}</Notice>}
        </div>
      ) : error ? (
        <ErrorState error={error} title={t`Failed to load the cookbooks`} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <SkeletonRows rows={3} />
      )}
    </Dialog>
  )
}

function Choice({
  cookbook,
  recipeIds,
  onChange,
}: {
  cookbook: Cookbook
  recipeIds: readonly string[]
  onChange: (isIn: boolean) => void
}) {
  const [count, total] = [recipeIds.filter((id) => cookbook.recipeIds.includes(id)).length, recipeIds.length]
  const isAll = count === total
  const isSome = count > 0 && !isAll
  return (
    <li>
      <Checkbox
        label={<span className="wrap-anywhere">{cookbook.name}</span>}
        hint={isSome ? plural(count, { one: `# of ${total} is in it`, other: `# of ${total} are in it` }) : undefined}
        ref={(box) => {
          if (box) box.indeterminate = isSome
        }}
        checked={isAll}
        onChange={() => onChange(!isAll)}
      />
    </li>
  )
}
