import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const project = join(import.meta.dirname, '..')

test.each(globSync('docs/**/*.md', { cwd: project }))('%s names only files that are there', (file) => {
  const text = readFileSync(join(project, file), 'utf8')
  const named = [...text.matchAll(/`((?:src|tests|scripts|docs|deploy|bench)\/[\w./-]+\.\w+)`/g)].map(([, path]) => path ?? '')
  expect(named.filter((path) => !existsSync(join(project, path)))).toEqual([])
})
