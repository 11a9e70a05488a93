import { join } from 'node:path'

/**
 * Where the catalogue lives in the data folder. It is a file of its own: public data under another licence (ODbL) than what households
 * enter, made anew from a dump whenever one likes, and in no backup.
 */
export const cataloguePlaces = (dataDir: string) => ({
  /** Dumps that the administrator put or sent here. */
  dumps: join(dataDir, 'catalogue'),
  catalogue: join(dataDir, 'catalogue.db'),
  /** What an import has read so far. */
  staged: join(dataDir, 'catalogue-staged.db'),
  /** What takes the catalogue's place when it is whole. */
  fresh: join(dataDir, 'catalogue-fresh.db'),
  /** How far the import is, for every process on this folder. */
  progress: join(dataDir, 'catalogue-import.json'),
})
