import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse, parseDocument, type ScalarTag } from 'yaml'
import { Command, runCommand } from '#domains/home-assistant/contract.ts'
import type { DatedItem } from '#domains/home-assistant/rules/household-state.ts'
import { topicsOf } from '#domains/home-assistant/rules/topics.ts'
import { discoveryMessage } from '#domains/home-assistant/server/use-cases/discovery-message.ts'

// Checks the files and examples for Home Assistant against what Larder publishes, and against Home Assistant's schemas as far as they
// can be read in home-assistant/core.

const project = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(project, file), 'utf8')
const folder = 'docs/home-assistant'
const guide = read('docs/home-assistant.md')
const blocksOf = (language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, text = '']) => text)

class Input {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}
const customTags: ScalarTag[] = [
  { tag: '!input', resolve: (name) => new Input(name) },
  { tag: '!secret', resolve: (name) => `secret ${name}` },
]
type Yaml = Record<string, unknown>
const parsed = (text: string) => {
  const document = parseDocument(text, { customTags, version: '1.1' })
  expect([...document.errors, ...document.warnings]).toEqual([])
  return document.toJS() as Yaml
}

const published = discoveryMessage({ householdId: 'HOUSEHOLD-ID', householdName: '', serverId: '', version: '', publicUrl: null })
const entities = new Map(
  Object.values<Yaml>(published.components).map((entity) => {
    const names = [...String(entity['json_attributes_template'] ?? '').matchAll(/'(\w+)': value_json/g)].map(([, name = '']) => name)
    return [String(entity['default_entity_id']), names] as const
  }),
)

describe('docs/home-assistant.md', () => {
  it('has YAML that is well-formed', () => {
    expect(blocksOf('yaml').map(parsed)).toHaveLength(5)
  })
  it('names every entity that Larder publishes with its attributes, and no other', () => {
    const rows = [...guide.matchAll(/^\| `(\w+\.larder_\w+)` \|[^|]*\| ([^|\n]*)\|$/gm)]
    expect(rows.map(([, id]) => id)).toEqual([...entities.keys()])
    for (const [, id = '', text = ''] of rows) {
      const attributes = [...text.matchAll(/`(\w+)`/g)].map(([, name]) => name)
      // A result's fields are the attributes of its event.
      if (id !== 'event.larder_result') expect(attributes).toEqual(expect.arrayContaining(entities.get(id) ?? []))
    }
  })
  it('shows fields of an item that the sensors have', () => {
    const item: DatedItem = { name: 'Ham', amount: '200 g', location: 'Fridge', daysLeft: 1 }
    const named = [...guide.matchAll(/food\.(\w+)/g)].map(([, key = '']) => key)
    expect(named).toHaveLength(3)
    for (const key of named) expect(item).toHaveProperty(key)
    for (const key of Object.keys(item)) expect(guide).toContain(`\`${key}\``)
  })
  it('names only topics that Larder uses, and commands that it runs', () => {
    const { command, result } = topicsOf('HOUSEHOLD-ID')
    expect([...new Set([...guide.matchAll(/larder\/HOUSEHOLD-ID\/\w+/g)].map(([topic]) => topic))]).toEqual([command, result])
    const payload = /payload: '(.*)'/.exec(guide)?.[1] ?? ''
    const { id, ...sent } = JSON.parse(payload.replace(/\{\{.*?\}\}/, '1'))
    expect([id, Command.parse(sent)]).toEqual(['1', { action: 'use', text: 'two eggs' }])
    for (const text of blocksOf('json')) expect(JSON.parse(text)).toMatchObject({ event_type: 'failed' })
  })
})

