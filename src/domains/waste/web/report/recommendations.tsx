import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ArrowDown, ArrowRight, ArrowUp, Hourglass, Lightbulb } from 'lucide-react'
import { useMoney } from '#domains/households/web/index.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import type { WasteSummary } from '../../contract.ts'
import { ActionButton } from './action-button.tsx'
import { dayWords, itemWords } from './messages.ts'

export function Recommendations({ report }: { report: WasteSummary }) {
  const actionOf = new Map(report.actions.map((action) => [action.sentence, action]))
  return (
    <Card>
      <CardHeader title={t`Optimization Recommendations`} icon={Lightbulb} />
      {report.recommendations.length === 0 ? (
        <p className="mt-1 text-ink-soft">
          <Trans>No recommendations. Food that’s wasted repeatedly will show up here.</Trans>
        </p>
      ) : (
        <ul className="mt-1 divide-y divide-line">
          {report.recommendations.map((sentence) => {
            const action = actionOf.get(sentence)
            return (
              <li key={sentence} className="flex min-h-14 items-center justify-between gap-x-4 gap-y-2 py-2 max-sm:flex-wrap max-sm:py-3">
                <span>{sentence}</span>
                {action ? <ActionButton action={action} /> : null}
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}

const kinds = {
  eat_first: t`eaten first`,
  freeze: t`frozen`,
  offer: t`offered`,
  lower_par: t`lower minimum`,
  smaller_pack: t`smaller pack`,
}
const verdicts = {
  fell: { tone: 'herb', icon: ArrowDown, words: t`Less waste` },
  same: { tone: 'stone', icon: ArrowRight, words: t`No change` },
  rose: { tone: 'soon', icon: ArrowUp, words: t`More waste` },
  too_soon: { tone: 'stone', icon: Hourglass, words: t`Too soon to tell` },
} as const

type FollowUp = WasteSummary['followUps'][number]
function describeFollowUp({ kinds: done, since, verdict, days }: FollowUp, after: string, before: string): string {
  const what = t`${done.map((kind) => kinds[kind]).join(', ')} since ${dayWords(since)}`
  if (verdict === 'too_soon') return what
  const compared = plural(days, {
    one: `${after} thrown away in # day, ${before} the day before`,
    other: `${after} thrown away in # days, ${before} in the # days before`,
  })
  return `${what}; ${compared}`
}

/** Shows whether earlier actions helped. */
export function FollowUps({ report }: { report: WasteSummary }) {
  const money = useMoney()
  if (report.followUps.length === 0) return null
  return (
    <Card>
      <CardHeader title={t`Did it help?`} />
      <ul className="mt-1 divide-y divide-line">
        {report.followUps.map((one) => {
          const { tone, icon, words } = verdicts[one.verdict]
          const side = ({ cost, items }: typeof one.before) => (cost > 0 ? money(cost) : itemWords(items))
          return (
            <li key={one.ingredientId} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 py-3">
              <span className="min-w-0">
                <span className="block font-semibold">{one.ingredientName}</span>
                <span className="block text-sm text-ink-soft">{describeFollowUp(one, side(one.after), side(one.before))}</span>
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
