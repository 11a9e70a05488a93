export { signOut } from './api/auth.ts'
export { useMe } from './api/me.ts'
export { savePreferences } from './api/save-preferences.ts'
export { RecentAuthPrompt } from './recent-auth/recent-auth-prompt.tsx'
