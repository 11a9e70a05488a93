import { matchIngredient } from '#domains/ingredients/rules/match-ingredient.ts'
import { builtInFoodName, findIngredient, listIngredients } from '#domains/ingredients/server/index.ts'
import { listStores } from '#domains/stores/server/index.ts'
import { recordChange } from '#platform/server/changes/change-log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { safeImage } from '#platform/server/security/safe-image.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { notFound } from '#platform/shared/problem.ts'
import { type ReceiptDraft, receiptLearned } from '../../contract.ts'
import { findStoreOnReceipt, groupRows, type ReceiptLine, readReceipt, receiptKey } from '../../rules/receipt.ts'
import { maxTextSide, type TextReader } from '../gateway/text-reader.ts'
import { learnedNames, putLearnedName } from '../store/index.ts'

const maxPixels = maxTextSide * maxTextSide
/** A receipt is long and narrow, so its area is limited rather than its longer side. */
const maxReceiptSide = 1600
/** A small or busy computer needs this long for a long receipt. With the grace of a stuck process it is less than proxies wait (60 s). */
const budgetMs = 35_000

/** Reads a receipt without access to the household. Throws the problems of `safeImage`, and 503 `scanner_busy`. */
export async function readReceiptPhoto(
  picture: Uint8Array,
  text: TextReader | null,
): Promise<{ rows: string[]; lines: ReceiptLine[]; total: number | null }> {
  const image = await safeImage(picture)
  if (!text) return { rows: [], lines: [], total: null }
  const first = await image.toColor(maxReceiptSide)
  const pixels = first.width * first.height
  const shrink = Math.sqrt(maxPixels / pixels)
  const sized = pixels <= maxPixels ? first : await image.toColor(Math.floor(Math.max(first.width, first.height) * shrink * 0.995))
  const rows = groupRows(await text.read(sized, { maxLines: 120, budgetMs }))
  return { rows, ...readReceipt(rows) }
}

/** Returns the id of the store that the receipt is from; null if it isn't known. */
export const storeOfReceipt = async (q: Reader, householdId: HouseholdId, rows: readonly string[]): Promise<string | null> =>
  findStoreOnReceipt(rows, await listStores(q, { householdId }))?.id ?? null

/** Matches lines to ingredients: learned names first, then the household's names, then common ones. */
export async function draftReceiptLines(q: Reader, householdId: HouseholdId, lines: readonly ReceiptLine[]): Promise<ReceiptDraft[]> {
  const learned = await learnedNames(q, householdId)
  const ingredients = (await listIngredients(q, householdId)).map((row) => ({
    id: row.id,
    name: row.name,
    aliases: JSON.parse(row.aliases) as string[],
  }))
  return lines.map((line) => {
    const before = ingredients.find(({ id }) => id === learned.get(receiptKey(line.text)))
    if (before) return { ...line, name: before.name, ingredientId: before.id, learned: true }
    const words = nameFromPrint(line.text)
    const ingredient = matchIngredient(words, ingredients) ?? ingredients.find(({ name }) => removeSpaces(name) === removeSpaces(words))
    return { ...line, name: ingredient?.name ?? builtInFoodName(words) ?? words, ingredientId: ingredient?.id ?? null, learned: false }
  })
}

// The text reader may lose spaces.
const removeSpaces = (name: string) => nameKey(name).replace(/\s/g, '')

/** Removes package sizes and capitals, to look like a name a person wrote. */
function nameFromPrint(text: string): string {
  const words = text
    .replace(/\d+(?:[.,]\d+)?\s?(?:%|kg|gr?|ml|cl|l|lb|oz|x)?(?!\p{L})/giu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const name = words.length > 1 ? words : text
  return name === name.toUpperCase() ? name.charAt(0) + name.slice(1).toLowerCase() : name
}

/** Remembers what printed names mean in this household. Throws 404 for an ingredient it doesn't have. */
export async function learnReceiptNames(
  tx: Transaction,
  member: Member,
  names: readonly { text: string; ingredientId: string }[],
): Promise<{ learned: number }> {
  const before = await learnedNames(tx, member.householdId)
  const ingredientIds = new Map(names.map(({ text, ingredientId }) => [receiptKey(text), ingredientId]))
  ingredientIds.delete('')
  for (const id of new Set(ingredientIds.values())) if (!(await findIngredient(tx, member.householdId, id))) throw notFound()
  const changed = [...ingredientIds].filter(([key, id]) => before.get(key) !== id)
  for (const [key, id] of changed) await putLearnedName(tx, member.householdId, key, id, member.now.toISOString())
  if (changed.length > 0) await recordChange(tx, member, receiptLearned, { ingredientIds: [...new Set(changed.map(([, id]) => id))] })
  return { learned: changed.length }
}
