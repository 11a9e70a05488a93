import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Mail, MonitorSmartphone, Send, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { invalidate, useReply } from '#platform/web/cache.ts'
import { call, sentenceOf } from '#platform/web/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { listPushDevices, removePushDevice, type TestOutcome, testNotification } from '../../contract/channels.ts'
import { type PushState, pushState, turnOff, turnOn } from '../api/push.ts'

const stateWords: Record<Exclude<PushState, 'on' | 'off'>, string> = {
  insecure: t`This address is plain http, so the browser withholds push messages. Over https they work.`,
  missing: t`This browser takes no push messages. On an iPhone, add Larder to the home screen first.`,
  blocked: t`Notifications are blocked for this page. Allow them in the browser’s settings, then come back.`,
}
const outcomeWords: Record<'mail' | 'push', Record<TestOutcome, string>> = {
  mail: {
    delivered: t`Delivered: the mail server has taken it.`,
    unreachable: t`Unreachable: no mail server took it. Whoever runs this server sets one up.`,
    no_device: t`There is no address to write to.`,
  },
  push: {
    delivered: t`Delivered: it should show in a moment.`,
    unreachable: t`Unreachable: the push service did not take it.`,
    no_device: t`No device of yours takes push messages yet.`,
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
      setNews({ tone: 'error', words: sentenceOf(error, t`The browser did not allow it.`) })
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
      setNews({ tone: 'error', words: sentenceOf(error, t`The test could not be sent.`) })
    }
    await invalidate(listPushDevices)
    setBusy(null)
  }
  const remove = async (id: string) => {
    await call(removePushDevice, { params: { id } }).catch((error: unknown) =>
      setNews({ tone: 'error', words: sentenceOf(error, t`That did not work.`) }),
    )
    await invalidate(listPushDevices)
  }

  return (
    <div className="mt-2 space-y-4">
      {state === null ? null : state === 'on' || state === 'off' ? (
        <Button variant={state === 'on' ? 'quiet' : 'primary'} busy={busy === 'switch'} className="w-full" onClick={() => void change()}>
          {state === 'on' ? t`Turn off push here` : t`Turn on push here`}
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
                label={t`Forget ${label}`}
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
          <Trans>Test push</Trans>
        </Button>
        <Button
          variant="quiet"
          busy={busy === 'mail'}
          icon={<Mail aria-hidden="true" className="size-4.5" />}
          onClick={() => void test('mail')}
        >
          <Trans>Test mail</Trans>
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
