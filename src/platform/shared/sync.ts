import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { syncPath } from './sync-address.ts'

/** Rows of one table. `isWhole`: the table has no other rows. Otherwise replaces these rows and deletes `removed`. */
export const SyncRows = z.object({
  type: z.literal('rows'),
  table: z.string(),
  rows: z.array(z.looseObject({ id: z.string() })),
  removed: z.array(z.string()),
  isWhole: z.boolean(),
})
export type SyncRows = z.infer<typeof SyncRows>

/** Part of a snapshot: the rows of a table by column, which compresses to three quarters of the rows' size. */
export const ColumnFrame = z.object({ type: z.literal('columns'), table: z.string(), columns: z.record(z.string(), z.array(z.unknown())) })
export type ColumnFrame = z.infer<typeof ColumnFrame>

/**
 * One line of the response. `begin` comes first: with `isSnapshot`, everything else the client has is outdated. `end` comes last; a response
 * without it is incomplete. `own` identifies the user's own rows and is sent with the next request.
 */
export const SyncFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('begin'), seq: z.int(), epoch: z.string(), isSnapshot: z.boolean() }),
  SyncRows,
  ColumnFrame,
  z.object({ type: z.literal('end'), seq: z.int(), own: z.string() }),
])
export type SyncFrame = z.infer<typeof SyncFrame>

/** Rows per frame. */
export const rowsPerFrame = 1_000

/** Lines of JSON, each a `SyncFrame`. */
export const syncHousehold = endpoint({
  method: 'GET',
  path: syncPath,
  auth: 'household',
  scope: 'manual',
  media: 'file',
  summary: 'What a browser keeps of the household, as lines of JSON: rows changed since a change number, or everything',
  query: z
    .object({
      /** The `seq` of the last response. */
      since: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
      /** Its `epoch`. */
      epoch: z.string().max(100),
      /** Its `own`. */
      own: z.string().max(100),
    })
    .partial()
    .strict(),
  perMinute: 600,
})

/**
 * Changes up to `seq` are there. A client that has everything up to `since` may apply `rows` instead of asking for them; null if there are
 * too many or they differ between members.
 */
export const SyncSignal = z.object({ since: z.int(), seq: z.int(), rows: z.array(SyncRows).nullable() })
export type SyncSignal = z.infer<typeof SyncSignal>
