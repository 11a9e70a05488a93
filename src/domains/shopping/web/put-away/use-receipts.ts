import { useMemo, useState } from 'react'
import { learnReceiptNames, type ReceiptReading } from '#domains/scanning/contract.ts'
import { useReceiptReading } from '#domains/scanning/web/index.ts'
import { call } from '#platform/web/api/call.ts'
import { newId } from '#platform/web/api/new-id.ts'
import { currentSession } from '#platform/web/session/session.ts'
import type { ShoppingItem } from '../../contract/index.ts'
import { matchReceiptLines, type Purchase, type ReceiptLine, readPurchases } from '../../rules/match-receipt.ts'
import { useChosenList } from '../api/chosen-list.ts'
import { addBoughtItem, setChecked, withdrawItem } from '../api/list-mutation.ts'
import { useList } from '../api/use-list.ts'

/** The lines of the receipts that were read, and which row each is about. */
interface MatchedLines {
  lines: readonly ReceiptLine[]
  rowIds: readonly (string | null)[]
  /** The lines that the user matches, by position. */
  open: readonly number[]
  /** The sum of what the receipts say; null if one of them doesn't. */
  total: number | null
}
/** A row that a line put among those to put away: new, or one of the list that wasn't checked off. */
interface TakenRow {
  id: string
  name: string
  listed: ShoppingItem | null
}

export interface Receipts extends MatchedLines {
  /** What the receipts say about rows, by id. */
  purchases: ReadonlyMap<string, Purchase>
  /** The ids of rows that lines put among those to put away, by line. */
  taken: ReadonlyMap<number, string>
  isReading: boolean
  failure: string | null
  /** Reads a photo; its lines are added to those of earlier ones. */
  read: (file: File | undefined) => void
  /** Says that a line is about a row, or about none. */
  match: (line: number, rowId: string | null) => void
  /** Puts what a line is about among the rows to put away. */
  take: (line: number) => void
  /** Forgets the receipts, and what they put among the rows. */
  clear: () => void
  /** Remembers what printed names mean, as the user matched them. */
  learn: () => void
}

const nothing: MatchedLines = { lines: [], rowIds: [], open: [], total: null }

/** Reads photos of receipts into prices of the rows that are put away. */
export function useReceipts(rows: readonly ShoppingItem[]): Receipts {
  const [matched, setMatched] = useState(nothing)
  const [taken, setTaken] = useState<ReadonlyMap<number, TakenRow>>(new Map())
  const { isReading, failure, read } = useReceiptReading((reading) => {
    const rowIds = matchReceiptLines(reading.lines, rows)
    setMatched((before) => withReceipt(before, reading, rowIds))
  })
  const { chosen } = useChosenList()
  const { items } = useList()
  const purchases = useMemo(() => readPurchases(matched.lines, matched.rowIds, rows), [matched, rows])

  const putBack = ({ id, name, listed }: TakenRow) => (listed ? setChecked(listed, false) : withdrawItem(id, name))
  const assign = (line: number, rowId: string | null) => setMatched((before) => ({ ...before, rowIds: before.rowIds.with(line, rowId) }))
  const match = (line: number, rowId: string | null) => {
    const before = taken.get(line)
    if (before) {
      putBack(before)
      setTaken(new Map([...taken].filter(([at]) => at !== line)))
    }
    assign(line, rowId)
  }
  const take = (line: number) => {
    const draft = matched.lines[line]
    if (!draft || taken.has(line)) return
    const listed = items?.find((item) => !item.isChecked && matchReceiptLines([draft], [item])[0] !== null) ?? null
    const row: TakenRow = { id: listed?.id ?? newId(), name: draft.name, listed }
    const { name, ingredientId, quantity, unit } = draft
    if (listed) setChecked(listed, true)
    else addBoughtItem(row.id, { name, ingredientId, quantity, unit, listId: chosen?.id ?? null })
    setTaken(new Map([...taken, [line, row]]))
    assign(line, row.id)
  }
  const clear = () => {
    for (const row of taken.values()) putBack(row)
    setTaken(new Map())
    setMatched(nothing)
  }
  const takenIds = new Map([...taken].map(([line, { id }]) => [line, id]))
  return {
    ...matched,
    purchases,
    taken: takenIds,
    isReading,
    failure,
    read: (file) => void read(file),
    match,
    take,
    clear,
    learn: () => learn(matched, rows),
  }
}

function withReceipt(before: MatchedLines, { lines, total, storeId }: ReceiptReading, rowIds: readonly (string | null)[]): MatchedLines {
  const first = before.lines.length
  const sum = before.total === null || total === null ? null : before.total + total
  return {
    lines: [...before.lines, ...lines.map((line) => ({ ...line, storeId }))],
    rowIds: [...before.rowIds, ...rowIds],
    open: [...before.open, ...rowIds.flatMap((id, at) => (id === null ? [first + at] : []))],
    total: first === 0 ? total : sum,
  }
}

/** Remembers what the lines that the user matched mean. A name that couldn't be saved is asked for next time. */
function learn({ lines, rowIds, open }: MatchedLines, rows: readonly ShoppingItem[]): void {
  const names = open.flatMap((line) => {
    const ingredientId = rows.find(({ id }) => id === rowIds[line])?.ingredientId
    const text = lines[line]?.text
    return ingredientId && text ? [{ text, ingredientId }] : []
  })
  if (names.length > 0) void call(learnReceiptNames, { body: { names }, household: currentSession().household }).catch(() => {})
}
