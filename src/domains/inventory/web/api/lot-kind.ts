import type { MutationKind } from '#platform/web/sync/sender.ts'
import type { Lot } from '../../contract.ts'
import { readLotIntent } from './pending-lot-actions.ts'

const isLot = (reply: unknown): reply is Lot => typeof reply === 'object' && reply !== null && 'id' in reply && 'version' in reply

export const inventoryKind: MutationKind = {
  // The next change of this device is made on the version that this one led to.
  answered(intent, reply) {
    const of = readLotIntent(intent)
    return { intent: of && isLot(reply) && reply.id === of.lotId ? { ...of, version: reply.version } : intent }
  },
  settled: () => undefined,
}
