/**
 * Preloaded into a server, makes its writer answer each transaction when its body is done, before the commit. A server for tests that must
 * fail on it: whoever finds nothing wrong with this one would find nothing wrong with any.
 */
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
