import { t } from '@lingui/core/macro'
import type { NamedList } from '../../contract/index.ts'

/** The options of a select field for a list; the shopping list itself has an empty value. */
export function ListOptions({ lists }: { lists: readonly NamedList[] }) {
  return (
    <>
      <option value="">{t`Shopping List`}</option>
      {lists.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </>
  )
}
