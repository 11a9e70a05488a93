import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Archive, ArchiveRestore, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '#platform/web/api/call.ts'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { AddByName, NameOfRow } from '#platform/web/ui/named-things.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { maxLists, type NamedList, type NamedListChange } from '../../contract/index.ts'
import { chooseList, useNamedLists } from '../api/chosen-list.ts'
import { addNamedList, changeNamedList, removeNamedList } from '../api/named-lists.ts'

/** Creates, renames, archives, restores and deletes lists. Shows a new one. */
export function ListsSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={t`Lists`}
      description={t`In addition to your shopping list, which Larder generates. Only empty lists can be deleted.`}
      size="small"
    >
      {open ? <Lists onClose={onClose} /> : null}
    </Dialog>
  )
}

function Lists({ onClose }: { onClose: () => void }) {
  const lists = useNamedLists()
  const [failure, setFailure] = useState<unknown>(null)
  const attempt = (work: () => Promise<unknown>) => {
    setFailure(null)
    void work().catch(setFailure)
  }
  const rows = (some: readonly NamedList[]) => (
    <ul className="divide-y divide-line rounded-card border border-line">
      {some.map((list) => (
        <NamedListRow
          key={list.id}
          list={list}
          onChange={(to) => attempt(() => changeNamedList(list, to))}
          onRemove={() => attempt(() => removeNamedList(list))}
        />
      ))}
    </ul>
  )
  const [shown, archived] = [lists.filter(({ isArchived }) => !isArchived), lists.filter(({ isArchived }) => isArchived)]
  return (
    <div className="space-y-4">
      {shown.length > 0 ? rows(shown) : null}
      {lists.length < maxLists ? (
        <AddByName
          label={t`New list`}
          placeholder={t`e.g. Birthday party`}
          onAdd={(name) =>
            attempt(async () => {
              chooseList(await addNamedList(name, lists))
              onClose()
            })
          }
        />
      ) : null}
      {archived.length > 0 ? (
        <section className="space-y-2">
          <h3 className="text-sm font-semibold text-ink-soft">
            <Trans>Archived</Trans>
          </h3>
          {rows(archived)}
        </section>
      ) : null}
      {failure === null ? null : <Notice tone="error">{errorMessage(failure, t`Couldn’t save the lists`)}</Notice>}
    </div>
  )
}

interface RowProps {
  list: NamedList
  onChange: (to: NamedListChange) => void
  onRemove: () => void
}

function NamedListRow({ list: { name, isArchived }, onChange, onRemove }: RowProps) {
  return (
    <li className="flex items-center gap-1 py-1 pe-1 ps-2">
      <NameOfRow name={name} onRename={(next) => onChange({ name: next })} />
      <IconButton
        label={isArchived ? t`Restore ${name}` : t`Archive ${name}`}
        icon={isArchived ? <ArchiveRestore aria-hidden="true" /> : <Archive aria-hidden="true" />}
        onClick={() => onChange({ isArchived: !isArchived })}
      />
      <IconButton label={t`Delete ${name}`} icon={<Trash2 aria-hidden="true" />} onClick={onRemove} />
    </li>
  )
}
