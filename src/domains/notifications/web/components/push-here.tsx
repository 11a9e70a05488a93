import { Mail, MonitorSmartphone, Send, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { invalidate, useReply } from '#platform/web/cache.ts'
import { call, sentenceOf } from '#platform/web/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { listPushDevices, removePushDevice, type TestOutcome, testNotification } from '../../contract.ts'
import { type PushState, pushState, turnOff, turnOn } from '../api/push.ts'

const stateWords: Record<Exclude<PushState, 'on' | 'off'>, string> = {
  insecure: 'This address is plain http, so the browser withholds push messages. Over https they work.',
  missing: 'This browser takes no push messages. On an iPhone, add Larder to the home screen first.',
  blocked: 'Notifications are blocked for this page. Allow them in the browser’s settings, then come back.',
}
const outcomeWords: Record<'mail' | 'push', Record<TestOutcome, string>> = {
  mail: {
    delivered: 'Delivered: the mail server has taken it.',
    unreachable: 'Unreachable: no mail server took it. Whoever runs this server sets one up.',
    no_device: 'There is no address to write to.',
  },
  push: {
    delivered: 'Delivered: it should show in a moment.',
    unreachable: 'Unreachable: the push service did not take it.',
    no_device: 'No device of yours takes push messages yet.',
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
      setNews({ tone: 'error', words: sentenceOf(error, 'The browser did not allow it.') })
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
      setNews({ tone: 'error', words: sentenceOf(error, 'The test could not be sent.') })
    }
    await invalidate(listPushDevices)
    setBusy(null)
  }
  const remove = async (id: string) => {
    await call(removePushDevice, { params: { id } }).catch((error: unknown) =>
      setNews({ tone: 'error', words: sentenceOf(error, 'That did not work.') }),
    )
    await invalidate(listPushDevices)
  }

  return (
    <div className="mt-2 space-y-4">
      {state === null ? null : state === 'on' || state === 'off' ? (
        <Button variant={state === 'on' ? 'quiet' : 'primary'} busy={busy === 'switch'} className="w-full" onClick={() => void change()}>
          {state === 'on' ? 'Turn off push here' : 'Turn on push here'}
        </Button>
      ) : (
        <Notice tone="soon">{stateWords[state]}</Notice>
      )}
      {data && data.devices.length > 0 ? (
        <ul aria-label="Devices with push" className="divide-y divide-line border-y border-line">
          {data.devices.map(({ id, label }) => (
            <li key={id} className="flex min-h-12 items-center gap-3">
              <MonitorSmartphone aria-hidden="true" className="size-5 text-ink-soft" />
              <span className="min-w-0 flex-1 truncate">{label}</span>
              <IconButton
                label={`Forget ${label}`}
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
          Test push
        </Button>
        <Button
          variant="quiet"
          busy={busy === 'mail'}
          icon={<Mail aria-hidden="true" className="size-4.5" />}
          onClick={() => void test('mail')}
        >
          Test mail
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
