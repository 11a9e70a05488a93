import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { StoreSelect, useAtStore, useStores } from '#domains/stores/web/index.ts'
import type { PutAwayDraft } from '../../contract/index.ts'
import { useMyTripStoreId } from '../trip/use-trip.ts'

/** The option for rows that were checked off in several stores. */
const asChecked = 'checked'

/** Asks once for all rows where they were bought: in the stores where they were checked off, unless a receipt says so or the user chooses one. */
export function usePutAwayStore(rows: readonly (Pick<PutAwayDraft, 'storeId'> | undefined)[], onReceipt: string | null) {
  const stores = useStores()
  const at = useAtStore(stores)
  const tripStoreId = useMyTripStoreId()
  const [picked, setPicked] = useState<string | null>(null)
  const chosen = picked ?? onReceipt
  const known = (id: string | null | undefined) => stores.find((store) => store.id === id)?.id ?? null
  const here = at?.id ?? known(tripStoreId)
  const places = new Set(rows.map((row) => known(row?.storeId) ?? here ?? ''))
  const [first = here ?? '', ...others] = places
  const isSplit = others.length > 0
  const value = chosen ?? (isSplit ? asChecked : first)
  const select = stores.length > 0 && (
    <StoreSelect stores={stores} value={value} onChange={setPicked}>
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
    storeId: chosen === null || chosen === asChecked ? undefined : known(chosen),
    otherwise: here,
  }
}
