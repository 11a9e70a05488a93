import { clusterVariable, startCluster } from './postgres.ts'

/** Vitest's global set-up of the PostgreSQL projects: one cluster for all of them, unless the run that started us has one already. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[clusterVariable] !== undefined) return undefined
  const cluster = await startCluster()
  process.env[clusterVariable] = cluster.url('postgres')
  return async () => {
    delete process.env[clusterVariable]
    await cluster.stop()
  }
}
