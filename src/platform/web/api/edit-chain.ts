import { onSignOut } from '../session/session.ts'

interface Known<Row> {
  /** The version that one's own changes began at. */
  from: number
  /** The row as the server was last heard to have it. */
  row: Row
}

/**
 * One's own changes of rows, each row's in turn. What is built on one's own change, whose answer is not on screen yet, goes on top of it
 * and conflicts with nobody; what somebody else changed in between still does.
 */
export function editChain<Row extends { version: number }>() {
  const last = new Map<string, { ended: Promise<Known<Row>>; isOver: boolean }>()
  onSignOut(() => last.clear())

  /** The next change of the row at `place`, made on the row that was shown. */
  return (place: string, shown: Row) => {
    const before = last.get(place)
    const wasOver = before?.isOver
    let known: Known<Row> = { from: shown.version, row: shown }
    const build = async () => {
      const was = await before?.ended
      const isOnTop = was && was.from <= shown.version && shown.version <= was.row.version
      // Of the same version: what was shown is the answer, or guessed while that was still to come.
      if (isOnTop && !(wasOver && shown.version === was.row.version)) known = was
      return known.row.version
    }
    let mine: ReturnType<typeof last.get>
    return {
      /** Sends it once the one before is answered, with the version it is for. */
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
      /** No: a later one is shown, and says what stands once it is answered. */
      isLast: () => last.get(place) === mine,
      /** What stands without a change that was refused. */
      row: () => known.row,
    }
  }
}
