import { z } from 'zod'
import { Category, Storage } from '#domains/ingredients/contract/index.ts'
import { DateKind } from '#domains/inventory/contract.ts'
import { CalendarDate } from '#platform/shared/calendar.ts'
import { Quantity } from '#platform/shared/quantity-and-money.ts'
import { Name } from '#platform/shared/text-schemas.ts'
import { Unit } from '#platform/shared/units.ts'

// What two servers tell each other: docs/federation.md describes it for other programs. Unknown keys are refused.

/** How far the borrowing household has moved a loan, in order. Only it moves this part. */
export const borrowerStates = ['asked', 'cancelled', 'returned'] as const
export type BorrowerState = (typeof borrowerStates)[number]

/**
 * How far the lending household has moved a loan, in order. Only it moves this part. Food that changed hands outweighs an earlier refusal,
 * because after a restore from a backup both may have been said.
 */
export const lenderStates = ['open', 'accepted', 'declined', 'expired', 'cancelled', 'handed_over', 'returned', 'waived'] as const
export type LenderState = (typeof lenderStates)[number]

/** Maximum number of loans that a server compares at once. */
export const maxKnown = 80

/** Maximum size of the body of a request from another server. */
export const maxMessageBytes = 16 * 1024
/** Maximum size of a response to this server. */
export const maxReplyBytes = 128 * 1024
/** How far the clocks of two servers may differ. */
export const maxClockSkewMs = 10 * 60_000

/** Ids are compared as text, so they are lower case. */
const Id = z.uuid().lowercase()
/** An Ed25519 public key, 32 bytes as base64url. */
export const PublicKey = z.string().regex(/^[\w-]{43}$/)
/** The address of a server, without path. */
export const ServerUrl = z.url({ protocol: /^https?$/ }).max(200)
const Instant = z.iso.datetime({ precision: 3 })
const ItemName = Name(120)

/** A compact JWS (RFC 7515) signed with EdDSA. */
export const Signed = z
  .string()
  .max(maxMessageBytes)
  .regex(/^[\w-]+\.[\w-]+\.[\w-]+$/)
/** A signed statement about one part of a loan. */
const SignedStatement = z
  .string()
  .max(2000)
  .regex(/^[\w-]+\.[\w-]+\.[\w-]+$/)

/** Of a loan, what the borrower says. Everything but the state stays the same. */
export const BorrowerStatement = z
  .object({
    loan: Id,
    part: z.literal('borrower'),
    state: z.enum(borrowerStates),
    /** The lender's id of the item. */
    item: Id,
    name: ItemName,
    category: Category,
    amount: Quantity,
    unit: Unit,
    /** Until when the borrower waits for an answer. */
    until: Instant,
  })
  .strict()
export type BorrowerStatement = z.infer<typeof BorrowerStatement>

/** Of a loan, what the lender says. `food` says once it was handed over how to store it. */
export const LenderStatement = z
  .object({
    loan: Id,
    part: z.literal('lender'),
    state: z.enum(lenderStates),
    food: z
      .object({
        storage: Storage,
        isOpened: z.boolean(),
        /** The printed date. */
        expires: CalendarDate.nullable(),
        dateKind: DateKind.nullable(),
        added: CalendarDate,
        opened: CalendarDate.nullable(),
        frozen: CalendarDate.nullable(),
        /** How many days were left when it was frozen. */
        frozenDaysLeft: z.int().min(-36_500).max(36_500).nullable(),
        thawed: CalendarDate.nullable(),
      })
      .strict()
      .nullable(),
  })
  .strict()
export type LenderStatement = z.infer<typeof LenderStatement>

/** `link` is the receiver's id of the link, which differs from the sender's. */
const StatementEnvelope = z.object({ link: Id, from: Id }).strict()
export const SignedLoan = z.discriminatedUnion('part', [
  BorrowerStatement.extend(StatementEnvelope.shape),
  LenderStatement.extend(StatementEnvelope.shape),
])
export type SignedLoan = z.infer<typeof SignedLoan>

