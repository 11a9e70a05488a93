import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readConfig } from '#app/config.ts'
import { isNearLimit, quotaNames, quotas } from '../contract/quota.ts'
import { checkQuota } from './use-cases/quota.ts'

const defaults = readConfig({}).quotas

it('reads each quota from its setting, with the default in docs/configuration.md', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../../docs/configuration.md'), 'utf8')
  for (const name of quotaNames) {
    const { setting, default: usual } = quotas[name]
    const changed = readConfig({ [setting]: '7' })
    expect(changed.warnings).toEqual([])
    const unit = name === 'storedBytes' ? 1_000_000 : 1
    expect(changed.quotas).toEqual({ ...defaults, [name]: 7 * unit })
    expect(defaults[name]).toBe(usual * unit)
    expect(guide).toContain(`| \`${setting}\` | \`${usual}\` |`)
    expect(() => readConfig({ [setting]: '0' })).toThrow(setting)
  }
})

it('rejects an addition above the limit with the usage and a message', () => {
  const limits = { ...defaults, recipes: 10 }
  expect(() => checkQuota(limits, 'recipes', 9)).not.toThrow()
  expect(() => checkQuota(limits, 'recipes', 8, 3)).toThrow('This household has 10 recipes')
  // The limit may have been lowered.
  for (const used of [10, 12])
    expect(() => checkQuota(limits, 'recipes', used)).toThrow(
      expect.objectContaining({ status: 409, code: 'quota_reached', extra: { quota: { name: 'recipes', limit: 10, used } } }),
    )
})

it('warns from 80 %', () => {
  expect(isNearLimit({ name: 'webhooks', used: 7, limit: 10 })).toBe(false)
  expect(isNearLimit({ name: 'webhooks', used: 8, limit: 10 })).toBe(true)
})
