/** The auth pages, which are shown without the router. */
export const publicPaths = ['/login', '/signup', '/email-confirmation', '/reset-password'] as const
export type PublicPath = (typeof publicPaths)[number]

export const isPublic = (path: string): path is PublicPath => publicPaths.some((known) => known === path)