/** Something the lending household shares. */
export const OfferedItem = z
  .object({
    item: Id,
    name: ItemName,
    category: Category,
    amount: Quantity,
    unit: Unit,
    storage: Storage,
    isOpened: z.boolean(),
    expires: CalendarDate.nullable(),
  })
  .strict()
export type OfferedItem = z.infer<typeof OfferedItem>
/** Maximum number of items that a household shows to another. */
export const maxOffered = 200

const Position = z.int().min(0).max(9)
export const KnownRange = z
  .object({
    after: z.union([z.literal(''), Id]),
    to: Id.nullable(),
    loans: z.array(z.tuple([Id, Position, Position])).max(maxKnown),
  })
  .strict()

/** The parts of every message. `link` is the receiver's id of the link, `to` the receiver's address. */
const envelope = { v: z.literal(1), link: Id, to: ServerUrl, at: Instant, id: Id }

/** Maximum number of statements in one message. */
export const maxStatements = 10

const Statements = z.array(SignedStatement).max(maxStatements)

/** Maximum number of links of a household that were not ended. */
export const maxLinks = 20

/** Accepts an invitation. `reply` is the sender's id of the link. */
export const JoinMessage = z
  .object({
    ...envelope,
    kind: z.literal('join'),
    token: z.string().regex(/^[\w-]{22}$/),
    key: PublicKey,
    from: ServerUrl,
    reply: Id,
    name: Name(80),
    /** The receiver’s ids of the links that the sender’s household has with its server, to notice if one joins the same households. */
    links: z.array(Id).max(maxLinks),
  })
  .strict()
export type JoinMessage = z.infer<typeof JoinMessage>

export const SyncMessage = z
  .object({
    ...envelope,
    kind: z.literal('sync'),
    /** What the sender's household is called. */
    name: Name(80),
    statements: Statements,
    known: KnownRange.nullable(),
    /** Whether to respond with what the receiver shares. */
    offers: z.boolean(),
  })
  .strict()
export type SyncMessage = z.infer<typeof SyncMessage>

/** Ends the link. What was handed over before still counts, so loans are compared as in a `sync`. */
export const EndMessage = z.object({ ...envelope, kind: z.literal('end'), statements: Statements, known: KnownRange.nullable() }).strict()

export const LinkMessage = z.discriminatedUnion('kind', [SyncMessage, EndMessage])
export type LinkMessage = z.infer<typeof LinkMessage>

/** A response; `to` and `link` are those of the server that asked, `re` the id of its message. */
const reply = { ...envelope, re: Id }
const compared = {
  statements: Statements,
  wants: z.array(Id).max(2 * maxKnown + maxStatements),
  /** Whether there are more statements about the same loans. */
  more: z.boolean(),
}
export const LinkReply = z.discriminatedUnion('kind', [
  /** `key`: that of the household that accepted, so that it notices if another one's arrived. */
  z.object({ ...reply, kind: z.literal('waiting'), name: Name(80), key: PublicKey }).strict(),
  /** Another household accepted the invitation, or it expired. */
  z.object({ ...reply, kind: z.literal('refused') }).strict(),
  /** The households are linked already. */
  z.object({ ...reply, kind: z.literal('linked') }).strict(),
  z
    .object({
      ...reply,
      kind: z.literal('state'),
      name: Name(80),
      ...compared,
      offers: z.array(OfferedItem).max(maxOffered).nullable(),
    })
    .strict(),
  z.object({ ...reply, kind: z.literal('ended'), ...compared }).strict(),
])
export type LinkReply = z.infer<typeof LinkReply>

/** What an invitation contains: the inviting server, its id of the link, its key and a token that works once. */
export const Invitation = z.object({ v: z.literal(1), u: ServerUrl, l: Id, k: PublicKey, t: z.string().regex(/^[\w-]{22}$/) }).strict()
export type Invitation = z.infer<typeof Invitation>
