import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useEffect, useState } from 'react'
import { claimPairing, pollPairing, startPairing } from '#domains/households/contract/tablets.ts'
import { loadQrCode } from '#domains/settings/web/index.ts'
import type { ReplyOf } from '#platform/shared/endpoint.ts'
import { ApiError, errorMessage } from '#platform/web/api/call.ts'
import { callTablet } from '#platform/web/api/call-tablet.ts'
import { currentLocale } from '#platform/web/i18n/language.ts'
import { Notice } from '#platform/web/ui/notice.tsx'
import { pairingLink } from '../api/pairing-link.ts'
import { TabletButton } from './tablet-button.tsx'

const QrCode = lazy(loadQrCode)
const pollMs = 2_000

type Pairing = ReplyOf<typeof startPairing>
type PairingState = { pairing: Pairing | null; failure: unknown; isExpired: boolean }

/** Gets a code, and asks until a member has entered it. `round` gets another one. */
function usePairing(round: number, onPaired: () => void): PairingState {
  const [state, setState] = useState<PairingState>({ pairing: null, failure: null, isExpired: false })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` begins again
  useEffect(() => {
    let isOver = false
    let timer: ReturnType<typeof setTimeout>
    const set = (next: PairingState) => {
      if (!isOver) setState(next)
    }
    const ask = async (pairing: Pairing) => {
      const result = await askOnce(pairing.secret)
      if (isOver) return
      if (result === 'paired') onPaired()
      else if (result === 'expired') set({ pairing: null, failure: null, isExpired: true })
      else {
        set({ pairing, failure: result === 'waiting' ? null : result.failure, isExpired: false })
        timer = setTimeout(() => void ask(pairing), pollMs)
      }
    }
    set({ pairing: null, failure: null, isExpired: false })
    callTablet(startPairing).then(
      ({ reply }) => {
        set({ pairing: reply, failure: null, isExpired: false })
        timer = setTimeout(() => void ask(reply), pollMs)
        if (isOver) clearTimeout(timer)
      },
      (failure) => set({ pairing: null, failure, isExpired: false }),
    )
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [round])
  return state
}

/** Asks once. `expired` also means that another request took the cookie. */
async function askOnce(secret: string): Promise<'waiting' | 'paired' | 'expired' | { failure: unknown }> {
  try {
    const { reply } = await callTablet(pollPairing, { body: { secret } })
    if (reply.state === 'waiting') return 'waiting'
    await callTablet(claimPairing, { body: { secret } })
    return 'paired'
  } catch (failure) {
    return failure instanceof ApiError && failure.status === 404 ? 'expired' : { failure }
  }
}

/** The page of a tablet that isn't paired: a code to enter, and nothing of any kitchen. */
export function PairingScreen({ isDropped, onPaired }: { isDropped: boolean; onPaired: () => void }) {
  const [isAgain, setAgain] = useState(false)
  return isDropped && !isAgain ? <DroppedPairing onAgain={() => setAgain(true)} /> : <PairingCode onPaired={onPaired} />
}

/** Says why the pairing failed, rather than pair the tablet again and again. */
const DroppedPairing = ({ onAgain }: { onAgain: () => void }) => (
  <main className="flex min-h-dvh flex-col items-center justify-center gap-6 bg-paper p-6 text-center text-ink">
    <h1 className="display text-4xl">
      <Trans>Pair this tablet</Trans>
    </h1>
    <Notice tone="error" className="max-w-2xl text-lg!">
      {location.protocol === 'http:' ? (
        <Trans>The browser didn’t keep the pairing. Open the https:// address of your Larder, followed by /tablet.</Trans>
      ) : (
        <Trans>The browser didn’t keep the pairing. Allow cookies for this page and try again.</Trans>
      )}
    </Notice>
    <TabletButton onClick={onAgain}>
      <Trans>Get a new code</Trans>
    </TabletButton>
  </main>
)

function PairingCode({ onPaired }: { onPaired: () => void }) {
  const [round, setRound] = useState(0)
  const { pairing, failure, isExpired } = usePairing(round, onPaired)
  const until = pairing && new Intl.DateTimeFormat(currentLocale(), { timeStyle: 'short' }).format(new Date(pairing.expiresAt))
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-6 bg-paper p-6 text-center text-ink">
      <h1 className="display text-4xl">
        <Trans>Pair this tablet</Trans>
      </h1>
      <p className="max-w-2xl text-xl text-ink-soft">
        <Trans>
          An owner or admin opens Settings → Data &amp; API in Larder on a phone or computer, chooses “Pair a tablet” and enters this code.
          Or scan the QR code.
        </Trans>
      </p>
      {failure === null ? null : (
        <Notice tone="error" className="text-lg!">
          {errorMessage(failure, t`Couldn’t get a code. Check the connection and try again.`)}
        </Notice>
      )}
      {pairing ? (
        <>
          <p className="rounded-card border border-line bg-card px-8 py-5 font-mono text-[clamp(2.25rem,9vw,4.5rem)] leading-none font-semibold tracking-widest">
            {pairing.code}
          </p>
          <Suspense fallback={<div className="size-48" />}>
            <QrCode text={pairingLink(location.origin, pairing.code)} label={t`Opens Larder’s settings with this code`} />
          </Suspense>
          <p className="text-lg text-ink-soft">
            <Trans>The code works once, until {until}.</Trans>
          </p>
        </>
      ) : failure !== null || isExpired ? (
        <>
          {isExpired ? (
            <p role="status" className="text-xl">
              <Trans>The code has expired.</Trans>
            </p>
          ) : null}
          <TabletButton onClick={() => setRound(round + 1)}>
            <Trans>Get a new code</Trans>
          </TabletButton>
        </>
      ) : (
        <p role="status" className="text-xl text-ink-soft">
          <Trans>Loading...</Trans>
        </p>
      )}
    </main>
  )
}
