import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Archive, ArchiveRestore, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { errorMessage } from '#platform/web/api/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { TextInput } from '#platform/web/ui/form-fields.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
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
      description={t`Beside your shopping list, which Larder generates. Only empty lists can be deleted.`}
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
        <NewListField
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

/** The name is saved when the field is left. */
function NamedListRow({ list: { name, isArchived }, onChange, onRemove }: RowProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const save = () => {
    const next = typed?.trim() ?? ''
    setTyped(null)
    if (next !== '' && next !== name) onChange({ name: next })
  }
  return (
    <li className="flex items-center gap-1 py-1 pe-1 ps-2">
      <TextInput
        label={t`Name of ${name}`}
        labelHidden
        className="flex-1"
        maxLength={60}
        autoComplete="off"
        value={typed ?? name}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={save}
        onKeyDown={({ key }) => key === 'Enter' && save()}
      />
      <IconButton
        label={isArchived ? t`Restore ${name}` : t`Archive ${name}`}
        icon={isArchived ? <ArchiveRestore aria-hidden="true" /> : <Archive aria-hidden="true" />}
        onClick={() => onChange({ isArchived: !isArchived })}
      />
      <IconButton label={t`Delete ${name}`} icon={<Trash2 aria-hidden="true" />} onClick={onRemove} />
    </li>
  )
}

function NewListField({ onAdd }: { onAdd: (name: string) => void }) {
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    onAdd(name.trim())
    setName('')
  }
  return (
    <form onSubmit={submit} className="flex items-end gap-2">
      <TextInput
        label={t`New list`}
        className="flex-1"
        maxLength={60}
        autoComplete="off"
        placeholder={t`e.g. Birthday party`}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" variant="quiet">
        <Trans>Add</Trans>
      </Button>
    </form>
  )
}
