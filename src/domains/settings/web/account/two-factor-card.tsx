import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Check, Copy } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { beginTwoFactor } from '#domains/account/contract/two-factor.ts'
import type { ReplyOf } from '#platform/shared/endpoint.ts'
import { useForm } from '#platform/web/forms/use-form.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { copyText } from '#platform/web/ui/copy-text.ts'
import { TextInput } from '#platform/web/ui/form-fields.tsx'
import { ErrorState, Skeleton } from '#platform/web/ui/load-states.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { useBeginTwoFactor, useConfirmTwoFactor, useEndTwoFactor, useRenewRecoveryCodes, useTwoFactor } from '../api/profile.ts'
import { PasswordStep, SmallForm } from './small-form.tsx'

const QrCode = lazy(() => import('./qr-code.tsx'))

type Begun = ReplyOf<typeof beginTwoFactor>
type Step = { at: 'rest' | 'begin' | 'renew' | 'end' } | { at: 'confirm'; begun: Begun } | { at: 'codes'; codes: readonly string[] }
const rest: Step = { at: 'rest' }

/** Sets up two-factor sign-in, renews recovery codes and turns it off. */
export function TwoFactorCard() {
  const state = useTwoFactor()
  const [step, go] = useState<Step>(rest)
  return (
    <Card className="space-y-4">
      <CardHeader
        title={t`Two-factor sign-in`}
        aside={
          state.data?.isEnabled ? (
            <Badge tone="herb">
              <Trans>On</Trans>
            </Badge>
          ) : null
        }
      />
      {state.data ? (
        <Steps step={step} go={go} isEnabled={state.data.isEnabled} codesLeft={state.data.recoveryCodesLeft} />
      ) : state.isPending ? (
        <Skeleton className="h-11" />
      ) : (
        <ErrorState error={state.error} fallback={t`Couldn’t load this.`} busy={state.isFetching} onRetry={() => void state.refetch()} />
      )}
    </Card>
  )
}

function Steps({ step, go, isEnabled, codesLeft }: { step: Step; go: (step: Step) => void; isEnabled: boolean; codesLeft: number }) {
  const [begin, renew, end] = [useBeginTwoFactor(), useRenewRecoveryCodes(), useEndTwoFactor()]
  const back = () => go(rest)
  const fallback = t`That didn’t work. Try again.`
  switch (step.at) {
    case 'begin':
      return (
        <PasswordStep
          label={t`Continue`}
          fallback={fallback}
          onCancel={back}
          onSubmit={async (password) => go({ at: 'confirm', begun: await begin.mutateAsync({ body: { password } }) })}
        />
      )
    case 'confirm':
      return <Confirm begun={step.begun} onDone={() => go({ at: 'codes', codes: step.begun.recoveryCodes })} onCancel={back} />
    case 'codes':
      return <RecoveryCodes codes={step.codes} onDone={back} />
    case 'renew':
      return (
        <PasswordStep
          label={t`Create new codes`}
          fallback={fallback}
          onCancel={back}
          onSubmit={async (password) => go({ at: 'codes', codes: (await renew.mutateAsync({ body: { password } })).recoveryCodes })}
        />
      )
    case 'end':
      return (
        <PasswordStep
          label={t`Turn off`}
          danger
          fallback={fallback}
          onCancel={back}
          onSubmit={(password) => end.mutateAsync({ body: { password } }).then(back)}
        />
      )
    default:
      return isEnabled ? (
        <>
          <p className="text-ink-soft">
            <Trans>You’ll be asked for a code from your app when you sign in.</Trans>{' '}
            {codesLeft === 0
              ? t`No recovery codes left.`
              : plural(codesLeft, { one: '# recovery code left.', other: '# recovery codes left.' })}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button variant="quiet" onClick={() => go({ at: 'renew' })}>
              <Trans>New recovery codes</Trans>
            </Button>
            <Button variant="quiet" onClick={() => go({ at: 'end' })}>
              <Trans>Turn off</Trans>
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className="text-ink-soft">
            <Trans>Ask for a code from your authenticator app as well as your password.</Trans>
          </p>
          <Button variant="quiet" onClick={() => go({ at: 'begin' })}>
            <Trans>Set up</Trans>
          </Button>
        </>
      )
  }
}

function Confirm({ begun, onDone, onCancel }: { begun: Begun; onDone: () => void; onCancel: () => void }) {
  const form = useForm({ fieldsOf: () => ({ code: '' }) })
  const confirm = useConfirmTwoFactor()
  const send = form.submit(
    async (body) => {
      await confirm.mutateAsync({ body })
      onDone()
    },
    () => t`That didn’t work. Try again.`,
  )
  return (
    <SmallForm label={t`Turn on`} form={form} onSubmit={send} onCancel={onCancel}>
      <p className="text-ink-soft">
        <Trans>Scan this QR code with your authenticator app, then enter the code it shows.</Trans>
      </p>
      <div className="flex flex-wrap items-start gap-4">
        <Suspense fallback={<Skeleton className="size-48" />}>
          <QrCode text={begun.uri} label={t`Code to scan with an authenticator app`} />
        </Suspense>
        <div className="min-w-40 flex-1 text-sm">
          <p className="text-ink-soft">
            <Trans>Or type this key into the app:</Trans>
          </p>
          <p className="mt-1 font-mono text-base break-all">{begun.secret.match(/.{1,4}/g)?.join(' ')}</p>
        </div>
      </div>
      <TextInput label={t`Code`} inputMode="numeric" autoComplete="one-time-code" maxLength={8} required {...form.field('code')} />
    </SmallForm>
  )
}

/** Shows the codes, once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [copied, setCopied] = useState(false)
  const icon = 'size-4.5'
  return (
    <div className="space-y-4">
      <Notice tone="soon">
        <Trans>Save these codes somewhere you can reach without your phone. They’re shown only once, and each works once.</Trans>
      </Notice>
      <ul
        aria-label={t`Recovery codes`}
        className="figures grid grid-cols-2 gap-x-4 gap-y-1 rounded-control bg-sunken px-4 py-3 font-mono text-base"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onDone}>
          <Trans>I’ve saved them</Trans>
        </Button>
        <Button
          variant="quiet"
          icon={copied ? <Check aria-hidden="true" className={icon} /> : <Copy aria-hidden="true" className={icon} />}
          onClick={() => void copyText(codes.join('\n')).then(setCopied)}
        >
          {copied ? t`Copied` : t`Copy`}
        </Button>
      </div>
    </div>
  )
}
