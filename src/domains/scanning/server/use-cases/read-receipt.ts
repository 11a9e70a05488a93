import { matchIngredient } from '#domains/ingredients/rules/match-ingredient.ts'
import { commonName, findIngredient, listIngredients } from '#domains/ingredients/server/index.ts'
import { recordChange } from '#platform/server/changes/log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { safeImage } from '#platform/server/security/safe-image.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { notFound } from '#platform/shared/problem.ts'
import { nameKey } from '#platform/shared/text.ts'
import { type ReceiptDraft, receiptLearned } from '../../contract/receipt.ts'
import { type ReceiptLine, readReceipt, receiptKey, rowsOf } from '../../rules/receipt.ts'
import { longestTextSide, type TextReader } from '../gateway/read-text.ts'
import { learnedNames, putLearnedName } from '../store/receipts.ts'

const maxPixels = longestTextSide * longestTextSide
/** A receipt is long and narrow: its area counts, not its longer side. */
const longestReceipt = 1600

/** What a receipt says, before anybody's household is asked about it. Throws the problems of `safeImage`, 503 `scanner_busy`. */
export async function readPicture(picture: Uint8Array, text: TextReader | null): Promise<{ lines: ReceiptLine[]; total: number | null }> {
  const image = await safeImage(picture)
  if (!text) return { lines: [], total: null }
  const first = await image.toColour(longestReceipt)
  const pixels = first.width * first.height
  const shrink = Math.sqrt(maxPixels / pixels)
  const sized = pixels <= maxPixels ? first : await image.toColour(Math.floor(Math.max(first.width, first.height) * shrink * 0.995))
  return readReceipt(rowsOf(await text.read(sized, { maxLines: 120, budgetMs: 15_000 })))
}

/** Lines with the foods they mean here: what was learned, then a food of that name, then a common one. */
export async function draftsFor(q: Reader, householdId: HouseholdId, lines: readonly ReceiptLine[]): Promise<ReceiptDraft[]> {
  const learned = await learnedNames(q, householdId)
  const ingredients = (await listIngredients(q, householdId)).map((row) => ({
    id: row.id,
    name: row.name,
    aliases: JSON.parse(row.aliases) as string[],
  }))
  return lines.map((line) => {
    const before = ingredients.find(({ id }) => id === learned.get(receiptKey(line.text)))
    if (before) return { ...line, name: before.name, ingredientId: before.id, learned: true }
    const words = nameIn(line.text)
    const ingredient = matchIngredient(words, ingredients) ?? ingredients.find(({ name }) => squeezed(name) === squeezed(words))
    return { ...line, name: ingredient?.name ?? commonName(words) ?? words, ingredientId: ingredient?.id ?? null, learned: false }
  })
}

// The reader of print may lose spaces.
const squeezed = (name: string) => nameKey(name).replace(/\s/g, '')

/** The print without pack sizes and shouting, as a person would write it. */
function nameIn(text: string): string {
  const words = text
    .replace(/\d+(?:[.,]\d+)?\s?(?:%|kg|gr?|ml|cl|l|lb|oz|x)?(?!\p{L})/giu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const said = words.length > 1 ? words : text
  return said === said.toUpperCase() ? said.charAt(0) + said.slice(1).toLowerCase() : said
}

/** Remembers what lines mean in this household. Throws 404 for a food that is not its own. */
export async function learnNames(
  tx: Transaction,
  member: Member,
  names: readonly { text: string; ingredientId: string }[],
): Promise<{ learned: number }> {
  const before = await learnedNames(tx, member.householdId)
  const meant = new Map(names.map(({ text, ingredientId }) => [receiptKey(text), ingredientId]))
  meant.delete('')
  for (const id of new Set(meant.values())) if (!(await findIngredient(tx, member.householdId, id))) throw notFound()
  const fresh = [...meant].filter(([key, id]) => before.get(key) !== id)
  for (const [key, id] of fresh) await putLearnedName(tx, member.householdId, key, id, member.now.toISOString())
  if (fresh.length > 0) await recordChange(tx, member, receiptLearned, { ingredientIds: [...new Set(fresh.map(([, id]) => id))] })
  return { learned: fresh.length }
}
