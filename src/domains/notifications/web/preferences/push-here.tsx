import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Mail, MonitorSmartphone, Send, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call, errorMessage } from '#platform/web/api/call.ts'
import { invalidate, useReply } from '#platform/web/api/query-cache.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { listPushDevices, removePushDevice, type TestOutcome, testNotification } from '../../contract/channels.ts'
import { type PushState, pushState, turnOff, turnOn } from '../api/push.ts'

const stateWords: Record<Exclude<PushState, 'on' | 'off'>, string> = {
  insecure: t`Push notifications need HTTPS. This address uses plain HTTP.`,
  missing: t`This browser doesn’t support push notifications. On an iPhone, add Larder to the home screen first.`,
  blocked: t`Notifications are blocked for this page. Allow them in your browser settings, then come back.`,
}
const outcomeWords: Record<'mail' | 'push', Record<TestOutcome, string>> = {
  mail: {
    delivered: t`Sent: the mail server accepted it.`,
    unreachable: t`Not sent: no mail server is set up. Ask your server admin.`,
    no_device: t`No email address to send to.`,
  },
  push: {
    delivered: t`Sent: it should appear in a moment.`,
    unreachable: t`Not sent: the push service rejected it.`,
    no_device: t`None of your devices has push turned on yet.`,
  },
}

/** Push on this device, the other devices, and whether a message really comes through. */
export function PushHere() {
  const [state, setState] = useState<PushState | null>(null)
  const [busy, setBusy] = useState<'switch' | 'mail' | 'push' | null>(null)
  const [news, setNews] = useState<{ tone: 'success' | 'error' | 'info'; words: string } | null>(null)
  const { data } = useReply(listPushDevices, {})
  useEffect(() => void pushState().then(setState), [])

  const change = async () => {
    setBusy('switch')
    setNews(null)
    try {
      if (state === 'on') await turnOff()
      else await turnOn(data?.publicKey ?? '')
    } catch (error) {
      setNews({ tone: 'error', words: errorMessage(error, t`The browser blocked it.`) })
    }
    setState(await pushState())
    await invalidate(listPushDevices)
    setBusy(null)
  }
  const test = async (channel: 'mail' | 'push') => {
    setBusy(channel)
    setNews(null)
    try {
      const { outcome } = await call(testNotification, { body: { channel } })
      setNews({
        tone: outcome === 'delivered' ? 'success' : outcome === 'no_device' ? 'info' : 'error',
        words: outcomeWords[channel][outcome],
      })
    } catch (error) {
      setNews({ tone: 'error', words: errorMessage(error, t`Couldn’t send the test.`) })
    }
    await invalidate(listPushDevices)
    setBusy(null)
  }
  const remove = async (id: string) => {
    await call(removePushDevice, { params: { id } }).catch((error: unknown) =>
      setNews({ tone: 'error', words: errorMessage(error, t`That didn’t work.`) }),
    )
    await invalidate(listPushDevices)
  }

  return (
    <div className="mt-2 space-y-4">
      {state === null ? null : state === 'on' || state === 'off' ? (
        <Button variant={state === 'on' ? 'quiet' : 'primary'} busy={busy === 'switch'} className="w-full" onClick={() => void change()}>
          {state === 'on' ? t`Turn off push on this device` : t`Turn on push on this device`}
        </Button>
      ) : (
        <Notice tone="soon">{stateWords[state]}</Notice>
      )}
      {data && data.devices.length > 0 ? (
        <ul aria-label={t`Devices with push`} className="divide-y divide-line border-y border-line">
          {data.devices.map(({ id, label }) => (
            <li key={id} className="flex min-h-12 items-center gap-3">
              <MonitorSmartphone aria-hidden="true" className="size-5 text-ink-soft" />
              <span className="min-w-0 flex-1 truncate">{label}</span>
              <IconButton
                label={t`Remove ${label}`}
                variant="danger"
                icon={<Trash2 aria-hidden="true" className="size-5" />}
                onClick={() => void remove(id)}
              />
            </li>
          ))}
        </ul>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="quiet"
          busy={busy === 'push'}
          icon={<Send aria-hidden="true" className="size-4.5" />}
          onClick={() => void test('push')}
        >
          <Trans>Send test push</Trans>
        </Button>
        <Button
          variant="quiet"
          busy={busy === 'mail'}
          icon={<Mail aria-hidden="true" className="size-4.5" />}
          onClick={() => void test('mail')}
        >
          <Trans>Send test email</Trans>
        </Button>
      </div>
      {news ? (
        <Notice tone={news.tone} alert>
          {news.words}
        </Notice>
      ) : null}
    </div>
  )
}
