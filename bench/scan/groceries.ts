/** Recognition of photos: the validation part of a folder with `val.txt` (path, fine class, coarse class) and `classes.csv`. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Recognition } from '#domains/scanning/server/use-cases/recognize-photo.ts'

export interface PhotoScore {
  photos: number
  fine: number
  coarse: number
  /** Results with a confidence of 0.8 or more, and how many of them are correct at the level they name. */
  sure: number
  sureRight: number
  sureFineRight: number
  /** With a result or a suggestion. */
  offered: number
  ms: number[]
}

const rows = (file: string) => readFileSync(file, 'utf8').trim().split('\n')
const cells = (row: string) => row.split(',').map((cell) => cell.trim())

export const isGroceries = (folder: string) => existsSync(join(folder, 'val.txt')) && existsSync(join(folder, 'classes.csv'))

export async function scoreGroceries(folder: string, scan: (picture: Buffer) => Promise<Recognition>): Promise<PhotoScore> {
  const names = rows(join(folder, 'classes.csv')).slice(1).map(cells)
  const score: PhotoScore = { photos: 0, fine: 0, coarse: 0, sure: 0, sureRight: 0, sureFineRight: 0, offered: 0, ms: [] }
  for (const row of rows(join(folder, 'val.txt'))) {
    const [file = '', number] = cells(row)
    const [fine, , coarse] = names[Number(number)] ?? []
    const started = performance.now()
    const seen = await scan(readFileSync(join(folder, file)))
    score.ms.push(performance.now() - started)
    score.photos += 1
    if (seen.fine === fine) score.fine += 1
    if (seen.coarse === coarse) score.coarse += 1
    if (seen.result.success || seen.result.alternatives.length > 0) score.offered += 1
    if (seen.result.confidence < 0.8) continue
    score.sure += 1
    if (seen.coarse === coarse) score.sureRight += 1
    if (seen.fine === fine) score.sureFineRight += 1
  }
  return score
}
