import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { User } from '#domains/account/contract/index.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { pictureProblem } from '#platform/web/forms/picture-file.ts'
import { useSavedNotice } from '#platform/web/forms/saved-notice.tsx'
import { useForm } from '#platform/web/forms/use-form.ts'
import { Avatar } from '#platform/web/ui/avatar.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { TextInput } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { PictureButton } from '#platform/web/ui/picture-button.tsx'
import { useChangeProfile, usePutAvatar, useRemoveAvatar } from '../api/profile.ts'

export function ProfileCard({ me }: { me: User }) {
  return (
    <Card className="space-y-5">
      <CardHeader title={t`Profile`} />
      <Picture me={me} />
      <Names me={me} />
    </Card>
  )
}

function Picture({ me }: { me: User }) {
  const put = usePutAvatar()
  const remove = useRemoveAvatar()
  const [problem, setProblem] = useState<string | null>(null)
  const choose = (file: File) => {
    put.reset()
    remove.reset()
    const found = pictureProblem(file)
    setProblem(found)
    if (found === null) put.mutate(file)
  }
  const failure = put.error ?? remove.error
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-4">
        <Avatar firstName={me.firstName} lastName={me.lastName} picture={me.avatar} size="large" />
        <div className="flex flex-wrap gap-2">
          <PictureButton isBusy={put.isPending} onPick={choose}>
            {put.isPending ? t`Uploading...` : me.avatar ? t`Change photo` : t`Add a photo`}
          </PictureButton>
          {me.avatar ? (
            <Button variant="plain" busy={remove.isPending} onClick={() => remove.mutate({})}>
              <Trans>Remove photo</Trans>
            </Button>
          ) : null}
        </div>
      </div>
      <p className="text-sm text-ink-soft">
        <Trans>JPEG, PNG or WebP, under 10 MB.</Trans>
      </p>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      {failure ? <Notice tone="error">{errorMessage(failure, t`Couldn’t save your photo.`)}</Notice> : null}
    </div>
  )
}

function Names({ me }: { me: User }) {
  const { field, isSubmitting, failure, showSaved, submit } = useForm({
    row: me,
    fieldsOf: ({ firstName, lastName }) => ({ firstName, lastName }),
  })
  const [savedNotice, showSavedNotice] = useSavedNotice()
  const change = useChangeProfile()
  const save = submit(
    async (body) => {
      showSavedNotice(null)
      showSaved(await change.mutateAsync({ body }))
      showSavedNotice(t`Profile updated successfully!`)
    },
    () => t`Failed to update profile`,
  )
  return (
    <form className="space-y-4 border-t border-line pt-4" onSubmit={save}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput label={t`First name`} autoComplete="given-name" maxLength={60} required {...field('firstName')} />
        <TextInput label={t`Last name`} autoComplete="family-name" maxLength={60} required {...field('lastName')} />
      </div>
      {failure ? <Notice tone="error">{failure}</Notice> : null}
      {savedNotice}
      <Button type="submit" busy={isSubmitting} busyLabel={t`Saving...`}>
        <Trans>Save</Trans>
      </Button>
    </form>
  )
}
