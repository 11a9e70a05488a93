import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { BookOpen, ScanBarcode } from 'lucide-react'
import { type KeyboardEvent, type Ref, useId, useMemo, useState } from 'react'
import { catalogCredit, searchCatalog } from '#domains/ingredients/contract/catalog.ts'
import { type Ingredient, type LocalizedFood, listIngredients, searchCommonFoods } from '#domains/ingredients/contract/index.ts'
import { categoryLabel } from '#domains/ingredients/rules/category-labels.ts'
import { IngredientGlyph } from '#domains/ingredients/web/index.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { Field, inputClass } from '#platform/web/ui/form-fields.tsx'
import { useScrollIntoView } from '#platform/web/ui/use-scroll-into-view.ts'

/** An ingredient of the household, or one of the built-in table. */
export type IngredientChoice = { kind: 'own'; ingredient: Ingredient } | { kind: 'known'; ingredient: LocalizedFood }
/** A choice, or only the name of a catalog product. */
type Offer = IngredientChoice | { kind: 'listed'; ingredient: { name: string } }

const maxOwn = 6
const maxShown = 9

interface IngredientPickerProps {
  value: string
  onType: (name: string) => void
  onPick: (choice: IngredientChoice) => void
  error?: string | undefined
  inputRef?: Ref<HTMLInputElement>
}

/** Names an ingredient. Suggests the household's and the built-in ones; accepts any other name. */
export function IngredientPicker({ value, onType, onPick, error, inputRef }: IngredientPickerProps) {
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const choices = useChoices(value)
  const list = useId()
  const shown = open && choices.length > 0
  const activeId = shown && active >= 0 ? `${list}-${active}` : undefined
  useScrollIntoView(activeId)
  const pick = (choice: Offer) => {
    setOpen(false)
    setActive(-1)
    if (choice.kind === 'listed') onType(choice.ingredient.name)
    else onPick(choice)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      const by = event.key === 'ArrowDown' ? 1 : -1
      setActive((now) => (choices.length === 0 ? -1 : (now + by + choices.length + (now < 0 && by < 0 ? 1 : 0)) % choices.length))
    } else if (event.key === 'Enter' && shown) {
      const choice = choices[active]
      if (!choice) return
      event.preventDefault()
      pick(choice)
    } else if (event.key === 'Escape' && shown) {
      event.stopPropagation()
      setOpen(false)
    }
  }
  return (
    <Field label={t`Ingredient name`} error={error}>
      {(wiring) => (
        <div className="relative">
          <input
            {...wiring}
            ref={inputRef}
            type="text"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={shown}
            aria-controls={list}
            aria-activedescendant={activeId}
            autoComplete="off"
            autoCapitalize="sentences"
            enterKeyHint="next"
            maxLength={120}
            placeholder={t`e.g. Milk`}
            value={value}
            onChange={(event) => {
              onType(event.target.value)
              setOpen(true)
              setActive(-1)
            }}
            onClick={() => setOpen(true)}
            onBlur={() => setOpen(false)}
            onKeyDown={onKeyDown}
            className={clsx(inputClass, 'text-lg')}
          />
          <div
            id={list}
            role="listbox"
            aria-label={t`Ingredients`}
            hidden={!shown}
            className="absolute inset-x-0 top-full z-20 mt-1 max-h-80 overflow-y-auto rounded-card border border-edge/60 bg-card p-1.5"
          >
            {shown
              ? choices.map((choice, index) => (
                  <Choice
                    key={`${choice.kind} ${choice.ingredient.name}`}
                    id={`${list}-${index}`}
                    choice={choice}
                    active={index === active}
                    onPick={() => pick(choice)}
                    onHover={() => setActive(index)}
                  />
                ))
              : null}
          </div>
        </div>
      )}
    </Field>
  )
}

