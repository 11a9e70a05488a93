import type { UserTable } from '#platform/server/sync/synced-table.ts'
import { getMe } from './use-cases/manage-profile.ts'

/** What browsers keep a copy of: the user's account as the API returns it. */
export const syncedAccount: readonly UserTable[] = [{ name: 'me', list: async (q, { userId }) => [await getMe(q, userId)] }]
