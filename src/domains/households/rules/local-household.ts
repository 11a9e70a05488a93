import { localTable } from '#platform/shared/local-tables.ts'
import type { Household, Member } from '../contract/index.ts'

/** Rows that browsers keep a copy of: the household as the member sees it, and its members. */
export const householdTable = localTable<Household>('household')
export const memberTable = localTable<Member & { readonly id: string }>('members')
