import { say } from '#platform/shared/say.ts'
import type { HouseholdState } from '../../rules/household-state.ts'
import { availabilityTopic, topicsOf } from '../../rules/topics.ts'

export interface DiscoveryContext {
  readonly householdId: string
  readonly householdName: string
  readonly serverId: string
  readonly version: string
  /** Null if unknown. */
  readonly publicUrl: string | null
}

type Attribute = { readonly [name: string]: keyof HouseholdState }

/** A sensor whose value and attributes are fields of the household's state. */
const sensor = (name: string, icon: string, value: keyof HouseholdState, attributes: Attribute, more: object = {}) => ({
  platform: 'sensor',
  name,
  icon,
  value_template: `{{ value_json.${value} }}`,
  json_attributes_template: `{{ {${Object.entries(attributes)
    .map(([attribute, field]) => `'${attribute}': value_json.${field}`)
    .join(', ')}} | tojson }}`,
  ...more,
})

const counted = { state_class: 'measurement' }

/** A text field that sends what is typed as a command. Its template makes an id, so that a message delivered twice acts once. */
const commandField = (name: string, icon: string, action: 'add' | 'use', commandTopic: string) => ({
  platform: 'text',
  name,
  icon,
  max: 255,
  command_topic: commandTopic,
  command_template: `{"id": "{{ now().timestamp() }}", "action": "${action}", "text": {{ value | tojson }}}`,
  // The field is empty again after each change.
  value_template: "{{ '' }}",
  qos: 1,
})

/**
 * Returns the message that makes Home Assistant create a device with the household's entities, in the current language. Entity ids don't
 * depend on the language.
 */
export function discoveryMessage(context: DiscoveryContext) {
  const { householdId, householdName, serverId, version, publicUrl } = context
  const topics = topicsOf(householdId)
  const entities: Record<string, { platform: string; [key: string]: unknown }> = {
    expired: sensor(say`Expired`, 'mdi:food-off', 'expired', { items: 'expiredItems' }, counted),
    use_soon: sensor(say`Expires soon`, 'mdi:food-apple', 'useSoon', { items: 'useSoonItems', expiresToday: 'expiresToday' }, counted),
    running_low: sensor(say`Running low`, 'mdi:basket-outline', 'runningLow', { ingredients: 'lowIngredients' }, counted),
    shopping_list: sensor(say`On the shopping list`, 'mdi:cart-outline', 'shoppingList', { today: 'today' }, counted),
    plan_today: sensor(say`Planned for today`, 'mdi:silverware-fork-knife', 'planToday', { meals: 'meals' }),
    add_to_list: commandField(say`Add to the shopping list`, 'mdi:cart-plus', 'add', topics.command),
    use: commandField(say`Use food`, 'mdi:food', 'use', topics.command),
    result: {
      platform: 'event',
      name: say`Result`,
      icon: 'mdi:message-reply-text',
      event_types: ['added', 'used', 'failed'],
      state_topic: topics.result,
    },
  }
  return {
    device: {
      identifiers: [`larder_${householdId}`],
      name: `Larder ${householdName}`,
      manufacturer: 'Larder',
      sw_version: version,
      ...(publicUrl === null ? {} : { configuration_url: publicUrl }),
    },
    origin: { name: 'Larder', sw_version: version },
    availability_topic: availabilityTopic(serverId),
    state_topic: topics.state,
    components: Object.fromEntries(
      Object.entries(entities).map(([key, entity]) => [
        key,
        {
          ...entity,
          ...('json_attributes_template' in entity ? { json_attributes_topic: topics.state } : {}),
          unique_id: `larder_${householdId}_${key}`,
          default_entity_id: `${entity.platform}.larder_${key}`,
        },
      ]),
    ),
  }
}
