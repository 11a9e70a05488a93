import { t } from '@lingui/core/macro'
import { ArrowLeft, ArrowRight, ChefHat, Utensils } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useHasRole } from '#domains/households/web/index.ts'
import { useWakeLock } from '#domains/shopping/web/index.ts'
import { navigate } from '#platform/web/ui/browser-location.ts'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { Link, useSearch } from '#platform/web/ui/router.tsx'
import type { Recipe } from '../../contract/index.ts'
import { linesOfStep, timersOf } from '../../rules/parse-step.ts'
import { scaleLine } from '../../rules/servings.ts'
import { useRecipe } from '../api/index.ts'
import { Timers, useTimers } from '../cook/timers.tsx'

/** Shows a recipe step by step, readable from the stove. Works offline once the recipe was opened on the device. */
export function CookPage() {
  useWakeLock()
  const raw = useSearch()
  const id = typeof raw['recipe'] === 'string' ? raw['recipe'] : null
  const { data: recipe, error, isFetching, refetch } = useRecipe(id)
  const requestedServings = Number(raw['servings'])
  if (id === null)
    return (
      <EmptyState
        icon={ChefHat}
        title={t`Nothing to cook yet`}
        action={
          <Link to="/recipes" className={buttonClass('primary')}>
            {t`Choose a recipe`}
          </Link>
        }
      />
    )
  if (!recipe)
    return error ? (
      <ErrorState error={error} title={t`Failed to load the recipe`} onRetry={() => void refetch()} busy={isFetching} />
    ) : (
      <SkeletonRows rows={4} />
    )
  return (
    <Steps
      recipe={recipe}
      at={Number(raw['step']) || 0}
      servings={Number.isInteger(requestedServings) && requestedServings > 0 ? requestedServings : recipe.servings}
    />
  )
}

/** Step 0 lists all ingredients. */
function Steps({ recipe, at, servings }: { recipe: Recipe; at: number; servings: number }) {
  const mayChange = useHasRole('MEMBER')
  const timers = useTimers()
  const steps = recipe.instructions
  const step = Math.min(Math.max(0, Math.trunc(at)), steps.length)
  const text = step === 0 ? null : (steps[step - 1] ?? '')
  const places = text === null ? recipe.lines.map((_line, place) => place) : linesOfStep(text, recipe.lines)
  const heading = useRef<HTMLHeadingElement>(null)
  const go = (next: number) => {
    if (next < 0 || next > steps.length) return
    navigate({ to: '/cook', search: { recipe: recipe.id, servings, step: next }, replace: true, keepScroll: true })
    heading.current?.focus()
  }
  const move = useRef(go)
  move.current = go
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLInputElement || event.altKey || event.ctrlKey || event.metaKey) return
      if (event.key === 'ArrowRight') move.current(step + 1)
      if (event.key === 'ArrowLeft') move.current(step - 1)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [step])
  const isLast = step === steps.length
  return (
    <>
      <PageHeader
        title={recipe.name}
        subtitle={t`For ${servings}`}
        actions={
          <Link to="/recipes" search={{ recipe: recipe.id, servings }} className={buttonClass('quiet')}>
            {t`Exit cook mode`}
          </Link>
        }
      />
      <section aria-label={t`Step`} className="mx-auto flex min-h-[calc(100dvh-12rem)] max-w-3xl flex-col gap-6">
        <h2 ref={heading} tabIndex={-1} className="text-base font-semibold text-ink-soft outline-none">
          {step === 0 ? t`Get everything ready` : t`Step ${step} of ${steps.length}`}
        </h2>
        {text === null ? null : <p className="display text-3xl leading-snug whitespace-pre-line sm:text-4xl">{text}</p>}
        <Timers step={step} times={text === null ? [] : timersOf(text)} timers={timers} />
        {places.length === 0 ? null : (
          <ul aria-label={t`Ingredients`} className="divide-y divide-line rounded-card border border-line bg-card px-4 text-xl">
            {places.map((place) => {
              const line = recipe.lines[place]
              return line ? (
                <li key={place} className="py-3">
                  {scaleLine(line, servings / recipe.servings)}
                </li>
              ) : null
            })}
          </ul>
        )}
        <nav
          aria-label={t`Steps`}
          data-action-bar=""
          className="sticky bottom-[calc(var(--bar)+0.75rem)] mt-auto flex gap-3 rounded-card border border-line bg-paper p-3"
        >
          <Button
            variant="quiet"
            className="min-h-14 flex-1"
            disabled={step === 0}
            icon={<ArrowLeft aria-hidden="true" className="size-6" />}
            onClick={() => go(step - 1)}
          >
            {t`Back`}
          </Button>
          {isLast ? (
            mayChange ? (
              <Link
                to="/recipes"
                search={{ recipe: recipe.id, servings, sheet: 'cook' }}
                className={buttonClass('primary', 'min-h-14 flex-1 justify-center')}
              >
                <Utensils aria-hidden="true" className="size-6" /> {t`I cooked this`}
              </Link>
            ) : null
          ) : (
            <Button className="min-h-14 flex-1" icon={<ArrowRight aria-hidden="true" className="size-6" />} onClick={() => go(step + 1)}>
              {step === 0 ? t`Start` : t`Next`}
            </Button>
          )}
        </nav>
      </section>
    </>
  )
}
