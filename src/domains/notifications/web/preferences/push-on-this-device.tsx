import { t } from '@lingui/core/macro'
import { MonitorSmartphone, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call, errorMessage } from '#platform/web/api/call.ts'
import { invalidate, useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { listPushDevices, removePushDevice, type TestableChannel, testableChannels, testNotification } from '../../contract/channels.ts'
import { getPushState, type PushState, turnOff, turnOn } from '../api/push.ts'
import { channelDisplay } from './channel-display.ts'

const stateTexts: Record<Exclude<PushState, 'on' | 'off'>, string> = {
  insecure: t`Push notifications need HTTPS. This address uses plain HTTP.`,
  missing: t`This browser doesn’t support push notifications. On an iPhone, add Larder to the home screen first.`,
  blocked: t`Notifications are blocked for this page. Allow them in your browser settings, then come back.`,
}

/** Turns push on and off for this device, lists the other devices, and sends test messages. */
export function PushOnThisDevice() {
  const [state, setState] = useState<PushState | null>(null)
  const [busy, setBusy] = useState<'switch' | TestableChannel | null>(null)
  const [result, setResult] = useState<{ tone: 'success' | 'error' | 'info'; text: string } | null>(null)
  const { data } = useEndpointQuery(listPushDevices, {})
  useEffect(() => void getPushState().then(setState), [])

  const change = async () => {
    setBusy('switch')
    setResult(null)
    try {
      if (state === 'on') await turnOff()
      else await turnOn(data?.publicKey ?? '')
    } catch (error) {
      setResult({ tone: 'error', text: errorMessage(error, t`The browser blocked it.`) })
    }
    setState(await getPushState())
    await invalidate(listPushDevices)
    setBusy(null)
  }
  const sendTest = async (channel: TestableChannel) => {
    setBusy(channel)
    setResult(null)
    try {
      const { outcome } = await call(testNotification, { body: { channel } })
      setResult({
        tone: outcome === 'delivered' ? 'success' : outcome === 'no_device' ? 'info' : 'error',
        text: channelDisplay[channel].outcomes[outcome],
      })
    } catch (error) {
      setResult({ tone: 'error', text: errorMessage(error, t`Couldn’t send the test.`) })
    }
    await invalidate(listPushDevices)
    setBusy(null)
  }
  const remove = async (id: string) => {
    await call(removePushDevice, { params: { id } }).catch((error: unknown) =>
      setResult({ tone: 'error', text: errorMessage(error, t`That didn’t work.`) }),
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
        <Notice tone="soon">{stateTexts[state]}</Notice>
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
        {testableChannels.map((channel) => {
          const { icon: Icon, test } = channelDisplay[channel]
          return (
            <Button
              key={channel}
              variant="quiet"
              busy={busy === channel}
              icon={<Icon aria-hidden="true" className="size-4.5" />}
              onClick={() => void sendTest(channel)}
            >
              {test}
            </Button>
          )
        })}
      </div>
      {result ? (
        <Notice tone={result.tone} alert>
          {result.text}
        </Notice>
      ) : null}
    </div>
  )
}
