import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What `scripts/build-server.ts` leaves in `dist-server/`: the server in one file, and the marks of the files it was made from. */
export const builtFolder = 'dist-server'
export const buildInputs = 'built-from.json'
export const builtStart = 'start.mjs'

/** Size and time (in seconds: images of containers keep no more) of a file, or '' where there is none: cheap to compare, changed by every real change. */
export const hashOf = (file: string): string => {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat ? `${stat.size}:${Math.floor(stat.mtimeMs / 1000)}` : ''
}

/**
 * The server in one file, or null where there is none or a file it was made from is another one since.
 * @param root folder of the project
 */
export function builtServer(root: string): string | null {
  let marks: [string, string][]
  try {
    marks = Object.entries(JSON.parse(readFileSync(join(root, builtFolder, buildInputs), 'utf8')))
  } catch {
    return null
  }
  return marks.every(([file, mark]) => hashOf(join(root, file)) === mark) ? join(root, builtFolder, builtStart) : null
}
