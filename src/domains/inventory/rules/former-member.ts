import { say } from '#platform/shared/say.ts'

/** The name of a person whose account was deleted, or who has left the household. */
export const formerMember = () => ({ firstName: say`Former`, lastName: say`member` })
