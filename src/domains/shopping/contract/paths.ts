/** Where the list stands in the API, and who may read and write it. */
export const path = '/api/shopping-list'
export const read = { auth: 'household' } as const
export const write = { auth: 'household', role: 'MEMBER' } as const
