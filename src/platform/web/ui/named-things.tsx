import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { Button } from './button.tsx'
import { TextInput } from './form-fields.tsx'

const maxName = 60

/** The name of a row in a sheet of lists or stores. It is saved when the field is left. */
export function NameOfRow({ name, onRename }: { name: string; onRename: (name: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  const save = () => {
    const next = typed?.trim() ?? ''
    setTyped(null)
    if (next !== '' && next !== name) onRename(next)
  }
  return (
    <TextInput
      label={t`Name of ${name}`}
      labelHidden
      className="flex-1"
      maxLength={maxName}
      autoComplete="off"
      value={typed ?? name}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={save}
      onKeyDown={({ key }) => key === 'Enter' && save()}
    />
  )
}

/** A form of one field, which adds a row by its name. */
export function AddByName({ label, placeholder, onAdd }: { label: string; placeholder: string; onAdd: (name: string) => void }) {
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
        label={label}
        className="flex-1"
        maxLength={maxName}
        autoComplete="off"
        placeholder={placeholder}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" variant="quiet">
        <Trans>Add</Trans>
      </Button>
    </form>
  )
}
