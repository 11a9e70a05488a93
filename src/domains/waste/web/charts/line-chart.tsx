import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { scaleLinear, scalePoint } from 'd3-scale'
import { line } from 'd3-shape'
import { useState } from 'react'
import type { TrendPoint } from '../../contract.ts'
import { itemWords, monthShort, monthWords } from '../report/messages.ts'
import { useWidth } from './chart-card.tsx'

const height = 208
const edge = { top: 14, right: 40, bottom: 6, left: 56 }

/** Cost and number of records by month: a solid line with round points and a dashed one with square points, each with its own scale. */
export function LineChart({ points, money }: { points: readonly TrendPoint[]; money: (amount: number) => string }) {
  const [container, width] = useWidth<HTMLDivElement>()
  const [selectedKey, setSelectedKey] = useState<string | null>(null)
  const x = scalePoint(
    points.map(({ month }) => month),
    [edge.left, Math.max(edge.left + 1, width - edge.right)],
  ).padding(0.5)
  const [bottom, top] = [height - edge.bottom, edge.top]
  const cost = scaleLinear([0, Math.max(1, ...points.map((point) => point.cost))], [bottom, top]).nice(4)
  const items = scaleLinear([0, Math.max(4, ...points.map((point) => point.items))], [bottom, top]).nice(4)
  const at = ({ month }: TrendPoint) => x(month) ?? 0
  const costLine = line<TrendPoint>(at, ({ cost: value }) => cost(value))
  const itemLine = line<TrendPoint>(at, ({ items: value }) => items(value))
  const ticks = cost.ticks(4)
  const selected = points.find(({ month }) => month === selectedKey) ?? points.at(-1)
  return (
    <div ref={container}>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1 text-sm">
        <Key isCost name={t`Cost`} />
        <Key name={t`Items`} />
        {selected ? (
          <p aria-live="polite" className="figures ms-auto text-ink-soft">
            <Trans>
              {monthWords(selected.month)}: <strong className="text-ink">{money(selected.cost)}</strong>, {itemWords(selected.items)}
            </Trans>
          </p>
        ) : null}
      </div>
      <svg aria-hidden="true" width="100%" height={height} viewBox={`0 0 ${Math.max(1, width)} ${height}`} className="mt-2 block">
        {ticks.map((value) => (
          <g key={value}>
            <line x1={edge.left} x2={width - edge.right} y1={cost(value)} y2={cost(value)} className="stroke-line" />
            <text x={edge.left - 8} y={cost(value) + 4} textAnchor="end" className="figures fill-ink-soft text-xs">
              {ticks.every(Number.isInteger) ? money(value).replace(/\.00$/, '') : money(value)}
            </text>
          </g>
        ))}
        {items.ticks(4).map((value) =>
          Number.isInteger(value) ? (
            <text key={value} x={width - edge.right + 8} y={items(value) + 4} className="figures fill-ink-soft text-xs">
              {value}
            </text>
          ) : null,
        )}
        <path d={itemLine([...points]) ?? ''} className="fill-none stroke-chart-orange" strokeWidth={2} strokeDasharray="5 4" />
        <path d={costLine([...points]) ?? ''} className="fill-none stroke-chart-blue" strokeWidth={2.5} />
        {selected && selectedKey !== null ? (
          <line x1={at(selected)} x2={at(selected)} y1={top} y2={bottom} className="stroke-edge" />
        ) : null}
        {points.map((point) => (
          <g key={point.month} onPointerEnter={() => setSelectedKey(point.month)}>
            <rect x={at(point) - x.step() / 2} y={0} width={Math.max(1, x.step())} height={height} className="fill-transparent" />
            <rect
              x={at(point) - 4}
              y={items(point.items) - 4}
              width={8}
              height={8}
              className="fill-card stroke-chart-orange"
              strokeWidth={2}
            />
            <circle cx={at(point)} cy={cost(point.cost)} r={4.5} className="fill-chart-blue stroke-card" strokeWidth={1.5} />
          </g>
        ))}
      </svg>
      {/* The months are the chart's keyboard: they stand under their points. */}
      <ul className="flex pe-10 ps-14">
        {points.map((point) => (
          <li key={point.month} className="min-w-0 flex-1">
            <button
              type="button"
              onFocus={() => setSelectedKey(point.month)}
              onPointerEnter={() => setSelectedKey(point.month)}
              onClick={() => setSelectedKey(point.month)}
              className={clsx(
                'min-h-11 w-full truncate rounded-control text-xs font-medium hover:bg-hover',
                selectedKey === point.month ? 'text-ink' : 'text-ink-soft',
              )}
            >
              {`${monthShort(point.month)} `}
              <span className="sr-only">{`${point.month.slice(0, 4)}: ${money(point.cost)}, ${itemWords(point.items)}`}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Key({ isCost = false, name }: { isCost?: boolean; name: string }) {
  return (
    <span className="inline-flex items-center gap-2 font-medium">
      <svg aria-hidden="true" viewBox="0 0 28 12" className="h-3 w-7">
        <line
          x1={0}
          x2={28}
          y1={6}
          y2={6}
          className={isCost ? 'stroke-chart-blue' : 'stroke-chart-orange'}
          strokeWidth={2.5}
          strokeDasharray={isCost ? undefined : '5 4'}
        />
        {isCost ? (
          <circle cx={14} cy={6} r={4.5} className="fill-chart-blue" />
        ) : (
          <rect x={10} y={2} width={8} height={8} className="fill-card stroke-chart-orange" strokeWidth={2} />
        )}
      </svg>
      {name}
    </span>
  )
}
