import { createHash } from 'node:crypto'

/** A table's row count and hash. */
export interface TableDigest {
  readonly name: string
  readonly rows: number
  readonly sha256: string
}

/** Counts and hashes rows in key order; equal data have equal checksums on both engines. */
export class TableChecksum {
  readonly #hash = createHash('sha256')
  #rows = 0

  add(row: readonly unknown[]): string {
    const line = JSON.stringify(row)
    this.#hash.update(line).update('\n')
    this.#rows++
    return line
  }

  end(name: string): TableDigest {
    return { name, rows: this.#rows, sha256: this.#hash.digest('hex') }
  }
}
