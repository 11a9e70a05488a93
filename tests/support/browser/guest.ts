import { defaultPreferences, type User } from '#domains/account/contract/index.ts'

const at = '2025-03-04T10:00:00.000Z'

/** Who is signed in where a screen is tested. */
export const guestUser = (): User => ({
  id: 'mira',
  email: 'mira@example.org',
  firstName: 'Mira',
  lastName: 'Holt',
  avatar: null,
  preferences: defaultPreferences,
  createdAt: at,
  updatedAt: at,
})
