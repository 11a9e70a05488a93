import { z } from 'zod'

/** Any row's id. Clients may make their own, so that a repeated request creates nothing twice. */
export const Id = z.uuid()

/** A user's id, in the form the session check answers. */
export type UserId = string & { readonly brand: 'UserId' }

/** Proof that the caller is a member: minted only by the membership check (`domains/households`). */
export type HouseholdId = string & { readonly brand: 'HouseholdId' }
