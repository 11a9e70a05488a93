import { loggedError } from '#platform/shared/logged-error.ts'
import { compose } from './compose.ts'
import { readConfig } from './config.ts'
import { isWildcard, listDeviceUrls } from './device-urls.ts'

const stopMs = 10_000
// All clients may reconnect at once after a restart. With Node's default backlog of 511 some would wait up to half a minute.
const maxPendingConnections = 4096

// Node's default handler would print all properties of the error.
process.on('uncaughtException', (error) => {
  console.error(loggedError(error).stack)
  process.exit(1)
})

async function start(): Promise<void> {
  const config = readConfig(process.env)
  for (const warning of config.warnings) console.warn(warning)
  let address = config.publicUrl ?? `http://localhost:${config.port}`
  const server = await compose(config, () => address)

  // A signal to the process group arrives twice.
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), stopMs).unref()
    server.close().then(
      () => process.exit(0),
      (error) => {
        console.error(loggedError(error).stack)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  await server.app.listen({ port: config.port, host: config.host, backlog: maxPendingConnections })
  const bound = server.app.addresses()[0]
  const scheme = config.tls ? 'https' : 'http'
  const port = typeof bound === 'object' ? bound.port : config.port
  if (!config.publicUrl)
    address = `${scheme}://${isWildcard(config.host) || config.host === '127.0.0.1' ? 'localhost' : config.host}:${port}`
  console.log(`Larder is ready: ${address}`)
  for (const line of listDeviceUrls(config, scheme, port)) console.log(line)
}

start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  if (error instanceof Error && error.cause instanceof Error) console.error(error.cause.message)
  process.exit(1)
})
