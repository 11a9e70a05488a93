import { lazy, Suspense, useState } from 'react'
import type { beginTwoFactor } from '#domains/account/contract/two-factor.ts'
import type { ReplyOf } from '#platform/contract/endpoint.ts'
import { ApiError, sentenceOf } from '#platform/web/call.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { TextInput } from '#platform/web/ui/field.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { ErrorState, Skeleton } from '#platform/web/ui/states.tsx'
import { useBeginTwoFactor, useConfirmTwoFactor, useEndTwoFactor, useRenewRecoveryCodes, useTwoFactor } from '../api/two-factor.ts'
import { PasswordStep } from './password-step.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

const QrCode = lazy(() => import('./qr-code.tsx'))

type Begun = ReplyOf<typeof beginTwoFactor>
type Step = { at: 'rest' | 'begin' | 'renew' | 'end' } | { at: 'confirm'; begun: Begun } | { at: 'codes'; codes: readonly string[] }
const rest: Step = { at: 'rest' }

/** The second step at sign-in: setting it up, new recovery codes, ending it. */
export function TwoFactorCard() {
  const state = useTwoFactor()
  const [step, go] = useState<Step>(rest)
  return (
    <Card className="space-y-4">
      <CardHeader title="Two-factor sign-in" aside={state.data?.isEnabled ? <Badge tone="herb">On</Badge> : null} />
      {state.data ? (
        <Steps step={step} go={go} isEnabled={state.data.isEnabled} codesLeft={state.data.recoveryCodesLeft} />
      ) : state.isPending ? (
        <Skeleton className="h-11" />
      ) : (
        <ErrorState error={state.error} fallback="This did not load." busy={state.isFetching} onRetry={() => void state.refetch()} />
      )}
    </Card>
  )
}

function Steps({ step, go, isEnabled, codesLeft }: { step: Step; go: (step: Step) => void; isEnabled: boolean; codesLeft: number }) {
  const [begin, renew, end] = [useBeginTwoFactor(), useRenewRecoveryCodes(), useEndTwoFactor()]
  const back = () => {
    for (const one of [begin, renew, end]) one.reset()
    go(rest)
  }
  const fallback = 'That did not work. Try again.'
  switch (step.at) {
    case 'begin':
      return (
        <PasswordStep
          label="Continue"
          busy={begin.isPending}
          error={begin.error}
          fallback={fallback}
          onCancel={back}
          onSubmit={(password) => begin.mutate({ body: { password } }, { onSuccess: (begun) => go({ at: 'confirm', begun }) })}
        />
      )
    case 'confirm':
      return <Confirm begun={step.begun} onDone={() => go({ at: 'codes', codes: step.begun.recoveryCodes })} onCancel={back} />
    case 'codes':
      return <RecoveryCodes codes={step.codes} onDone={back} />
    case 'renew':
      return (
        <PasswordStep
          label="Make new codes"
          busy={renew.isPending}
          error={renew.error}
          fallback={fallback}
          onCancel={back}
          onSubmit={(password) =>
            renew.mutate({ body: { password } }, { onSuccess: ({ recoveryCodes }) => go({ at: 'codes', codes: recoveryCodes }) })
          }
        />
      )
    case 'end':
      return (
        <PasswordStep
          label="Turn off"
          danger
          busy={end.isPending}
          error={end.error}
          fallback={fallback}
          onCancel={back}
          onSubmit={(password) => end.mutate({ body: { password } }, { onSuccess: back })}
        />
      )
    default:
      return isEnabled ? (
        <>
          <p className="text-ink-soft">
            Signing in asks for a code of your app.{' '}
            {codesLeft === 1 ? '1 recovery code is left.' : `${codesLeft === 0 ? 'No' : codesLeft} recovery codes are left.`}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button variant="quiet" onClick={() => go({ at: 'renew' })}>
              New recovery codes
            </Button>
            <Button variant="quiet" onClick={() => go({ at: 'end' })}>
              Turn off
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className="text-ink-soft">With an authenticator app on your phone, a password alone opens nothing.</p>
          <Button variant="quiet" onClick={() => go({ at: 'begin' })}>
            Set up
          </Button>
        </>
      )
  }
}

function Confirm({ begun, onDone, onCancel }: { begun: Begun; onDone: () => void; onCancel: () => void }) {
  const [code, setCode] = useState('')
  const confirm = useConfirmTwoFactor()
  const problem = confirm.error instanceof ApiError ? confirm.error.field('code') : undefined
  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!confirm.isPending) confirm.mutate({ body: { code } }, { onSuccess: onDone })
      }}
    >
      <p className="text-ink-soft">Scan this with your authenticator app, then enter the code it shows.</p>
      <div className="flex flex-wrap items-start gap-4">
        <Suspense fallback={<Skeleton className="size-48" />}>
          <QrCode text={begun.uri} label="Code to scan with an authenticator app" />
        </Suspense>
        <div className="min-w-40 flex-1 text-sm">
          <p className="text-ink-soft">Or type this key into the app:</p>
          <p className="mt-1 font-mono text-base break-all">{begun.secret.match(/.{1,4}/g)?.join(' ')}</p>
        </div>
      </div>
      <TextInput
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={8}
        required
        value={code}
        error={problem}
        onChange={(event) => setCode(event.target.value)}
      />
      {confirm.error && problem === undefined ? (
        <Notice tone="error">{sentenceOf(confirm.error, 'That did not work. Try again.')}</Notice>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={confirm.isPending}>
          Turn on
        </Button>
        <Button variant="plain" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