describe.each(globSync(`${folder}/*.yaml`, { cwd: project }))('%s', (file) => {
  const text = read(file)
  it('is well-formed', () => {
    expect(Object.keys(parsed(text)).length).toBeGreaterThan(0)
  })
  it('names only entities and attributes that Larder publishes', () => {
    for (const [, id = '', attribute = ''] of text.matchAll(/state_attr\('([\w.]+)', '(\w+)'\)/g))
      expect(entities.get(id)).toContain(attribute)
    for (const [, attribute] of text.matchAll(/state_attr\(sensor, '(\w+)'\)/g))
      expect(entities.get('sensor.larder_use_soon')).toContain(attribute)
    const named = [...text.matchAll(/\b(?:sensor|text|event)\.larder_\w+/g)].map(([id]) => id)
    expect([...entities.keys()]).toEqual(expect.arrayContaining(named))
  })
  it('is linked in the guide', () => {
    expect(guide).toContain(`](home-assistant/${basename(file)})`)
  })
})

describe('the blueprint', () => {
  const blueprint = parsed(read(`${folder}/say-what-expires-today.yaml`)) as { blueprint: { input: Yaml } & Yaml } & Yaml

  // homeassistant/components/blueprint/schemas.py: BLUEPRINT_SCHEMA, BLUEPRINT_INPUT_SCHEMA
  it('has the keys that Home Assistant accepts', () => {
    const { input, ...about } = blueprint.blueprint
    expect(['author', 'description', 'domain', 'homeassistant', 'name', 'source_url']).toEqual(expect.arrayContaining(Object.keys(about)))
    expect(about).toMatchObject({ domain: 'automation', homeassistant: { min_version: expect.stringMatching(/^\d+\.\d+\.\d+$/) } })
    for (const one of Object.values(input) as Yaml[]) {
      expect(['default', 'description', 'name', 'selector']).toEqual(expect.arrayContaining(Object.keys(one)))
      // selector.py: exactly one kind
      expect(Object.keys(one['selector'] as Yaml)).toHaveLength(1)
    }
    // homeassistant/components/automation/config.py: since 2024.10 in the plural
    expect(Object.keys(blueprint).sort()).toEqual(['actions', 'blueprint', 'conditions', 'mode', 'triggers', 'variables'])
  })
  it('uses each of its inputs, and no other', () => {
    const used: string[] = []
    const collect = (value: unknown): void => {
      if (value instanceof Input) used.push(value.name)
      else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect)
    }
    const { blueprint: about, ...automation } = blueprint
    collect(automation)
    expect(used.toSorted()).toEqual(Object.keys(about.input).toSorted())
  })
})

describe('voice', () => {
  const actions = parse(read(`${folder}/larder.yaml`), { customTags }) as {
    intent_script: Record<string, Yaml>
    rest_command: { larder: { url: string; method: string; payload: string } }
  }

  it('sends commands that Larder runs', () => {
    const { url, method, payload } = actions.rest_command.larder
    expect([new URL(url).pathname, method.toUpperCase()]).toEqual([runCommand.path, runCommand.method])
    const names = [...payload.matchAll(/'(\w+)': (\w+)/g)].map(([, name = '']) => name)
    expect(Command.safeParse(Object.fromEntries(names.map((name) => [name, name === 'action' ? 'use' : 'two eggs']))).success).toBe(true)
  })
  it.each(['en', 'de', 'fr'])('has sentences for every action: %s', (language) => {
    const { intents, lists, ...about } = parsed(read(`${folder}/sentences.${language}.yaml`)) as {
      intents: Record<string, { data: { sentences: string[] }[] }>
      lists: Yaml
    } & Yaml
    expect(about).toEqual({ language })
    expect(Object.keys(intents)).toEqual(Object.keys(actions.intent_script))
    for (const sentence of Object.values(intents).flatMap(({ data }) => data.flatMap(({ sentences }) => sentences))) {
      // hassil: lists in braces, optional words in brackets, alternatives in parentheses
      for (const [, list = ''] of sentence.matchAll(/\{(\w+)\}/g)) expect(lists).toHaveProperty(list)
      for (const [open, close] of ['()', '[]', '{}']) expect(sentence.split(open ?? '').length).toBe(sentence.split(close ?? '').length)
    }
  })
})
