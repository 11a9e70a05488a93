import { t } from '@lingui/core/macro'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '#platform/web/api/call.ts'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { AddByName, NameOfRow } from '#platform/web/ui/named-things.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { maxStores, type Store } from '../../contract.ts'
import { addStore, changeStore, removeStore, useStores } from '../api/stores.ts'

/** Adds, renames, moves and removes stores. `onAdded` gets the id of a new one. */
export function StoresSheet({ open, onClose, onAdded }: { open: boolean; onClose: () => void; onAdded?: (id: string) => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={t`Stores`}
      description={t`Larder learns the order of the aisles in each of them.`}
      size="small"
    >
      {open ? <Stores onAdded={onAdded} /> : null}
    </Dialog>
  )
}

function Stores({ onAdded }: { onAdded: ((id: string) => void) | undefined }) {
  const stores = useStores()
  const [failure, setFailure] = useState<unknown>(null)
  const attempt = (work: () => Promise<unknown>) => {
    setFailure(null)
    void work().catch(setFailure)
  }
  /** Stores with the same place have their order from when they were added, so all get a place of their own. */
  const move = (at: number, by: number) => {
    const next = [...stores]
    const [moved] = next.splice(at, 1)
    if (!moved) return
    next.splice(at + by, 0, moved)
    for (const [place, store] of next.entries()) if (store.place !== place) attempt(() => changeStore(store, { place }))
  }
  return (
    <div className="space-y-4">
      {stores.length > 0 ? (
        <ol className="divide-y divide-line rounded-card border border-line">
          {stores.map((store, at) => (
            <StoreRow
              key={store.id}
              store={store}
              onRename={(name) => attempt(() => changeStore(store, { name }))}
              onUp={at > 0 ? () => move(at, -1) : null}
              onDown={at < stores.length - 1 ? () => move(at, 1) : null}
              onRemove={() => attempt(() => removeStore(store))}
            />
          ))}
        </ol>
      ) : null}
      {stores.length < maxStores ? (
        <AddByName
          label={t`New store`}
          placeholder={t`e.g. Farmers’ market`}
          onAdd={(name) =>
            attempt(async () => {
              const id = await addStore(name, stores)
              onAdded?.(id)
            })
          }
        />
      ) : null}
      {failure === null ? null : <Notice tone="error">{errorMessage(failure, t`Couldn’t save the stores`)}</Notice>}
    </div>
  )
}

interface RowProps {
  store: Store
  onRename: (name: string) => void
  onUp: (() => void) | null
  onDown: (() => void) | null
  onRemove: () => void
}

function StoreRow({ store: { name }, onRename, onUp, onDown, onRemove }: RowProps) {
  return (
    <li className="flex items-center gap-1 py-1 pe-1 ps-2">
      <NameOfRow name={name} onRename={onRename} />
      <IconButton
        label={t`Move ${name} up`}
        icon={<ArrowUp aria-hidden="true" />}
        onClick={() => onUp?.()}
        className={onUp ? '' : 'invisible'}
      />
      <IconButton
        label={t`Move ${name} down`}
        icon={<ArrowDown aria-hidden="true" />}
        onClick={() => onDown?.()}
        className={onDown ? '' : 'invisible'}
      />
      <IconButton label={t`Remove ${name}`} icon={<Trash2 aria-hidden="true" />} onClick={onRemove} />
    </li>
  )
}
