import { t } from '@lingui/core/macro'
import { CookingPot, ShoppingBasket, Utensils } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { errorMessage } from '#platform/web/api/call.ts'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Link } from '#platform/web/ui/router.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import type { SearchChange } from '#platform/web/ui/use-url-state.ts'
import type { Recipe } from '../../contract/index.ts'
import { totalMinutes } from '../../rules/recipe-time.ts'
import { scaleLine } from '../../rules/servings.ts'
import { countLines, isLacking } from '../../rules/stock-for-recipes.ts'
import { addMissingToList } from '../api/add-missing.ts'
import { useRecipe, useRecipeStock } from '../api/index.ts'
import { createRecipeLink, endRecipeLink, useRecipeLinks } from '../api/links.ts'
import { CookReview } from '../cook/cook-review.tsx'
import { ChooseCookbooksDialog } from '../cookbooks/choose-cookbooks-dialog.tsx'
import { StockBadge } from '../recipe-list/recipe-card.tsx'
import { formatMinutes, noFilters } from '../recipe-list/use-recipe-filters.ts'
import { Cookings } from './cookings.tsx'
import { DietWarnings } from './diet-warnings.tsx'
import { IngredientList } from './ingredient-list.tsx'
import { MissingDialog } from './missing-dialog.tsx'
import { RecipeHead, ServingsStepper } from './recipe-head.tsx'
import { RecipeNotes } from './recipe-notes.tsx'
import { ShareDialog } from './share-dialog.tsx'

interface Props {
  id: string | null
  /** The planned meal from which it was opened. */
  entry: string | null
  /** From the URL; null for the recipe's own. */
  servings: number | null
  isCooking: boolean
  mayChange: boolean
  /** Replaces the current view. */
  onChange: (part: SearchChange) => void
  /** Opens on top of the current view. */
  onOpen: (part: SearchChange) => void
  /** Returns to the previous view. */
  onClose: (fields: SearchChange) => void
}

const nothingOpen = { recipe: undefined, entry: undefined, servings: undefined, sheet: undefined }

