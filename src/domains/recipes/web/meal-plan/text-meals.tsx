import { t } from '@lingui/core/macro'
import { Spinner } from '#platform/web/ui/progress.tsx'

interface Props {
  /** What was typed; offered first. */
  typed: string
  /** The text being planned; null if none is. */
  chosen: string | null
  onChoose: (text: string) => void
}

/** Plans something without a recipe: what was typed, or what many days have. */
export function TextMeals({ typed, chosen, onChoose }: Props) {
  const usual = [t`Eating out`, t`Leftovers`, t`Takeout`]
  const texts = typed === '' || usual.includes(typed) ? usual : [typed, ...usual]
  return (
    <section aria-label={t`Without a recipe`}>
      <p className="mb-1.5 text-sm text-ink-soft">{t`Or plan something without a recipe:`}</p>
      <ul className="flex flex-wrap gap-2">
        {texts.map((text) => (
          <li key={text}>
            <button
              type="button"
              aria-busy={chosen === text || undefined}
              aria-disabled={chosen !== null || undefined}
              onClick={() => onChoose(text)}
              className="flex min-h-11 max-w-full items-center gap-2 rounded-full border border-edge/60 bg-card px-4 font-semibold text-ink-soft hover:bg-hover aria-disabled:opacity-55"
            >
              <span className="min-w-0 truncate">{text === typed ? t`“${typed}”` : text}</span>
              {chosen === text ? <Spinner /> : null}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
