import { expect, it } from 'vitest'
import { type DiscoveryContext, discoveryMessage } from './use-cases/discovery-message.ts'

// The keys that Home Assistant accepts, by the schemas in homeassistant/components/mqtt of home-assistant/core. Its entity schemas drop
// unknown keys silently (`extra=REMOVE_EXTRA`), and those of devices and origins refuse the whole message.

/** schemas.py: DEVICE_DISCOVERY_SCHEMA. */
const message = ['availability_topic', 'components', 'device', 'origin', 'state_topic', 'command_topic', 'qos', 'encoding']
/** schemas.py: MQTT_ENTITY_DEVICE_INFO_SCHEMA. */
const device = ['identifiers', 'connections', 'manufacturer', 'model', 'model_id', 'name', 'hw_version', 'serial_number']
const deviceMore = ['sw_version', 'via_device', 'suggested_area', 'configuration_url']
/** schemas.py: MQTT_ORIGIN_INFO_SCHEMA. */
const origin = ['name', 'sw_version', 'support_url']
/** schemas.py: COMPONENT_CONFIG_SCHEMA and MQTT_ENTITY_COMMON_SCHEMA; config.py: SCHEMA_BASE. */
const entity = [
  ...['platform', 'unique_id', 'default_entity_id', 'icon', 'entity_category', 'entity_picture', 'enabled_by_default'],
  ...['json_attributes_topic', 'json_attributes_template', 'availability_topic', 'qos', 'encoding', 'group'],
]
const byPlatform: Record<string, { required: string[]; optional: string[] }> = {
  // sensor.py; config.py: MQTT_RO_SCHEMA
  sensor: { required: ['state_topic'], optional: ['name', 'value_template', 'state_class', 'device_class', 'unit_of_measurement'] },
  // text.py; config.py: MQTT_RW_SCHEMA
  text: { required: ['command_topic'], optional: ['name', 'command_template', 'max', 'min', 'value_template', 'state_topic', 'retain'] },
  // event.py; config.py: MQTT_RO_SCHEMA
  event: { required: ['state_topic', 'event_types'], optional: ['name', 'value_template', 'device_class'] },
}

const householdId = '0190a4d0-0000-7000-8000-000000000000'
const context: DiscoveryContext = {
  householdId,
  householdName: 'Elm Street 5',
  serverId: 'a1b2',
  version: '1.2.3',
  publicUrl: 'https://larder.example',
}
const built = discoveryMessage(context)
const entities = Object.entries<Record<string, unknown>>(built.components)

it('has only keys that Home Assistant accepts, and all that it requires', () => {
  expect(message).toEqual(expect.arrayContaining(Object.keys(built)))
  expect([...device, ...deviceMore]).toEqual(expect.arrayContaining(Object.keys(built.device)))
  expect(origin).toEqual(expect.arrayContaining(Object.keys(built.origin)))
  for (const [key, config] of entities) {
    const schema = byPlatform[String(config['platform'])]
    if (!schema) throw new Error(`${key}: platform ${config['platform']}`)
    expect([...entity, ...schema.required, ...schema.optional]).toEqual(expect.arrayContaining(Object.keys(config)))
    // Entities take over the device's state topic (discovery.py: _merge_common_device_options).
    expect(Object.keys({ state_topic: built.state_topic, ...config })).toEqual(expect.arrayContaining(schema.required))
  }
})

it('has values as Home Assistant checks them', () => {
  const ids = entities.map(([, config]) => config['unique_id'])
  expect(new Set(ids).size).toBe(entities.length)
  for (const [key, config] of entities) {
    expect(config['default_entity_id']).toBe(`${config['platform']}.larder_${key}`)
    expect(String(config['default_entity_id'])).toMatch(/^[a-z]+\.[a-z0-9]+(_[a-z0-9]+)*$/)
    expect(config['icon']).toMatch(/^mdi:[a-z-]+$/)
    for (const [name, value] of Object.entries(config)) if (name.endsWith('_topic')) expect(value).toMatch(/^[\w/-]{1,200}$/)
    // text.py: longer than a state may be
    if (config['platform'] === 'text') expect(config['max']).toBeLessThanOrEqual(255)
  }
  expect(built.device.configuration_url).toMatch(/^https?:\/\//)
  expect(discoveryMessage({ ...context, publicUrl: null }).device).not.toHaveProperty('configuration_url')
})

it('sends commands that are JSON, whatever is typed', () => {
  const { command_template: template } = built.components['add_to_list'] as unknown as { command_template: string }
  const typed = 'Ham "smoked" \\ 2'
  const sent = template.replace('{{ now().timestamp() }}', '1764313200.5').replace('{{ value | tojson }}', JSON.stringify(typed))
  expect(JSON.parse(sent)).toEqual({ id: '1764313200.5', action: 'add', text: typed })
})
