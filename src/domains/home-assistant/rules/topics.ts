/** The MQTT topics of a household. */
export const topicsOf = (householdId: string) => {
  const base = `larder/${householdId}`
  return { state: `${base}/state`, command: `${base}/command`, result: `${base}/result` }
}

/** Subscriptions for the topics of all households. */
export const everyHousehold = topicsOf('+')

/** Whether this server is connected: `online` or `offline`. The broker publishes `offline` if the connection breaks. */
export const availabilityTopic = (serverId: string): string => `larder/server-${serverId}/status`

/** The topic on which Home Assistant learns of a household's device. `prefix` is set in Home Assistant. */
export const discoveryTopic = (prefix: string, householdId: string): string => `${prefix}/device/larder_${householdId}/config`

/** Home Assistant publishes `online` there when it starts. */
export const birthTopic = (prefix: string): string => `${prefix}/status`

const householdTopic = /^larder\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(state|command)$/

/** Returns the household and kind of a topic that Larder subscribes to; null for any other. */
export function parseTopic(topic: string): { householdId: string; kind: 'state' | 'command' } | null {
  const [, householdId, kind] = householdTopic.exec(topic) ?? []
  return householdId === undefined ? null : { householdId, kind: kind as 'state' | 'command' }
}
