import { SettingsPage } from '#domains/settings/web/pages/settings-page.tsx'

/** The settings with the tabs that later domains bring along. */
export const Settings = () => <SettingsPage more={[]} />
