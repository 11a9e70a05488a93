import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useWatch } from 'react-hook-form'
import { QuotaNotice } from '#domains/households/web/index.ts'
import { type Form, useForm } from '#platform/web/forms/use-form.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { PasswordInput, Select, TextInput } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { type MessageTarget, type TargetAddress, type TargetKind, targetKinds } from '../../contract/message-targets.ts'
import { useAddMessageTarget } from '../api/message-targets.ts'
import { kindLabels } from './target-display.ts'

interface AppFields {
  name: string
  /** Of all kinds, named as in the contract, so that the server's errors are shown at their fields. */
  to: {
    kind: TargetKind
    server: string
    topic: string
    token: string
    chatId: string
    url: string
    header: { name: string; value: string }
  }
}
const blank: AppFields = {
  name: '',
  to: { kind: 'ntfy', server: '', topic: '', token: '', chatId: '', url: '', header: { name: '', value: '' } },
}
const ntfyServer = 'https://ntfy.sh'

/** Returns the fields of the chosen kind. */
function addressOf({ kind, server, topic, token, chatId, url, header }: AppFields['to']): TargetAddress {
  switch (kind) {
    case 'ntfy':
      return { kind, server: server.trim() || ntfyServer, topic, ...(token.trim() ? { token } : {}) }
    case 'gotify':
      return { kind, server: server.trim(), token }
    case 'telegram':
      return { kind, token, chatId }
    case 'webhook':
      return { kind, url: url.trim(), ...(header.name.trim() || header.value.trim() ? { header } : {}) }
  }
}

/** Adds a message target. */
export function AddAppDialog({ onClose, onAdd }: { onClose: () => void; onAdd: (target: MessageTarget) => void }) {
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t`Add app`}>
      <AddAppForm onClose={onClose} onAdd={onAdd} />
    </Dialog>
  )
}

function AddAppForm({ onClose, onAdd }: { onClose: () => void; onAdd: (target: MessageTarget) => void }) {
  const form = useForm({ fieldsOf: () => blank, onClose })
  const { field, control, isSubmitting, failure, leave, submit } = form
  const kind = useWatch({ control, name: 'to.kind' })
  const add = useAddMessageTarget()
  const save = submit(
    async ({ name, to }) => onAdd(await add.mutateAsync({ body: { name: name.trim() || kindLabels[to.kind], to: addressOf(to) } })),
    () => t`Couldn’t add the app.`,
  )
  return (
    <form noValidate className="space-y-4" onSubmit={save}>
      <Select label={t`App`} {...field('to.kind')}>
        {targetKinds.map((one) => (
          <option key={one} value={one}>
            {kindLabels[one]}
          </option>
        ))}
      </Select>
      <AddressInputs kind={kind} field={field} />
      <TextInput
        label={t`Name (optional)`}
        hint={t`How you recognize it in the settings.`}
        placeholder={kindLabels[kind]}
        maxLength={60}
        {...field('name')}
      />
      <QuotaNotice name="messageTargets" />
      {failure ? <Notice tone="error">{failure}</Notice> : null}
      <div className="flex flex-col-reverse gap-2 pt-1 sm:flex-row sm:justify-end">
        <Button variant="quiet" onClick={leave}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" busy={isSubmitting} busyLabel={t`Adding...`}>
          <Trans>Add</Trans>
        </Button>
      </div>
    </form>
  )
}

const verbatim = { autoCapitalize: 'none', autoComplete: 'off', autoCorrect: 'off', spellCheck: false } as const
const address = { ...verbatim, type: 'url', inputMode: 'url', maxLength: 500 } as const

function AddressInputs({ kind, field }: { kind: TargetKind; field: Form<null, AppFields, AppFields>['field'] }) {
  switch (kind) {
    case 'ntfy':
      return (
        <>
          <TextInput label={t`Server`} placeholder={ntfyServer} {...address} {...field('to.server')} />
          <TextInput
            label={t`Topic`}
            hint={t`Subscribe to it in the ntfy app. Anyone who knows it can read along, so make it hard to guess.`}
            required
            maxLength={64}
            {...verbatim}
            {...field('to.topic')}
          />
          <PasswordInput
            label={t`Access token (optional)`}
            hint={t`For a topic that is protected.`}
            maxLength={500}
            {...verbatim}
            {...field('to.token')}
          />
        </>
      )
    case 'gotify':
      return (
        <>
          <TextInput label={t`Server`} placeholder="https://gotify.example.org" required {...address} {...field('to.server')} />
          <PasswordInput
            label={t`App token`}
            hint={t`Create an application in Gotify, and copy its token.`}
            required
            maxLength={500}
            {...verbatim}
            {...field('to.token')}
          />
        </>
      )
    case 'telegram':
      return (
        <>
          <PasswordInput
            label={t`Bot token`}
            hint={t`Create a bot with @BotFather, and copy its token.`}
            required
            maxLength={500}
            {...verbatim}
            {...field('to.token')}
          />
          <TextInput
            label={t`Chat ID`}
            hint={t`Your number or a group’s, or the @name of a channel. Write to your bot first.`}
            required
            maxLength={40}
            {...verbatim}
            {...field('to.chatId')}
          />
        </>
      )
    case 'webhook':
      return (
        <>
          <TextInput
            label={t`Address`}
            hint={t`Gets JSON as Apprise accepts it, such as at https://apprise.example.org/notify/KEY.`}
            required
            {...address}
            {...field('to.url')}
          />
          <TextInput
            label={t`Header (optional)`}
            hint={t`If the server asks for a secret, such as in Authorization.`}
            maxLength={60}
            {...verbatim}
            {...field('to.header.name')}
          />
          <PasswordInput label={t`Value of the header`} maxLength={500} {...verbatim} {...field('to.header.value')} />
        </>
      )
  }
}
