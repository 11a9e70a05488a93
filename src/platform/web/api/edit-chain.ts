import { onSignOut } from '../session/session.ts'

interface Known<Row> {
  /** The version that this device's own chain of changes started from. */
  from: number
  /** The latest row known from the server. */
  row: Row
}

/**
 * Serializes this device's own edits of each row. An edit made before the previous one was acknowledged is sent on top of it, with the
 * version that one returned, so it never conflicts with itself. A change by someone else in between still conflicts.
 */
export function editChain<Row extends { version: number }>() {
  const last = new Map<string, { ended: Promise<Known<Row>>; isOver: boolean }>()
  onSignOut(() => last.clear())

  /** Starts the next edit of the row with this key, based on the row that was shown. */
  return (place: string, shown: Row) => {
    const before = last.get(place)
    const wasOver = before?.isOver
    let known: Known<Row> = { from: shown.version, row: shown }
    const build = async () => {
      const was = await before?.ended
      const isOnTop = was && was.from <= shown.version && shown.version <= was.row.version
      // At the same version as the last reply, the row shown is that reply or an optimistic guess of it.
      if (isOnTop && !(wasOver && shown.version === was.row.version)) known = was
      return known.row.version
    }
    let mine: ReturnType<typeof last.get>
    return {
      /** Sends the edit after the previous one has settled, with the version to put in `If-Match`. */
      send<Answer extends { reply: Row }>(request: (ifMatch: number) => Promise<Answer>): Promise<Answer> {
        const sent = build().then(async (ifMatch) => {
          const answer = await request(ifMatch)
          known = { from: known.from, row: answer.reply }
          return answer
        })
        const over = () => {
          turn.isOver = true
          return known
        }
        const turn = { ended: sent.then(over, over), isOver: false }
        mine = turn
        last.set(place, turn)
        return sent
      },
      /** Whether no later edit has been sent. If false, the later one decides what to show. */
      isLast: () => last.get(place) === mine,
      /** Returns the row to show if the edit was rejected. */
      row: () => known.row,
    }
  }
}
