import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { StoreSelect, useAtStore, useStores } from '#domains/stores/web/index.ts'
import { useMyTripStoreId } from '../trip/use-trip.ts'

/** The option for rows from several stores. */
const asChecked = 'checked'

/**
 * Asks once for all rows where they were bought: where they were checked off, unless the user chooses a store. `storeIds` are the stores of
 * the rows, null for none and undefined while unknown.
 */
export function usePutAwayStore(storeIds: readonly (string | null | undefined)[]) {
  const stores = useStores()
  const at = useAtStore(stores)
  const tripStoreId = useMyTripStoreId()
  const [picked, setPicked] = useState<string | null>(null)
  const known = (id: string | null | undefined) => stores.find((store) => store.id === id)?.id ?? null
  const here = at?.id ?? known(tripStoreId)
  const places = new Set(storeIds.map((id) => known(id) ?? here ?? ''))
  const [first = here ?? '', ...others] = places
  const isSplit = others.length > 0 || storeIds.includes(undefined)
  const chosen = picked === asChecked ? null : picked
  const select = stores.length > 0 && (
    <StoreSelect stores={stores} value={chosen ?? (isSplit ? asChecked : first)} onChange={setPicked}>
      {isSplit ? (
        <option value={asChecked}>
          <Trans>Where each was checked off</Trans>
        </option>
      ) : null}
    </StoreSelect>
  )
  return {
    select,
    /** For every row; undefined for where it was checked off, else `otherwise`. */
    storeId: chosen === null ? undefined : known(chosen),
    otherwise: here,
  }
}
