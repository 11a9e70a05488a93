import { t } from '@lingui/core/macro'
import { type FormEvent, useState } from 'react'
import { errorMessage } from '#platform/web/api/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { TextInput } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { addGuest, changePerson, type Needs, noNeeds, type Person } from '../api/eaters.ts'
import { NeedsFields, needsFrom, typedNeeds } from './needs-fields.tsx'

/** Returns the fields that differ, so that others' changes of the other ones stay. */
const changedFields = (person: Person, to: Partial<Needs> & { name?: string }): typeof to =>
  Object.fromEntries(
    Object.entries(to).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(person[field as keyof typeof to])),
  )

/** Asks what someone can't eat. `person`: null adds a guest. */
export function PersonDialog({ person, onClose }: { person: Person | null; onClose: () => void }) {
  const isGuest = person === null || person.userId === null
  const [name, setName] = useState(person?.name ?? '')
  const [typed, setTyped] = useState(typedNeeds(person ?? noNeeds))
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const needs = needsFrom(typed)
    if (isGuest && name.trim() === '') return setTrouble(t`Enter a name.`)
    setBusy(true)
    setTrouble(null)
    try {
      if (person === null) await addGuest(name.trim(), needs)
      else await changePerson(person, changedFields(person, isGuest ? { name: name.trim(), ...needs } : needs))
      onClose()
    } catch (error) {
      setTrouble(errorMessage(error, t`Couldn’t save this`))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={person === null ? t`New guest` : t`What ${person.name} can’t eat`}
      description={t`Only members of this household see this.`}
    >
      <form noValidate className="space-y-4" onSubmit={(event) => void save(event)}>
        {isGuest ? (
          <TextInput label={t`Name`} required maxLength={60} value={name} onChange={({ target }) => setName(target.value)} />
        ) : null}
        <NeedsFields value={typed} onValue={setTyped} />
        {trouble === null ? null : <Notice tone="error">{trouble}</Notice>}
        <Button type="submit" className="w-full" busy={busy} busyLabel={t`Saving...`}>
          {t`Save`}
        </Button>
      </form>
    </Dialog>
  )
}
