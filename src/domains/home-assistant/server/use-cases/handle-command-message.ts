import { z } from 'zod'
import type { ShoppingDeps } from '#domains/shopping/server/index.ts'
import type { Database, Transaction } from '#platform/server/database/index.ts'
import { claimFrom, claimKey, storeResponse } from '#platform/server/endpoints/idempotency.ts'
import { consumeOrThrow, type RateLimiter } from '#platform/server/endpoints/rate-limiter.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { reasonOf } from '#platform/shared/logged-error.ts'
import { invalid, notFound, Problem } from '#platform/shared/problem.ts'
import { Command, CommandResult } from '../../contract.ts'
import { type ActiveLink, activeLinks } from '../store.ts'
import { memberOfLink } from './member-of-link.ts'
import { runCommand } from './run-command.ts'

/** The id of a command names it in its result, and makes a message that is delivered twice act once. */
const CommandId = z.string().regex(/^[\x21-\x7e]{1,100}$/)
const WithId = z.looseObject({ id: CommandId })

/** The message on a household's result topic. `event_type` is the name that Home Assistant reads. */
export interface ResultMessage {
  /** Null if the command had none. */
  readonly id: string | null
  readonly event_type: 'added' | 'used' | 'failed'
  /** The code of the problem; null if it was done. */
  readonly code: string | null
  readonly message: string
  readonly items: CommandResult['items']
}

export interface CommandDeps {
  readonly database: Database
  readonly shopping: ShoppingDeps
  /** Counts by household. Null: not limited. */
  readonly limiter: RateLimiter | null
  readonly log: (message: string) => void
}

const maxBytes = 4096

/** Runs a command that came over MQTT, as the member who switched Home Assistant on. Never throws. */
export async function handleCommandMessage(deps: CommandDeps, link: ActiveLink, payload: Buffer, now: Date): Promise<ResultMessage> {
  const input = payload.length > maxBytes ? null : parseJson(payload)
  const id = WithId.safeParse(input).data?.id ?? null
  try {
    if (payload.length > maxBytes) throw invalid('too_long', 'The command is too long.')
    await (deps.limiter && consumeOrThrow(deps.limiter, link.household_id))
    const { action, message, items } = await runOnce(deps, link, input, now)
    return { id, event_type: action === 'add' ? 'added' : 'used', code: null, message, items }
  } catch (error) {
    const problem = error instanceof Problem ? error : new Problem(500, 'failed', 'That didn’t work. Try again.')
    if (problem !== error) deps.log(`a command from Home Assistant failed: ${reasonOf(error)}`)
    return { id, event_type: 'failed', code: problem.code, message: problem.message, items: [] }
  }
}

function parseJson(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString('utf8'))
  } catch {
    return null
  }
}

async function runOnce({ database, shopping }: CommandDeps, link: ActiveLink, input: unknown, now: Date): Promise<CommandResult> {
  const named = WithId.safeParse(input)
  if (!named.success) throw invalid('invalid_command', 'A command is JSON with an id, an action and what to do.')
  const { id, ...fields } = named.data
  const command = Command.safeParse(fields)
  if (!command.success) throw invalid('invalid_command', command.error.issues[0]?.message ?? '')
  const member = memberOfLink(link, now)
  const work = async (tx: Transaction) => {
    // It may have been switched off since, or its member may have lost their role.
    if ((await activeLinks(tx, link.household_id)).length === 0) throw notFound()
    return claimAndRun(tx, member, id, command.data, () => runCommand(tx, member, shopping, command.data))
  }
  return database.write(link.household_id, 'a command from Home Assistant', work, member.userId)
}

/** Runs a command unless one with this id ran before; then returns its result. Throws `idempotency_key_reused` if that was another one. */
async function claimAndRun(
  tx: Transaction,
  member: Member,
  id: string,
  command: Command,
  run: () => Promise<CommandResult>,
): Promise<CommandResult> {
  const claim = claimFrom(id, member, 'MQTT command', member.householdId, command)
  if (!claim) return run()
  const before = await claimKey(tx, claim)
  if (before)
    return CommandResult.parse(before.answer === null ? { action: command.action, message: '', items: [] } : JSON.parse(before.answer))
  const result = await run()
  const changeSeq = tx.recorded.get(member.householdId) ?? null
  await storeResponse(tx, claim, { status: 200, changeSeq, answer: JSON.stringify(result), rowId: null })
  return result
}
