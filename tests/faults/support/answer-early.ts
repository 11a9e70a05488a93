/** Preloaded into a server, lets its writer respond before the commit. For twins: a test that passes with this server tests nothing. */
import { Writer } from '#platform/server/database/sqlite/writer.ts'

const { transaction } = Writer.prototype

Writer.prototype.transaction = function early<T>(this: Writer, name: string, work: () => Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    transaction
      .call(this, name, async () => {
        const value = await work()
        resolve(value)
        return value
      })
      .catch(reject)
  })
}
