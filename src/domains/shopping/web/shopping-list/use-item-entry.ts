import { plural, t } from '@lingui/core/macro'
import { type ClipboardEvent, useCallback, useMemo, useState } from 'react'
import { useToday } from '#domains/households/web/index.ts'
import type { Ingredient } from '#domains/ingredients/contract/index.ts'
import { indexIngredients, ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import { mergeNotes } from '#domains/ingredients/rules/merge-notes.ts'
import { ownUnitLabel } from '#domains/ingredients/rules/own-units.ts'
import { useBuiltInFoods } from '#domains/ingredients/web/index.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { maxPasted, type ShoppingItem, type UsualItem } from '../../contract/index.ts'
import type { ItemDraft } from '../../rules/list-changes.ts'
import { parsePastedRows } from '../../rules/parse-pasted-rows.ts'
import { useBundles } from '../api/bundles.ts'
import { addItemsWithUndo } from '../api/list-mutation.ts'
import { useIngredients, useUsualItems } from '../api/requests.ts'
import type { Known } from './suggestions.ts'

const maxTextLength = 20_000
const noIngredients: readonly Ingredient[] = []
const noUsual: readonly UsualItem[] = []

/** A pack is kept in the note, from which the amount is shown. */
const packNote = (pack: string, count: number, note: string): string => {
  const words = ownUnitLabel(pack, count)
  return mergeNotes(words, note) ?? words
}

/** Parses typed text and adds items from it. `isEnabled` fetches the ingredients, which tell an item's aisle. */
export function useItemEntry(items: readonly ShoppingItem[], isEnabled: boolean) {
  const today = useToday()
  const { data: ingredients = noIngredients } = useIngredients(isEnabled)
  const { data: usual = noUsual } = useUsualItems()
  const { foodOf, spell, suggest, basics } = useBuiltInFoods()
  const bundles = useBundles()
  const findIngredient = useMemo(() => indexIngredients(ingredients), [ingredients])
  const known: Known = useMemo(
    () => ({ ingredients, findIngredient, bundles, usual, suggestFoods: suggest, basics }),
    [ingredients, findIngredient, bundles, usual, suggest, basics],
  )
  /** What was added last, for screen readers. */
  const [announcement, setAnnouncement] = useState('')

  const parse = useCallback(
    (text: string): ItemDraft[] => {
      const rows = parsePastedRows(text.slice(0, maxTextLength), today, known.findIngredient)
      return rows.slice(0, maxPasted).map(({ name, quantity, unit, pack, isBare }) => {
        const key = ingredientKey(name)
        const own = known.findIngredient(name)
        const listed = items.find((item) => ingredientKey(item.ingredientName) === key)
        const bought = usual.find((one) => ingredientKey(one.ingredientName) === key)
        const names = [own?.name, ...(own?.aliases ?? []), listed?.ingredientName, bought?.ingredientName]
        const category = own?.category ?? listed?.category ?? bought?.category ?? foodOf(name)?.category
        return {
          // As it is written elsewhere, but for its number: "tomatoes" isn't "Tomato".
          name: spell(names.find((one) => one !== undefined && nameKey(one) === nameKey(name)) ?? name),
          quantity: isBare ? null : quantity,
          unit: isBare ? null : unit,
          ...(pack === undefined ? {} : { note: packNote(pack, quantity, own?.note ?? '') }),
          ...(category === undefined ? {} : { category }),
        }
      })
    },
    [items, known, usual, today, foodOf, spell],
  )
  /** Returns false if there is nothing to add. */
  const add = (drafts: readonly ItemDraft[]): boolean => {
    if (drafts.length === 0) return false
    addItemsWithUndo(drafts)
    setAnnouncement(
      drafts.length === 1 ? t`Added ${drafts[0]?.name ?? ''}` : plural(drafts.length, { one: 'Added # item', other: 'Added # items' }),
    )
    return true
  }
  /** Adds a row for each pasted line. A field would join the lines. */
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text')
    if (!/[\r\n]\s*\S/.test(pasted.trim())) return
    event.preventDefault()
    add(parse(pasted))
  }
  return { parse, add, onPaste, announcement, known }
}
