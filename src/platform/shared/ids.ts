import { z } from 'zod'

/** An id of any row. Clients may generate it, so that a repeated request creates nothing twice. */
export const Id = z.uuid()

/** A user's id. Created by the session check. */
export type UserId = string & { readonly brand: 'UserId' }

/** A household of which the caller is a member. Created only by the membership check (`domains/households`). */
export type HouseholdId = string & { readonly brand: 'HouseholdId' }
