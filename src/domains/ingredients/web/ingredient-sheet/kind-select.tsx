import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ComponentProps, useMemo } from 'react'
import { Select } from '#platform/web/ui/form-fields.tsx'
import type { Ingredient } from '../../contract/index.ts'
import { useIngredients } from '../api/index.ts'

/** Chooses what an ingredient is a kind of; an ingredient that has kinds lists them instead. */
export function KindSelect({
  ingredient,
  ...props
}: Omit<ComponentProps<typeof Select>, 'label' | 'hint' | 'children'> & { ingredient: Ingredient | null }) {
  const { data } = useIngredients()
  const { kinds, choices } = useMemo(() => {
    const all = data ?? []
    const ids = new Set(all.map(({ id }) => id))
    return {
      kinds: all.filter(({ parentId }) => ingredient !== null && parentId === ingredient.id),
      // What is a kind has no kinds.
      choices: all.filter(({ id, parentId }) => id !== ingredient?.id && !(parentId && ids.has(parentId))),
    }
  }, [data, ingredient])
  if (kinds.length > 0)
    return (
      <div>
        <p className="text-sm font-semibold">
          <Trans>Kinds of it</Trans>
        </p>
        <p className="wrap-anywhere">{kinds.map(({ name }) => name).join(', ')}</p>
        <p className="mt-1 text-sm text-ink-soft">
          <Trans>Your stock of these counts toward its minimum and in recipes.</Trans>
        </p>
      </div>
    )
  return (
    <Select label={t`Is a kind of`} hint={t`It then counts toward that ingredient’s minimum and in recipes.`} {...props}>
      <option value="">{t`Nothing else`}</option>
      {choices.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}
