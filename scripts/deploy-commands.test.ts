import { spawnSync } from 'node:child_process'
import { accessSync, chmodSync, constants, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { builtCommands } from '#app/built-server.ts'

const project = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(project, file), 'utf8')
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)
const unit = read('deploy/larder.service')
const setting = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? 'none'

/** Every command of the page and the unit, one per line. */
const commands = [
  ...all(read('docs/running.md'), /^```sh\n([\s\S]*?)^```$/gm).flatMap((block) => block.split('\n')),
  ...all(`${read('docs/running.md')}\n${unit}`, /`((?:docker|systemctl|git|npm|useradd) [^`]+)`/g),
]
  .flatMap((line) => line.split(/ && |; (?:do )?/))
  .filter((line) => line.trim() !== '')
const containers = commands.filter((command) => command.startsWith('docker compose'))
const composeFile = (command: string) => / -f (\S+)/.exec(command)?.[1] ?? 'compose.yaml'
const servicesOf = (file: string) => all(read(file), /^ {2}([\w-]+): ?(?:\*larder)?$/gm)

describe('the documented commands', () => {
  it('name scripts that exist, also in the image', () => {
    const scripts = commands.flatMap((command) => all(command, /\b(scripts\/[\w-]+\.\w+)/g))
    expect(scripts).toEqual(expect.arrayContaining(['scripts/backup.ts', 'scripts/restore.ts']))
    for (const script of scripts) expect(existsSync(join(project, script)), script).toBe(true)
    const inContainers = containers.flatMap((command) => all(command, /\bscripts\/([\w-]+)\.ts/g))
    expect(inContainers).toContain('restore')
    expect(builtCommands).toEqual(expect.arrayContaining(inContainers))
  })

  it('start the installed Node in its folder', () => {
    const inImage = /^CMD \["([^"]+)"/m.exec(read('Dockerfile'))?.[1]
    const run = containers.filter((command) => / run /.test(command))
    expect(run.length).toBeGreaterThanOrEqual(2)
    for (const command of run) expect(command).toContain(` larder ${inImage} scripts/`)
  })

  it('name services of their compose file', () => {
    const named = containers.flatMap((command) =>
      all(command.replaceAll('$n', '1'), /(?<= )(larder[\w-]*)/g).map((name) => [composeFile(command), name]),
    )
    expect(named.map(([file]) => file)).toEqual(expect.arrayContaining(['compose.yaml', 'compose.postgres.yaml']))
    for (const [file = '', name = ''] of named) expect(servicesOf(file), `${name} in ${file}`).toContain(name)
  })

  it('are commands of the project and of the unit; those that prepare the unit start no server', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const asked = commands.flatMap((command) => all(command, /^npm run ([\w:]+)/g))
    expect(asked).toContain('build')
    for (const name of asked) expect(Object.keys(scripts), name).toContain(name)
    for (const name of commands.flatMap((command) => all(command, /^systemctl (?:enable --now|stop|start|restart) (\S+)/g)))
      expect(existsSync(join(project, 'deploy', `${name}.service`)), name).toBe(true)
    for (const file of commands.flatMap((command) => all(command, /\b(deploy\/[\w.-]+)/g)))
      expect(existsSync(join(project, file)), file).toBe(true)
    expect(scripts['build']).toBe('node scripts/ensure.cjs build')
    expect(unit).not.toContain('npm start')
  })
})

it('run like the unit: user, folder, data and settings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'larder-unit-'))
  const script = join(project, 'deploy/as-larder.sh')
  accessSync(script, constants.X_OK)
  try {
    writeFileSync(join(folder, 'systemd-run'), '#!/bin/sh\nprintf "%s\\n" "$@"\n')
    chmodSync(join(folder, 'systemd-run'), 0o755)
    const { stdout } = spawnSync(script, ['scripts/restore.ts', 'a file'], { env: { PATH: `${folder}:/usr/bin:/bin` }, encoding: 'utf8' })
    const given = stdout.trim().split('\n')
    expect(given).toEqual(
      expect.arrayContaining([
        '--wait',
        '--pipe',
        `--uid=${setting('User')}`,
        `--working-directory=${setting('WorkingDirectory')}`,
        `--property=EnvironmentFile=${setting('EnvironmentFile')}`,
        `--setenv=${/LARDER_DATA_DIR=\S+/.exec(setting('Environment'))?.[0]}`,
      ]),
    )
    expect(given.slice(-3)).toEqual([setting('ExecStart').split(' ')[0], 'scripts/restore.ts', 'a file'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
