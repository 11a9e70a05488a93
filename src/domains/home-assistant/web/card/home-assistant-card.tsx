import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { fullName } from '#domains/account/rules/full-name.ts'
import type { Household } from '#domains/households/contract/index.ts'
import { useActiveHousehold } from '#domains/households/web/index.ts'
import { isRoleAtLeast } from '#platform/shared/roles.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { RelativeTime, relativeTimeOrDate } from '#platform/web/ui/relative-time.tsx'
import type { HomeAssistantLink } from '../../contract.ts'
import { useConnectHomeAssistant, useDisconnectHomeAssistant, useHomeAssistant } from '../api/home-assistant.ts'

/** Connects the household to Home Assistant; for owners and admins. */
export default function HomeAssistantCard() {
  const household = useActiveHousehold()
  return household && isRoleAtLeast(household.role, 'ADMIN') ? <HouseholdCard key={household.id} household={household} /> : null
}

function HouseholdCard({ household }: { household: Household }) {
  const link = useHomeAssistant(household.id)
  return (
    <Card className="space-y-4">
      <CardHeader title="Home Assistant" />
      <p className="text-ink-soft">
        <Trans>
          Shows in Home Assistant what expires, what runs low, how much there is to buy and today’s meals. From there you can put food on
          the list and use it, by voice too.
        </Trans>
      </p>
      {link.data ? (
        <Connection household={household} link={link.data} />
      ) : link.isPending ? (
        <SkeletonRows rows={1} />
      ) : (
        <ErrorState error={link.error} fallback={t`Couldn’t load this.`} busy={link.isFetching} onRetry={() => void link.refetch()} />
      )}
    </Card>
  )
}

function Connection({ household, link }: { household: Household; link: HomeAssistantLink }) {
  const params = { id: household.id }
  const [connect, disconnect] = [useConnectHomeAssistant(), useDisconnectHomeAssistant()]
  const [isEnding, setEnding] = useState(false)
  if (!link.isAvailable && !link.isOn)
    return (
      <Notice>
        <Trans>This server has no MQTT broker. Ask your server admin to set one up.</Trans>
      </Notice>
    )
  return (
    <>
      {connect.error ? <Notice tone="error">{errorMessage(connect.error, t`Couldn’t connect Home Assistant.`)}</Notice> : null}
      {link.isOn ? (
        <Status link={link} />
      ) : (
        <p className="text-ink-soft">
          <Trans>
            Everyone with access to this server’s MQTT broker will be able to see this, and to change the list and the inventory of{' '}
            {household.name} in your name.
          </Trans>
        </p>
      )}
      {link.isOn ? (
        <Button variant="quiet" onClick={() => setEnding(true)}>
          <Trans>Disconnect</Trans>
        </Button>
      ) : (
        <Button busy={connect.isPending} onClick={() => connect.mutate({ params })}>
          <Trans>Connect Home Assistant</Trans>
        </Button>
      )}
      <ConfirmDialog
        open={isEnding}
        onOpenChange={setEnding}
        title={t`Disconnect Home Assistant?`}
        confirmLabel={t`Disconnect`}
        danger
        fallback={t`Couldn’t disconnect Home Assistant.`}
        onConfirm={() => disconnect.mutateAsync({ params })}
      >
        <Trans>The entities of {household.name} disappear from Home Assistant, and automations that use them stop working.</Trans>
      </ConfirmDialog>
    </>
  )
}

function Status({ link: { isAvailable, enabledBy, connection, connectionSince } }: { link: HomeAssistantLink }) {
  const name = enabledBy ? fullName(enabledBy) : ''
  return (
    <>
      {!isAvailable ? (
        <Notice tone="soon">
          <Trans>Nothing is sent, because this server no longer has an MQTT broker.</Trans>
        </Notice>
      ) : connection === null || connectionSince === null ? (
        <Notice>
          <Trans>Connecting…</Trans>
        </Notice>
      ) : connection === 'connected' ? (
        <Notice tone="success">
          <Trans>Connected {relativeTimeOrDate(connectionSince)}.</Trans>
        </Notice>
      ) : (
        <Notice tone="soon">
          <Trans>
            First failed <RelativeTime at={connectionSince} />.
          </Trans>{' '}
          {connection === 'denied'
            ? t`The MQTT broker refuses this server’s user name or password. Ask your server admin to check them.`
            : t`The MQTT broker isn’t responding. Larder keeps trying.`}
        </Notice>
      )}
      <p className="text-sm text-ink-soft">
        <Trans>What comes from Home Assistant is done in the name of {name}. It ends if they’re no longer an owner or admin.</Trans>
      </p>
    </>
  )
}
