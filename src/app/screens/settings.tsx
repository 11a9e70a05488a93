import { t } from '@lingui/core/macro'
import { lazy, Suspense } from 'react'
import { NotificationPreferences } from '#domains/notifications/web/preferences/notification-preferences.tsx'
import { SettingsPage } from '#domains/settings/web/pages/settings-page.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { SkeletonRows } from '#platform/web/ui/load-states.tsx'

const ImportPanel = lazy(() => import('#domains/imports/web/import/import-panel.tsx'))

const HomeAssistantCard = lazy(() => import('#domains/home-assistant/web/card/home-assistant-card.tsx'))

const TabletsCard = lazy(() => import('#domains/tablets/web/card/tablets-card.tsx'))

const dataCards = (
  <Suspense fallback={null}>
    <TabletsCard />
    <HomeAssistantCard />
  </Suspense>
)

const moving = (
  <Suspense
    fallback={
      <Card flush>
        <SkeletonRows rows={4} />
      </Card>
    }
  >
    <ImportPanel />
  </Suspense>
)

const more = [
  { value: 'notifications', label: t`Notifications`, panel: <NotificationPreferences /> },
  { value: 'moving', label: t`Import`, panel: moving },
]

/** The settings page with the tabs and cards of other domains. */
export const Settings = () => <SettingsPage more={more} dataCards={dataCards} />
