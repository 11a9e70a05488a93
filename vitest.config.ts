import { globSync, readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { workers } from '#tests/support/runner/machine.ts'
import { messages } from './scripts/messages-plugin.ts'

// With NODE_ENV=production, tests would load React's production build, which has no act().
process.env['NODE_ENV'] = 'test'

/** Polls wait for screens or other processes, which can take long on a busy machine; Vitest's default is one second. */
const patient = { poll: { timeout: 20_000 } }

/** Only ends a test or a hook that hangs: a busy machine takes minutes for what usually takes seconds. */
const longest = 300_000

/**
 * Tests with several processes or a browser are repeated once if they fail, because a busy machine stalls one of them for longer than any
 * of them waits. The summary names each test that passed only then.
 */
const once = 1

const postgresSetup = ['./tests/support/database/templates.ts']

/**
 * Runs the same files on an engine; tests read it from `LARDER_TEST_ENGINE`. Files share processes (`isolate: false`), because loading the
 * server for each file took a third of the time.
 */
const onEngine = (
  layer: string,
  engine: 'sqlite' | 'postgres',
  include: string[],
  { exclude = [], retry = 0 }: { exclude?: string[]; retry?: number } = {},
): TestProjectInlineConfiguration => ({
  test: {
    name: `${layer}:${engine}`,
    environment: 'node',
    isolate: false,
    include,
    exclude,
    env: { LARDER_TEST_ENGINE: engine },
    globalSetup: engine === 'postgres' ? postgresSetup : [],
    testTimeout: longest,
    hookTimeout: longest,
    expect: patient,
    retry,
  },
})

const useCases = ['src/domains/*/server/**/*.test.ts', 'src/platform/server/**/*.test.ts', 'src/app/*.test.ts', 'tests/access/**/*.test.ts']
/** Server tests that don't open a database run on one engine only. */
const withoutDatabase = [
  'src/domains/account/server/{gateway/password-hasher,use-cases/totp}.test.ts',
  'src/domains/imports/server/gateway/**/*.test.ts',
  'src/domains/scanning/server/gateway/**/*.test.ts',
  'src/domains/shopping/server/gateway/instacart.test.ts',
  'src/platform/server/{jobs/debounce,outbox/outbox,security/safe-fetch,security/safe-image,workers/{semaphore,task-worker},http/static-files}.test.ts',
  'src/platform/server/database/postgres/unavailable.test.ts',
  'src/platform/server/database/sqlite/**/*.test.ts',
]
for (const file of globSync(withoutDatabase)) {
  if (/support\/(server\/(test-app|seeded-app|accounts-app)|data\/people|database\/postgres)\.ts/.test(readFileSync(file, 'utf8')))
    throw new Error(`${file} opens a database: take it off the list`)
}
const faults = ['tests/faults/**/*.test.ts']
/** Faults of a separate database host. */
const ofItsHost = ['tests/faults/database-{host,limits}.test.ts']

/** Small files that take long, because they generate their tests. */
const long = /tests\/access\/(matrix|tokens)\.test\.ts$/

/** Runs the long files of each project first: Vitest starts with the largest files, so a long one might run alone at the end. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project.name))]
    const place = ({ project, moduleId }: TestSpecification) => projects.indexOf(project.name) * 2 + Number(!long.test(moduleId))
    return sorted.toSorted((a, b) => place(a) - place(b))
  }
}

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
          testTimeout: longest,
          hookTimeout: longest,
        },
      },
      {
        test: {
          name: 'tooling',
          environment: 'node',
          include: ['scripts/**/*.test.ts', 'tests/support/**/*.test.ts'],
          // Only for `npm run test:long image`.
          exclude: process.env['LARDER_BUILD_IMAGE'] ? [] : ['scripts/image.test.ts'],
          testTimeout: longest,
          hookTimeout: longest,
        },
      },
      {
        plugins: [messages(), react()],
        test: {
          name: 'web',
          environment: 'jsdom',
          // One window per file and one process for many files: a third less CPU time.
          pool: 'vmThreads',
          setupFiles: ['./tests/support/runner/web-window.ts'],
          testTimeout: longest,
          hookTimeout: longest,
          include: [
            'src/domains/*/web/**/*.test.{ts,tsx}',
            'src/platform/web/**/*.test.{ts,tsx}',
            'src/app/screens/**/*.test.{ts,tsx}',
            'src/app/*.test.tsx',
          ],
        },
      },
      onEngine('server', 'sqlite', useCases),
      onEngine('server', 'postgres', useCases, { exclude: withoutDatabase }),
      onEngine('faults', 'sqlite', faults, { exclude: ofItsHost, retry: once }),
      onEngine('faults', 'postgres', faults, { retry: once }),
      {
        test: {
          name: 'journeys',
          environment: 'node',
          isolate: false,
          include: ['tests/journeys/**/*.test.ts'],
          testTimeout: longest,
          hookTimeout: longest,
          expect: patient,
          retry: once,
        },
      },
    ],
  },
})
