import { onSignOut } from '#platform/web/session/session.ts'

export { NotificationBell } from './bell/bell.tsx'

// Whoever sits down here next must not be shown what the last person's kitchen has to say.
onSignOut(() => void import('./api/push.ts').then(({ turnOff }) => turnOff()).catch(() => {}))
