export const path = '/api/recipes'
export const read = { auth: 'household' } as const
export const write = { auth: 'household', role: 'MEMBER' } as const
