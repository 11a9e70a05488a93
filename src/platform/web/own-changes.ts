/** The version one's own last change of a row began at, and the one it brought. */
interface Span {
  from: number
  to: number
}

/**
 * Changes of rows that are sent with the version they were made on. What is built on one's own change, whose answer is not on screen yet,
 * conflicts with nobody: it waits for that answer and goes on top of it.
 */
export function ownChanges() {
  const last = new Map<string, Promise<Span | null>>()
  return async function send<Answer extends { reply: { version: number } }>(
    place: string,
    version: number,
    sendOn: (version: number) => Promise<Answer>,
  ): Promise<Answer> {
    const before = last.get(place)
    const work = async () => {
      const own = before ? await before : null
      const isOnTop = own !== null && own.from <= version && version < own.to
      const answer = await sendOn(isOnTop ? own.to : version)
      return { answer, span: { from: isOnTop ? own.from : version, to: answer.reply.version } }
    }
    const sent = work()
    last.set(
      place,
      sent.then(
        ({ span }) => span,
        () => null,
      ),
    )
    return (await sent).answer
  }
}