export function RecipeSheet({ id, entry, servings, isCooking, mayChange, onChange, onOpen, onClose }: Props) {
  const { data: recipe, error, refetch, isFetching } = useRecipe(id)
  const [chosen, setChosen] = useState(servings)
  const shown = chosen ?? recipe?.servings ?? 4
  const stock = useRecipeStock(id, chosen ?? undefined, entry)
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another recipe begins with its own servings
  useEffect(() => {
    setChosen(servings)
    setTrouble(null)
  }, [id, servings])
  const [isChoosing, setChoosing] = useState(false)
  const [isSharing, setSharing] = useState(false)
  const [isFiling, setFiling] = useState(false)
  const lacking = stock.data?.lines.filter(isLacking) ?? []
  const close = () => onClose(nothingOpen)
  const attempt = async (work: () => Promise<unknown>, failed: string) => {
    setBusy(true)
    setTrouble(null)
    try {
      await work()
    } catch (failure) {
      setTrouble(errorMessage(failure, failed))
    } finally {
      setBusy(false)
    }
  }
  const isOpen = id !== null
  if (isCooking && recipe && isOpen)
    return (
      <CookReview
        recipe={recipe}
        entry={entry}
        servings={shown}
        lines={stock.data?.lines ?? null}
        onServings={setChosen}
        onClose={() => onClose({ sheet: undefined })}
      />
    )
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => open || close()}
      title={recipe?.name ?? t`Recipe`}
      size="large"
      footer={
        mayChange && recipe ? (
          <>
            <Button
              variant="quiet"
              busy={busy}
              busyLabel={t`Adding...`}
              disabled={stock.data === undefined}
              icon={<ShoppingBasket aria-hidden="true" className="size-5" />}
              onClick={() => (lacking.length > 0 ? setChoosing(true) : toast.done(t`Nothing is missing`))}
            >
              {t`Add to Shopping List`}
            </Button>
            <Button icon={<Utensils aria-hidden="true" className="size-5" />} onClick={() => onOpen({ sheet: 'cook' })}>
              {t`I cooked this`}
            </Button>
          </>
        ) : undefined
      }
    >
      {recipe ? (
        <article className="space-y-5">
          {trouble === null ? null : <Notice tone="error">{trouble}</Notice>}
          <RecipeHead
            recipe={recipe}
            mayChange={mayChange}
            onEdit={() => onOpen({ sheet: 'edit' })}
            onShare={() => setSharing(true)}
            onFile={() => setFiling(true)}
            onCookbook={(cookbook) => onChange({ ...nothingOpen, ...noFilters, cookbook })}
            onCopy={(copy) => onChange({ recipe: copy, sheet: 'edit' })}
            onRemoved={close}
            onTag={(tag) => onChange({ ...nothingOpen, tag })}
            attempt={attempt}
          />
          <DietWarnings recipe={recipe} />
          <section aria-label={t`Ingredients`}>
            <div className="flex flex-wrap items-center justify-between gap-2">
              <div className="flex flex-wrap items-center gap-x-3">
                <h3 className="display text-xl">{t`Ingredients`}</h3>
                {stock.data ? <StockBadge recipe={{ stock: countLines(stock.data.lines) }} /> : null}
              </div>
              <ServingsStepper servings={shown} onChange={setChosen} />
            </div>
            <IngredientList recipe={recipe} stock={stock.data?.lines ?? null} servings={shown} mayChange={mayChange} />
          </section>
          <section aria-label={t`Instructions`}>
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h3 className="display text-xl">{t`Instructions`}</h3>
              {recipe.instructions.length > 0 ? (
                <Link to="/cook" search={{ recipe: recipe.id, servings: shown }} className={buttonClass('quiet')}>
                  <CookingPot aria-hidden="true" className="size-5" /> {t`Cook mode`}
                </Link>
              ) : null}
            </div>
            <ol className="mt-2 space-y-3">
              {recipe.instructions.map((step, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
                <li key={at} className="flex gap-3">
                  <span
                    aria-hidden="true"
                    className="figures flex size-7 shrink-0 items-center justify-center rounded-full bg-sunken text-sm font-semibold"
                  >
                    {at + 1}
                  </span>
                  <p className="whitespace-pre-line">{step}</p>
                </li>
              ))}
            </ol>
          </section>
          <RecipeNotes recipe={recipe} mayChange={mayChange} />
          <Cookings recipe={recipe} mayChange={mayChange} />
          {isChoosing ? (
            <MissingDialog
              lines={lacking}
              onAdd={(places, list) => {
                setChoosing(false)
                const chosen = lacking.filter(({ place }) => places.includes(place))
                void attempt(() => addMissingToList(recipe, shown, chosen, list), t`Failed to add to the shopping list`)
              }}
              onClose={() => setChoosing(false)}
            />
          ) : null}
          {isSharing ? (
            <ShareDialog
              name={recipe.name}
              description={t`Anyone with the link can read this recipe without an account, and import it into their app. They see neither your notes nor anything else of your household.`}
              label={t`Link to this recipe`}
              links={{ id: recipe.id, use: useRecipeLinks, create: createRecipeLink, end: endRecipeLink }}
              onClose={() => setSharing(false)}
            />
          ) : null}
          {isFiling ? <ChooseCookbooksDialog title={recipe.name} recipeIds={[recipe.id]} onClose={() => setFiling(false)} /> : null}
          <PrintableRecipe recipe={recipe} servings={shown} />
        </article>
      ) : error ? (
        <ErrorState error={error} title={t`Failed to load the recipe`} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <SkeletonRows rows={6} />
      )}
    </Dialog>
  )
}

/** The recipe for printing, with the chosen servings. Visible in print only. */
export function PrintableRecipe({ recipe, servings }: { recipe: Recipe; servings: number }) {
  const time = totalMinutes(recipe)
  return createPortal(
    <div className="print-sheet" aria-hidden="true">
      <p className="display text-2xl">{recipe.name}</p>
      <p>
        {t`For ${servings}`}
        {time > 0 ? `, ${formatMinutes(time)}` : ''}
        {recipe.description === '' ? '' : `. ${recipe.description}`}
      </p>
      <div className="mt-4 columns-2 gap-8">
        {recipe.lines.map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
          <p key={place} className="break-inside-avoid">
            {scaleLine(line, servings / recipe.servings)}
          </p>
        ))}
      </div>
      <ol className="mt-4 list-decimal space-y-2 ps-6">
        {recipe.instructions.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
          <li key={at} className="break-inside-avoid whitespace-pre-line">
            {step}
          </li>
        ))}
      </ol>
      {recipe.notes === '' ? null : <p className="mt-4 whitespace-pre-line">{recipe.notes}</p>}
      {recipe.sourceUrl === null ? null : <p className="mt-4 text-sm">{recipe.sourceUrl}</p>}
    </div>,
    document.body,
  )
}
