/** Why a query may see the rows of several households. On PostgreSQL, each reason opens few tables only. */
export const crossHouseholdReasons = ['invites', 'circles', 'sharing', 'jobs', 'keys', 'admin'] as const
export type CrossHouseholdReason = (typeof crossHouseholdReasons)[number]
