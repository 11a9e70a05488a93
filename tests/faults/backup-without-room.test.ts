import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { getServerOverview, startBackup } from '#domains/admin/contract.ts'
import { addLot, listLots } from '#domains/inventory/contract.ts'
import { notRunHere } from '#tests/support/runner/machine.ts'
import { shareHousehold, signUp } from '#tests/support/server/http-client.ts'
import { newStore } from '#tests/support/server/server-processes.ts'
import { bigLot, fillDisk, mountSmallDisk } from './support/full-disk.ts'

it('F-04 a backup on a full disk reports it, keeps earlier backups, leaves no partial file, and blocks no one', async ({ annotate }) => {
  const data = await newStore()
  const folder = join(data.dataFolder, 'backups')
  mkdirSync(folder, { mode: 0o700 })
  if (!mountSmallDisk(folder)) {
    await data.remove()
    return notRunHere(annotate, 'this process may not mount a file system')
  }
  const server = await data.start({ LARDER_BACKUP_HOURS: '0' })
  try {
    const cook = await signUp(server.url)
    await shareHousehold(cook)
    const backedUp = async () => {
      await cook.must(startBackup)
      await expect.poll(async () => (await cook.must(getServerOverview)).backups.isRunning).toBe(false)
      return (await cook.must(getServerOverview)).backups
    }
    const before = await backedUp()
    expect(before).toMatchObject({ problem: null, files: [{ name: expect.any(String) }] })

    const makeRoom = fillDisk(folder)
    const during = cook.must(addLot, { body: bigLot })
    const full = await backedUp()
    await during
    expect(full).toEqual({ ...before, problem: expect.stringContaining('no space') })
    expect(readdirSync(folder).toSorted()).toEqual(['ballast', ...before.files.map(({ name }) => name)].toSorted())
    await cook.must(addLot, { body: bigLot })

    makeRoom()
    expect(await backedUp()).toMatchObject({ problem: null, files: [{}, before.files[0]] })
    expect(await cook.must(listLots, { query: {} })).toHaveLength(2)
  } finally {
    await server.stop()
    execFileSync('umount', [folder])
    await data.remove()
  }
})
