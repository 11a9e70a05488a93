import { t } from '@lingui/core/macro'
import { NotificationPreferences } from '#domains/notifications/web/components/notification-preferences.tsx'
import { SettingsPage } from '#domains/settings/web/pages/settings-page.tsx'

const more = [{ value: 'notifications', label: t`Notifications`, panel: <NotificationPreferences /> }]

/** The settings with the tabs that later domains bring along. */
export const Settings = () => <SettingsPage more={more} />
