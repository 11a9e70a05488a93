import { expect, it } from 'vitest'
import { type Random, randomFrom } from '#tests/support/data/random.ts'
import { compareLoans, type KnownRange, knownRange, type NeededPart } from './compare-loans.ts'
import {
  followBorrower,
  isHandedOver,
  isReserved,
  isSameState,
  isSettled,
  joinStates,
  type LoanSide,
  type LoanState,
  moveBorrower,
  moveLender,
} from './loan-state.ts'

const histories = Number(process.env['LARDER_FEDERATION_SEEDS'] ?? 1000)
const firstSeed = Number(process.env['LARDER_FEDERATION_SEED'] ?? 1)
const actsPerHistory = 120
const initialStock = 1_000_000

interface Loan {
  id: string
  side: LoanSide
  state: LoanState
  amount: number
  isReserved: boolean
  /** What the other server said last of its part. */
  said: Statement | null
}
type Statement = { readonly id: string; readonly by: string; readonly amount: number } & (
  | { readonly part: 'borrower'; readonly state: LoanState['borrower'] }
  | { readonly part: 'lender'; readonly state: LoanState['lender'] }
)
interface Message {
  readonly statements: readonly Statement[]
  readonly known: KnownRange | null
}
interface Reply extends Pick<Message, 'statements'> {
  readonly wants: readonly string[]
  readonly more: boolean
}

const maxStatements = 4
const bothParts = (ids: readonly string[]) =>
  ids.flatMap((id): NeededPart[] => [
    { id, part: 'borrower' },
    { id, part: 'lender' },
  ])

/** A server as the rules see it: its loans, and the stock that follows from them. */
class ModelServer {
  readonly name: string
  loans = new Map<string, Loan>()
  stock = initialStock
  constructor(name: string) {
    this.name = name
  }

  backUp = () => structuredClone({ loans: this.loans, stock: this.stock })
  restore(backup: ReturnType<ModelServer['backUp']>) {
    const { loans, stock } = structuredClone(backup)
    this.loans = loans
    this.stock = stock
  }

  move(loan: Loan, next: LoanState | null) {
    if (next === null || isSameState(loan.state, next)) return
    if (isHandedOver(next) && !isHandedOver(loan.state)) this.stock += loan.side === 'lender' ? -loan.amount : loan.amount
    if (loan.side === 'lender') loan.isReserved = isReserved(next)
    loan.state = next
  }

  apply(statement: Statement) {
    const isOwn = statement.by === this.name
    const side: LoanSide = isOwn ? statement.part : statement.part === 'borrower' ? 'lender' : 'borrower'
    let loan = this.loans.get(statement.id)
    if (!loan) {
      if (statement.part !== 'borrower') return
      loan = {
        id: statement.id,
        side,
        state: { borrower: 'asked', lender: 'open' },
        amount: statement.amount,
        isReserved: false,
        said: null,
      }
      this.loans.set(loan.id, loan)
    }
    if (loan.side !== side || (statement.part === 'borrower' && statement.amount !== loan.amount)) return
    const said = statement.part === 'borrower' ? { ...loan.state, borrower: statement.state } : { ...loan.state, lender: statement.state }
    const joined = joinStates(loan.state, said)
    if (!isOwn && (loan.said === null || !isSameState(joined, loan.state))) loan.said = statement
    this.move(loan, side === 'lender' ? followBorrower(joined) : joined)
  }

  statements(parts: readonly NeededPart[]) {
    const all = parts.flatMap(({ id, part }): Statement[] => {
      const loan = this.loans.get(id)
      if (!loan) return []
      if (loan.side !== part) return loan.said ? [loan.said] : []
      const about = { id, by: this.name, amount: loan.amount }
      return [part === 'borrower' ? { ...about, part, state: loan.state.borrower } : { ...about, part, state: loan.state.lender }]
    })
    return { statements: all.slice(0, maxStatements), more: all.length > maxStatements }
  }

  identified = () => [...this.loans.values()].map(({ id, state }) => ({ id, ...state }))

  receive({ statements, known }: Message): Reply {
    for (const statement of statements) this.apply(statement)
    const { tell, wants } = known ? compareLoans(this.identified(), known) : { tell: [], wants: [] }
    return { ...this.statements(tell), wants }
  }

  /** Talks to the other server until both know the same, or the network fails. */
  sync(send: (message: Message) => Reply | null) {
    let needed: readonly NeededPart[] = []
    let after: string | null = ''
    for (let round = 0; round < 100 && (after !== null || needed.length > 0); round++) {
      const known: KnownRange | null = after === null ? null : knownRange(this.identified(), after)
      const batch: readonly NeededPart[] = needed.slice(0, maxStatements)
      const reply = send({ statements: this.statements(batch).statements, known })
      if (!reply) return
      for (const statement of reply.statements) this.apply(statement)
      needed = [...needed.slice(maxStatements), ...bothParts(reply.wants)]
      if (known !== null && !reply.more) after = known.to
    }
  }
}

function shuffled<T>(list: readonly T[], chance: Random): T[] {
  return list
    .map((one) => ({ one, order: chance.share() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ one }) => one)
}

const lenderMoves: Partial<Record<LoanState['lender'], readonly Parameters<typeof moveLender>[1][]>> = {
  open: ['accepted', 'accepted', 'accepted', 'accepted', 'declined', 'expired'],
  accepted: ['handed_over', 'handed_over', 'handed_over', 'expired', 'cancelled'],
  handed_over: ['returned', 'waived'],
}

