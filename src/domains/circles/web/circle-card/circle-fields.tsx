import { t } from '@lingui/core/macro'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Switch, TextArea, TextInput } from '#platform/web/ui/form-fields.tsx'

export interface CircleFields {
  name: string
  description: string
  isPublic: boolean
  allowInvites: boolean
}

/** Reads the typed fields into a request's. */
export function parseCircleFields(fields: CircleFields): { sent: CircleFields } | { wrong: { name: string } } {
  const [name, description] = [fields.name.trim(), fields.description.trim()]
  return name === '' ? { wrong: { name: t`Enter a name for the circle.` } } : { sent: { ...fields, name, description } }
}

type FieldName = keyof CircleFields
interface FieldsetProps {
  field: (name: FieldName) => UseFormRegisterReturn & { error: string | undefined }
  register: (name: FieldName) => UseFormRegisterReturn
}

export function CircleInputs({ field, register }: FieldsetProps) {
  return (
    <div className="space-y-4">
      <TextInput label={t`Name`} required maxLength={80} autoComplete="off" placeholder={t`Garden friends`} {...field('name')} />
      <TextArea label={t`Description`} maxLength={500} rows={2} {...field('description')} />
      <Switch
        label={t`Public`}
        hint={t`Anyone on this server can see its name, description and member count, and ask to join.`}
        {...register('isPublic')}
      />
      <Switch label={t`Invites allowed`} hint={t`Members can invite others by code or email.`} {...register('allowInvites')} />
    </div>
  )
}
