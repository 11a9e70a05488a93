import type { HistoryHandler } from '#domains/households/server/index.ts'
import { say } from '#platform/shared/say.ts'
import * as contract from '../../contract.ts'

export const homeAssistantHistory: HistoryHandler = {
  names: [contract.homeAssistantConnected.name, contract.homeAssistantDisconnected.name],
  async describe(_q, _householdId, changes) {
    return new Map(
      changes.map(({ seq, name }) => [
        seq,
        name === contract.homeAssistantConnected.name ? say`Connected Home Assistant` : say`Disconnected Home Assistant`,
      ]),
    )
  },
}
