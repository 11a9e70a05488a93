import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The output of `scripts/build-server.ts`: the bundled server, and the fingerprints of its source files. */
export const builtFolder = 'dist-server'
export const buildInputs = 'built-from.json'
export const builtEntry = 'start.mjs'
/** The scripts in `scripts/` that are bundled too, because operators run them in a container. */
export const builtCommands = ['backup', 'catalogue', 'move', 'restore']

/**
 * Returns the size and modification time of a file, or '' if it doesn't exist. Cheap to compare. Times are in seconds, because container
 * images store no fractions.
 */
export const fingerprint = (file: string): string => {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat ? `${stat.size}:${Math.floor(stat.mtimeMs / 1000)}` : ''
}

/**
 * Returns the path of the bundled server, or null if there is none or a source file has changed since.
 * @param root folder of the project
 */
export function findBuiltServer(root: string): string | null {
  let marks: [string, string][]
  try {
    marks = Object.entries(JSON.parse(readFileSync(join(root, builtFolder, buildInputs), 'utf8')))
  } catch {
    return null
  }
  return marks.every(([file, mark]) => fingerprint(join(root, file)) === mark) ? join(root, builtFolder, builtEntry) : null
}
