export { signOut } from './api/auth.ts'
export { savePreferences, useMe } from './api/me.ts'
export { RecentAuthPrompt } from './recent-auth/recent-auth-prompt.tsx'
