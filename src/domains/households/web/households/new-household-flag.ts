import { localState } from '#platform/web/session/session.ts'

const name = 'new-household'

/** Marks a household that was just created on this device, to offer a start. */
export const markNewHousehold = (id: string): void => localState.write(name, id)
export const isNewHousehold = (id: string | null): boolean => id !== null && localState.read(name) === id
export const forgetNewHousehold = (): void => localState.remove(name)
