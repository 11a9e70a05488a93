import { plural, t } from '@lingui/core/macro'
import clsx from 'clsx'
import { Star } from 'lucide-react'

const stars = [1, 2, 3, 4, 5] as const

/** A tap rates; tapping the same star again removes the rating. Read-only without `onRate`. */
export function RatingStars({ rating, onRate }: { rating: number | null; onRate?: ((rating: number | null) => void) | undefined }) {
  if (!onRate && rating === null) return null
  const look = (star: number) => clsx('size-5', rating !== null && rating >= star - 0.25 ? 'fill-soon text-soon-ink' : 'text-ink-faint')
  if (!onRate)
    return (
      <p className="figures flex items-center gap-1 font-semibold">
        <Star aria-hidden="true" className={look(1)} /> {rating} <span className="sr-only">{t`of 5 stars`}</span>
      </p>
    )
  return (
    <fieldset aria-label={t`Rating`} className="-ms-3 flex">
      {stars.map((star) => (
        <button
          key={star}
          type="button"
          aria-label={plural(star, { one: '# star', other: '# stars' })}
          aria-pressed={rating !== null && Math.round(rating) === star}
          onClick={() => onRate(rating === star ? null : star)}
          className="flex size-11 items-center justify-center rounded-control hover:bg-hover"
        >
          <Star aria-hidden="true" className={look(star)} />
        </button>
      ))}
    </fieldset>
  )
}
