export const path = '/api/shopping-list'
export const read = { auth: 'household' } as const
export const write = { auth: 'household', role: 'MEMBER' } as const
