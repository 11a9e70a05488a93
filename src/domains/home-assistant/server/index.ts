export { disconnectHousehold, disconnectOwn } from './use-cases/connect-household.ts'
export { homeAssistantHistory } from './use-cases/history-handler.ts'