class World {
  readonly servers: readonly [ModelServer, ModelServer] = [new ModelServer('a'), new ModelServer('b')]
  readonly sent: { to: ModelServer; message: Message }[] = []
  backups = this.servers.map((server) => server.backUp())
  asked = 0
  readonly chance: Random
  readonly mayRestore: boolean
  constructor(chance: Random, mayRestore: boolean) {
    this.chance = chance
    this.mayRestore = mayRestore
  }

  otherThan = (server: ModelServer) => (server === this.servers[0] ? this.servers[1] : this.servers[0])

  /** One request and its response on a bad network. */
  send(to: ModelServer, message: Message, loss: number): Reply | null {
    this.sent.push({ to, message: structuredClone(message) })
    if (this.chance.share() < loss) return null
    const reply = to.receive(message)
    if (this.chance.share() < loss) to.receive(message)
    return this.chance.share() < loss ? null : reply
  }

  sync = (from: ModelServer, loss: number) => from.sync((message) => this.send(this.otherThan(from), message, loss))

  act() {
    const { chance } = this
    const server = chance.pick(this.servers) as ModelServer
    const at = this.servers.indexOf(server)
    const roll = chance.share()
    if (roll < 0.15) {
      const id = `loan-${String(this.asked++).padStart(4, '0')}`
      const state: LoanState = { borrower: 'asked', lender: 'open' }
      server.loans.set(id, { id, side: 'borrower', state, amount: 1 + chance.below(500), isReserved: false, said: null })
    } else if (roll < 0.6) this.moveOne(server)
    else if (roll < 0.85) this.sync(server, 0.3)
    else if (roll < 0.92 && this.sent.length > 0) {
      const { to, message } = chance.pick(this.sent) as World['sent'][number]
      to.receive(message)
    } else if (roll < 0.96) this.backups[at] = server.backUp()
    else if (this.mayRestore) server.restore(this.backups[at] as ReturnType<ModelServer['backUp']>)
  }

  moveOne(server: ModelServer) {
    const loans = [...server.loans.values()]
    if (loans.length === 0) return
    const loan = this.chance.pick(loans) as Loan
    const { chance } = this
    const next =
      loan.side === 'lender'
        ? moveLender(loan.state, chance.pick(lenderMoves[loan.state.lender] ?? []) ?? 'accepted')
        : chance.share() < 0.2
          ? moveBorrower(loan.state, chance.pick(['cancelled', 'returned'] as const) ?? 'returned')
          : null
    server.move(loan, next)
  }
}

const handedOver = (server: ModelServer, side: LoanSide) =>
  [...server.loans.values()].filter((loan) => loan.side === side && isHandedOver(loan.state)).reduce((sum, { amount }) => sum + amount, 0)

/** Returns what is wrong on one server: its stock must be what its loans moved, once each. */
function wrongStock(server: ModelServer): string | null {
  const expected = initialStock - handedOver(server, 'lender') + handedOver(server, 'borrower')
  if (server.stock !== expected) return `stock ${server.stock} instead of ${expected}`
  const wrong = [...server.loans.values()].find((loan) => loan.side === 'lender' && loan.isReserved !== isReserved(loan.state))
  return wrong ? `reserved for ${wrong.id}` : null
}

const summary = (server: ModelServer) => server.identified().toSorted((a, b) => (a.id < b.id ? -1 : 1))

it(`agrees on all loans after ${histories} histories with cuts, repeats, late messages and restored backups`, () => {
  const counts = { loans: 0, handedOver: 0, settled: 0 }
  for (let seed = firstSeed; seed < firstSeed + histories; seed++) {
    const world = new World(randomFrom(seed), seed % 2 === 0)
    for (let n = 0; n < actsPerHistory; n++) {
      world.act()
      for (const server of world.servers) expect(wrongStock(server), `seed ${seed}, act ${n}`).toBeNull()
    }
    // The network works again; each server calls the other.
    for (const server of [...world.servers, ...world.servers]) world.sync(server, 0)
    const [a, b] = world.servers
    expect(summary(a), `seed ${seed}`).toEqual(summary(b))
    for (const server of world.servers) expect(wrongStock(server), `seed ${seed}`).toBeNull()
    expect(handedOver(a, 'lender') + handedOver(b, 'lender'), `seed ${seed}`).toBe(handedOver(a, 'borrower') + handedOver(b, 'borrower'))
    // Everything that was ever sent comes again, in any order. Only what a restored server said and forgot can come back.
    const before = structuredClone(summary(a))
    for (const { to, message } of shuffled(world.sent, world.chance)) to.receive(message)
    if (!world.mayRestore) for (const server of world.servers) expect(summary(server), `seed ${seed}`).toEqual(before)
    for (const server of world.servers) world.sync(server, 0)
    expect(summary(a), `seed ${seed}`).toEqual(summary(b))
    for (const server of world.servers) expect(wrongStock(server), `seed ${seed}`).toBeNull()
    counts.loans += a.loans.size
    counts.handedOver += [...a.loans.values()].filter(({ state }) => isHandedOver(state)).length
    counts.settled += [...a.loans.values()].filter(({ state }) => isSettled(state)).length
  }
  process.stdout.write(`federation rules: ${JSON.stringify({ histories, ...counts })}\n`)
  expect(counts.handedOver).toBeGreaterThan(histories)
}, 600_000)
