import { globSync, readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { messages } from './scripts/messages-plugin.ts'
import { LongFirst } from './tests/support/runner/sequencer.ts'
import { workers } from './tests/support/runner/workers.ts'

// a machine set up for production would otherwise test React's production build, which has no act()
process.env['NODE_ENV'] = 'test'

/** A poll that waits for a screen or another process is given what a busy machine needs; one second is vitest's own. */
const patient = { poll: { timeout: 20_000 } }

const postgresSetup = ['./tests/support/database/postgres-setup.ts']

/**
 * The same files on either engine: a test asks `LARDER_TEST_ENGINE` which one it is on.
 * Files share their processes (`isolate: false`): loading the server anew for each of them took a third of the time.
 */
const onEngine = (
  layer: string,
  engine: 'sqlite' | 'postgres',
  include: string[],
  testTimeout: number,
  exclude: string[] = [],
): TestProjectInlineConfiguration => ({
  test: {
    name: `${layer}:${engine}`,
    environment: 'node',
    isolate: false,
    include,
    exclude,
    env: { LARDER_TEST_ENGINE: engine },
    globalSetup: engine === 'postgres' ? postgresSetup : [],
    testTimeout,
    hookTimeout: 120_000,
    expect: patient,
  },
})

const useCases = ['src/domains/*/server/**/*.test.ts', 'src/platform/server/**/*.test.ts', 'src/app/*.test.ts', 'tests/access/**/*.test.ts']
/** Use cases that open no database: once is enough. */
const withoutDatabase = [
  'src/domains/account/server/{gateway/hashing,use-cases/totp}.test.ts',
  'src/domains/imports/server/gateway/**/*.test.ts',
  'src/domains/scanning/server/gateway/**/*.test.ts',
  'src/domains/shopping/server/gateway.test.ts',
  'src/platform/server/{realtime/debounce,jobs/local-time,security/safe-fetch,security/safe-image,workers/semaphore,http/static-files}.test.ts',
  'src/platform/server/database/postgres/unavailable.test.ts',
  'src/platform/server/database/sqlite/**/*.test.ts',
]
for (const file of globSync(withoutDatabase)) {
  if (/support\/(server\/(test-app|seeded-app|account-admin)|data\/people|database\/postgres)\.ts/.test(readFileSync(file, 'utf8')))
    throw new Error(`${file} opens a database: take it off the list`)
}
const faults = ['tests/faults/**/*.test.ts']
/** What happens to the machine that the database runs on, where that may be another one. */
const ofItsHost = ['tests/faults/database-{host,limits}.test.ts']

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: workers,
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          name: 'rules',
          environment: 'node',
          isolate: false,
          include: [
            'src/domains/*/{rules,contract}*.test.ts',
            'src/domains/*/{rules,contract}/**/*.test.ts',
            'src/platform/shared/**/*.test.ts',
            'tests/offline/**/*.test.ts',
          ],
          // Some play through a year; on a busy machine vitest's own five seconds are short.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'tooling',
          environment: 'node',
          include: ['scripts/**/*.test.ts', 'tests/support/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        plugins: [messages(), react()],
        test: {
          name: 'web',
          environment: 'jsdom',
          // A window of its own for each file, but one process for many: a third less processor time.
          pool: 'vmThreads',
          setupFiles: ['./tests/support/browser/web-window.ts'],
          include: [
            'src/domains/*/web/**/*.test.{ts,tsx}',
            'src/platform/web/**/*.test.{ts,tsx}',
            'src/app/screens/**/*.test.{ts,tsx}',
            'src/app/*.test.tsx',
          ],
        },
      },
      onEngine('server', 'sqlite', useCases, 120_000),
      onEngine('server', 'postgres', useCases, 120_000, withoutDatabase),
      onEngine('faults', 'sqlite', faults, 180_000, ofItsHost),
      onEngine('faults', 'postgres', faults, 180_000),
      {
        test: {
          name: 'journeys',
          environment: 'node',
          isolate: false,
          include: ['tests/journeys/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: patient,
        },
      },
    ],
  },
})