function Choice({
  id,
  choice,
  active,
  onPick,
  onHover,
}: {
  id: string
  choice: Offer
  active: boolean
  onPick: () => void
  onHover: () => void
}) {
  const { name } = choice.ingredient
  const category = choice.kind === 'listed' ? '' : choice.ingredient.category
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the combobox, which keeps the focus
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      // Before the field loses the focus and the list closes.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPick}
      onPointerMove={onHover}
      className={clsx('flex min-h-12 cursor-pointer items-center gap-3 rounded-tile px-2 py-1', active && 'bg-hover')}
    >
      <IngredientGlyph id={choice.kind === 'own' ? choice.ingredient.id : null} name={name} category={category} size="small" />
      <span className="min-w-0 flex-1 gap-3 sm:flex sm:items-center">
        <span className="block min-w-0 flex-1 truncate">{name}</span>
        <span className="flex min-w-0 items-center gap-1.5 text-sm text-ink-soft">
          {choice.kind === 'known' ? <BookOpen aria-hidden="true" className="size-4 shrink-0" /> : null}
          {choice.kind === 'listed' ? <ScanBarcode aria-hidden="true" className="size-4 shrink-0" /> : null}
          <span className="truncate">{choice.kind === 'listed' ? catalogCredit.short : categoryLabel(category)}</span>
        </span>
      </span>
    </div>
  )
}

const favoritesFirst = (a: Ingredient, b: Ingredient) => Number(b.isFavorite ?? false) - Number(a.isFavorite ?? false)

/** Suggests the household's ingredients first, prefix matches before others, favorites before the rest of them, then built-in ones, then catalog names. */
function useChoices(typed: string): Offer[] {
  const key = nameKey(typed)
  const { data: own } = useEndpointQuery(listIngredients, {}, { staleTime: 60_000 })
  const { data: known } = useEndpointQuery(
    searchCommonFoods,
    { query: { search: key, limit: maxShown } },
    { enabled: key.length > 1, keepLast: true, staleTime: 3_600_000 },
  )
  const { data: listed } = useEndpointQuery(
    searchCatalog,
    { query: { search: key, limit: maxShown } },
    { enabled: key.length > 2, keepLast: true, staleTime: 3_600_000 },
  )
  return useMemo(() => {
    if (key === '')
      return (own ?? [])
        .toSorted((a, b) => favoritesFirst(a, b) || (a.updatedAt < b.updatedAt ? 1 : -1))
        .slice(0, maxOwn)
        .map((ingredient) => ({ kind: 'own', ingredient }))
    const names = (ingredient: { name: string; aliases: readonly string[] }) => [ingredient.name, ...ingredient.aliases].map(nameKey)
    const rank = (ingredient: { name: string; aliases: readonly string[] }) =>
      names(ingredient).some((name) => name.startsWith(key)) ? 0 : 1
    const matches = (ingredient: { name: string; aliases: readonly string[] }) => names(ingredient).some((name) => name.includes(key))
    const common = (known ?? []).filter(matches)
    // Offers the household's ingredient for a built-in one with the same name in another language.
    const translations = new Set(common.flatMap((ingredient) => ingredient.names.map(nameKey)))
    const mine = (own ?? [])
      .filter((ingredient) => matches(ingredient) || names(ingredient).some((name) => translations.has(name)))
      .toSorted((a, b) => rank(a) - rank(b) || favoritesFirst(a, b) || (a.name < b.name ? -1 : 1))
      .slice(0, maxOwn)
    const ownNames = new Set((own ?? []).flatMap(names))
    const others = common.filter((ingredient) => !ingredient.names.some((name) => ownNames.has(nameKey(name))))
    const offered = new Set([...ownNames, ...others.flatMap(names)])
    const named = key.length > 2 ? (listed ?? []).filter(({ name }) => !offered.has(nameKey(name))) : []
    return [
      ...mine.map((ingredient) => ({ kind: 'own' as const, ingredient })),
      ...others.map((ingredient) => ({ kind: 'known' as const, ingredient })),
      ...named.map((ingredient) => ({ kind: 'listed' as const, ingredient })),
    ].slice(0, maxShown)
  }, [own, known, listed, key])
}
