import { z } from 'zod'
import { endpoint, IdParams } from '#platform/shared/endpoint.ts'
import { eventType } from '#platform/shared/event.ts'
import { Id } from '#platform/shared/ids.ts'
import { formatInviteCode, inviteAlphabet, normalizeInviteCode } from '#platform/shared/invite-code.ts'
import { Text } from '#platform/shared/text-schemas.ts'

/** Eight of 25 characters: 37 bits. A code opens nothing without an account of its household. */
export const labelCodeLength = 8
/** What a code is made of. */
export const labelAlphabet = inviteAlphabet
/** Formats a code in two groups: `ACDEFGHJ` → `ACDE-FGHJ`. */
export const formatLabelCode = formatInviteCode

const codePattern = new RegExp(`^[${labelAlphabet}]{${labelCodeLength}}$`)
/** Returns whether a text is a code as it is stored. */
export const isLabelCode = (text: string): boolean => codePattern.test(text)

/** A code as typed: spaces, dashes and case don't matter. */
export const LabelCode = z.string().max(64).transform(normalizeInviteCode)

export const maxLabelsAtOnce = 500

/** A printed label. Its id is its code. */
export const Label = z.object({
  id: z.string(),
  sheetId: z.string(),
  /** The item that it is on; null if that is gone or there is none. */
  lotId: z.string().nullable(),
  /** The location that it marks; null if it marks none. */
  location: z.string().nullable(),
  createdAt: z.string(),
  version: z.int(),
})
export type Label = z.infer<typeof Label>

export const labelSizeNames = ['a4-24', 'a4-40', 'a4-65', 'letter-30', 'roll-62x29', 'roll-57x32', 'roll-50x30'] as const
export const LabelSizeName = z.enum(labelSizeNames)
export type LabelSizeName = z.infer<typeof LabelSizeName>

/** This server's address, which the codes lead to; null if it isn't configured. */
const LabelAddress = z.object({ origin: z.string().nullable() })

/** Labels that were printed together. */
export const LabelSheet = z.object({
  id: z.string(),
  size: LabelSizeName,
  /** The codes of its labels. */
  codes: z.array(z.string()),
  ...LabelAddress.shape,
  createdAt: z.string(),
})
export type LabelSheet = z.infer<typeof LabelSheet>

export const NewLabelSheet = z.object({ id: Id.optional(), size: LabelSizeName, count: z.int().min(1).max(maxLabelsAtOnce) }).strict()
export type NewLabelSheet = z.infer<typeof NewLabelSheet>

/** What a label is on from now on; neither frees it. */
export const LabelTarget = z
  .object({ lotId: Id.nullable().default(null), location: Text(60).pipe(z.string().min(1)).nullable().default(null) })
  .strict()
  .refine(({ lotId, location }) => lotId === null || location === null, {
    path: ['location'],
    message: 'Send lotId or location, not both.',
  })
export type LabelTarget = z.infer<typeof LabelTarget>

const readAccess = { auth: 'household' } as const
const writeAccess = { auth: 'household', role: 'MEMBER' } as const
const params = z.object({ id: LabelCode }).strict()

export const listLabels = endpoint({
  ...readAccess,
  method: 'GET',
  path: '/api/labels',
  summary: 'The household’s printed labels and what they are on',
  reply: z.array(Label),
})
export const getLabel = endpoint({
  ...readAccess,
  method: 'GET',
  path: '/api/labels/{id}',
  summary: 'One label, by its printed code',
  params,
  reply: Label,
})
export const setLabel = endpoint({
  ...writeAccess,
  method: 'PUT',
  path: '/api/labels/{id}',
  summary: 'Put a label on an item, let it mark a location, or free it',
  params,
  body: LabelTarget,
  reply: Label,
  versioned: true,
})
const sheets = '/api/label-sheets'
export const listLabelSheets = endpoint({
  ...readAccess,
  method: 'GET',
  path: sheets,
  summary: 'The printed sheets of labels that weren’t revoked, newest first',
  reply: z.array(LabelSheet),
})
export const getLabelAddress = endpoint({
  ...readAccess,
  method: 'GET',
  path: '/api/label-address',
  summary: 'The address that labels lead to',
  reply: LabelAddress,
})
export const createLabelSheet = endpoint({
  ...writeAccess,
  method: 'POST',
  path: sheets,
  summary: 'Create labels to print; those that have the id are returned',
  body: NewLabelSheet,
  reply: LabelSheet,
  status: 201,
  perMinute: 30,
})
export const revokeLabelSheet = endpoint({
  ...writeAccess,
  method: 'DELETE',
  path: `${sheets}/{id}`,
  summary: 'Revoke the labels of a lost sheet, undoable; succeeds if they are already revoked',
  params: IdParams,
})

const AboutSheet = z.object({ sheetId: z.string(), count: z.int() })
export const labelsCreated = eventType('labels.created', AboutSheet)
export const labelsRevoked = eventType('labels.revoked', AboutSheet)
export const labelSet = eventType(
  'label.set',
  z.object({ labelId: z.string(), lotId: z.string().nullable(), location: z.string().nullable() }),
)
