import { ArrowDown, ArrowRight, ArrowUp, Hourglass, Lightbulb } from 'lucide-react'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import type { WasteSummary } from '../../contract.ts'
import { ActButton } from './act-button.tsx'
import { countWords, dayWords, useMoney } from './words.ts'

/** What would make less of it, each with its button. */
export function Recommendations({ report }: { report: WasteSummary }) {
  const actionOf = new Map(report.actions.map((action) => [action.sentence, action]))
  return (
    <Card>
      <CardHeader title="Optimization Recommendations" icon={Lightbulb} />
      {report.recommendations.length === 0 ? (
        <p className="mt-1 text-ink-soft">Nothing to recommend: what goes to waste again and again shows here.</p>
      ) : (
        <ul className="mt-1 divide-y divide-line">
          {report.recommendations.map((sentence) => {
            const action = actionOf.get(sentence)
            return (
              <li key={sentence} className="flex min-h-14 items-center justify-between gap-x-4 gap-y-2 py-2 max-sm:flex-wrap max-sm:py-3">
                <span>{sentence}</span>
                {action ? <ActButton action={action} /> : null}
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}

const kinds = { eat_first: 'eaten first', freeze: 'frozen', offer: 'offered', lower_par: 'lower par level', smaller_pack: 'smaller pack' }
const verdicts = {
  fell: { tone: 'herb', icon: ArrowDown, words: 'Less waste' },
  same: { tone: 'stone', icon: ArrowRight, words: 'As before' },
  rose: { tone: 'soon', icon: ArrowUp, words: 'More waste' },
  too_soon: { tone: 'stone', icon: Hourglass, words: 'Too soon to tell' },
} as const

/** Whether what was done helped. */
export function FollowUps({ report }: { report: WasteSummary }) {
  const money = useMoney()
  if (report.followUps.length === 0) return null
  return (
    <Card>
      <CardHeader title="Did it help?" />
      <ul className="mt-1 divide-y divide-line">
        {report.followUps.map((one) => {
          const { tone, icon, words } = verdicts[one.verdict]
          const side = ({ cost, items }: typeof one.before) => (cost > 0 ? money(cost) : countWords(items, 'item'))
          return (
            <li key={one.ingredientId} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 py-3">
              <span className="min-w-0">
                <span className="block font-semibold">{one.ingredientName}</span>
                <span className="block text-sm text-ink-soft">
                  {one.kinds.map((kind) => kinds[kind]).join(', ')} since {dayWords(one.since)}
                  {one.verdict === 'too_soon'
                    ? ''
                    : `; ${side(one.after)} thrown away in ${countWords(one.days, 'day')}, ${side(one.before)} in as many before`}
                </span>
              </span>
              <Badge tone={tone} icon={icon}>
                {words}
              </Badge>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
