import { join } from 'node:path'

/**
 * Paths in the data folder. The catalogue is a separate file that isn't backed up: it's public data under its own license (ODbL), and can
 * be imported again.
 */
export const cataloguePaths = (dataDir: string) => ({
  /** Dumps that a server admin copied or uploaded. */
  dumps: join(dataDir, 'catalogue'),
  catalogue: join(dataDir, 'catalogue.db'),
  /** Rows that a running import has read. */
  staged: join(dataDir, 'catalogue-staged.db'),
  /** The new catalogue, which replaces the old one when it's complete. */
  fresh: join(dataDir, 'catalogue-fresh.db'),
  /** Progress of the import, shared by all processes on this folder. */
  progress: join(dataDir, 'catalogue-import.json'),
})
