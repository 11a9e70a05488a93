import { createServer, type Socket } from 'node:net'

/** A mail server on loopback that keeps each envelope and raw message. */
export interface MailServer {
  readonly url: string
  readonly received: { from: string; to: string[]; message: string }[]
  /** Rejects that many of the next messages with a temporary error. */
  failNext(count: number): void
  stop(): Promise<void>
}

/** Implements just enough SMTP for a sending client. */
export async function startMailServer(): Promise<MailServer> {
  const received: MailServer['received'] = []
  const sockets = new Set<Socket>()
  let failing = 0

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    const say = (line: string) => socket.write(`${line}\r\n`)
    let waiting = ''
    let envelope = { from: '', to: [] as string[] }
    let isMessage = false
    say('220 kitchen.test')
    socket.setEncoding('utf8').on('data', (text: string) => {
      waiting += text
      for (;;) {
        const end = waiting.indexOf(isMessage ? '\r\n.\r\n' : '\r\n')
        if (end < 0) return
        const part = waiting.slice(0, end)
        waiting = waiting.slice(end + (isMessage ? 5 : 2))
        if (isMessage) {
          isMessage = false
          if (failing > 0) {
            failing--
            say('451 try later')
          } else {
            received.push({ ...envelope, message: part })
            say('250 kept')
          }
        } else if (/^MAIL FROM:/i.test(part)) {
          envelope = { from: part.slice(10), to: [] }
          say('250 ok')
        } else if (/^RCPT TO:/i.test(part)) {
          envelope.to.push(part.slice(8).replace(/[<>]/g, '').trim())
          say('250 ok')
        } else if (/^DATA/i.test(part)) {
          isMessage = true
          say('354 go on')
        } else if (/^QUIT/i.test(part)) {
          say('221 bye')
          socket.end()
        } else say('250 ok')
      }
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    failNext: (count) => {
      failing = count
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}

/** Returns the text of a message. Decodes quoted-printable only in parts that declare it: a plain `?token=AB…` is literal. */
export const plainText = (message: string): string =>
  message
    .split(/(?=^--)/m)
    .map(readable)
    .join('')

const readable = (part: string) =>
  /^content-transfer-encoding: quoted-printable/im.test(part)
    ? part.replace(/=\r\n/g, '').replace(/((?:=[0-9A-F]{2})+)/g, (codes) => Buffer.from(codes.replaceAll('=', ''), 'hex').toString('utf8'))
    : part
