export { useMe } from './api/me.ts'
export { signOut } from './api/sign-in.ts'
export { RecentAuthPrompt } from './recent-auth/recent-auth-prompt.tsx'
