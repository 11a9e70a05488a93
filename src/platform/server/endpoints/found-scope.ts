import type { DatabaseScope } from '#platform/shared/endpoint.ts'
import type { Scope } from '../database/index.ts'

/** Returns true if the route's `prepare` returns the scope. */
export const isFoundByRoute = (scope: DatabaseScope): scope is Extract<DatabaseScope, { readonly foundIn: unknown }> =>
  typeof scope === 'object' && 'foundIn' in scope

/** What a route's `find` returns: the scope of the use case, and whatever else it needs. Never across households. */
export interface FoundScope {
  readonly scope: Exclude<Scope, { readonly crossHousehold: unknown }>
}

/** Thrown by a use case that must write outside the scope that was found, because something changed since. */
export class ScopeOutdatedError extends Error {}
const maxAttempts = 8

/** Finds a scope, then runs the work. Finds it again when the work throws `ScopeOutdated`, which it throws itself after 8 attempts. */
export async function inFoundScope<F extends FoundScope, T>(find: () => Promise<F>, work: (found: F) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const found = await find()
    try {
      return await work(found)
    } catch (error) {
      if (!(error instanceof ScopeOutdatedError) || attempt >= maxAttempts) throw error
    }
  }
}
