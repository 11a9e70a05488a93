import { t } from '@lingui/core/macro'
import { Switch, TextArea, TextInput } from '#platform/web/ui/form-fields.tsx'

export interface CircleFields {
  name: string
  description: string
  isPublic: boolean
  allowInvites: boolean
}

/** `missing`: the name is empty. */
export function CircleFieldset({
  fields,
  missing,
  onChange,
}: {
  fields: CircleFields
  missing: boolean
  onChange: (change: Partial<CircleFields>) => void
}) {
  return (
    <div className="space-y-4">
      <TextInput
        label={t`Name`}
        required
        maxLength={80}
        autoComplete="off"
        placeholder={t`Garden friends`}
        value={fields.name}
        error={missing ? t`Enter a name for the circle.` : undefined}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <TextArea
        label={t`Description`}
        maxLength={500}
        rows={2}
        value={fields.description}
        onChange={(event) => onChange({ description: event.target.value })}
      />
      <Switch
        label={t`Public`}
        hint={t`Anyone on this server can see its name, description and member count, and ask to join.`}
        checked={fields.isPublic}
        onChange={(event) => onChange({ isPublic: event.target.checked })}
      />
      <Switch
        label={t`Invites allowed`}
        hint={t`Members can invite others by code or email.`}
        checked={fields.allowInvites}
        onChange={(event) => onChange({ allowInvites: event.target.checked })}
      />
    </div>
  )
}
