import { onSignOut } from '#platform/web/session/session.ts'

export { NotificationBell } from './bell/bell.tsx'

// The next user of this browser must not receive push messages meant for the previous one.
onSignOut(() => void import('./api/push.ts').then(({ turnOff }) => turnOff()).catch(() => {}))
