import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { arc, pie } from 'd3-shape'
import { useId, useState } from 'react'
import type { DiscardReason } from '#domains/inventory/contract.ts'
import { percentWords, reasonWords } from '../report/messages.ts'

export interface Slice {
  reason: DiscardReason
  value: number
  /** The value as text. */
  words: string
}

const radius = 100
const slices = pie<Slice>()
  .value(({ value }) => value)
  .sort(null)
const shape = arc<{ startAngle: number; endAngle: number }>().innerRadius(54).outerRadius(radius).cornerRadius(2)
const labelArc = arc<{ startAngle: number; endAngle: number }>().innerRadius(77).outerRadius(77)
/** Narrower slices have their label in the legend only. */
const minLabelled = 0.07

/** Shares of a total. A slice is emphasized while its legend entry has the focus. */
export function PieChart({ parts, total }: { parts: readonly Slice[]; total: string }) {
  const id = useId()
  const [selectedReason, setSelectedReason] = useState<DiscardReason | null>(null)
  const sum = parts.reduce((all, { value }) => all + value, 0)
  const shares = slices([...parts])
  const selected = parts.find(({ reason }) => reason === selectedReason)
  return (
    <div className="@container">
      <div className="flex flex-col items-center gap-4 @md:flex-row">
        <svg aria-hidden="true" viewBox="-104 -104 208 208" className="w-48 shrink-0 @md:w-44">
          <Patterns id={id} />
          {shares.map((slice) => {
            const { reason } = slice.data
            const path = shape(slice) ?? ''
            const { fill, pattern } = reasonLooks[reason]
            return (
              <g
                key={reason}
                onPointerEnter={() => setSelectedReason(reason)}
                onPointerLeave={() => setSelectedReason(null)}
                className={clsx('transition-opacity duration-150', selectedReason !== null && selectedReason !== reason && 'opacity-35')}
              >
                <path d={path} className={clsx(fill, 'stroke-card')} strokeWidth={2.5} />
                {pattern === 'plain' ? null : <path d={path} fill={`url(#${id}-${pattern})`} />}
              </g>
            )
          })}
          {shares.map((slice) => {
            const share = slice.data.value / sum
            if (share < minLabelled) return null
            const [x, y] = labelArc.centroid(slice)
            return (
              <g key={slice.data.reason} className="pointer-events-none">
                <rect x={x - 20} y={y - 9.5} width={40} height={19} rx={9.5} className="fill-card" />
                <text x={x} y={y + 4.5} textAnchor="middle" className="figures fill-ink text-[0.8125rem] font-semibold">
                  {percentWords(share)}
                </text>
              </g>
            )
          })}
          <text y={-3} textAnchor="middle" className="figures fill-ink text-[1.375rem] font-semibold">
            {selected?.words ?? total}
          </text>
          <text y={18} textAnchor="middle" className="fill-ink-soft text-[0.8125rem]">
            {selected ? reasonWords[selected.reason] : t`total`}
          </text>
        </svg>
        <ul className="w-full min-w-0 flex-1 @md:w-auto">
          {parts.map(({ reason, value, words }) => (
            <li key={reason}>
              <button
                type="button"
                aria-pressed={selectedReason === reason}
                onFocus={() => setSelectedReason(reason)}
                onBlur={() => setSelectedReason(null)}
                onPointerEnter={() => setSelectedReason(reason)}
                onPointerLeave={() => setSelectedReason(null)}
                onClick={() => setSelectedReason(reason)}
                className="flex min-h-11 w-full items-center gap-2.5 rounded-control px-1.5 text-start text-sm hover:bg-hover"
              >
                <Swatch look={reasonLooks[reason]} id={`${id}-${reason}`} />
                <span className="min-w-0 flex-1 font-medium @md:whitespace-nowrap">{reasonWords[reason]}</span>
                <span className="figures text-xs text-ink-soft">{percentWords(value / sum)}</span>
                <span className="figures min-w-14 text-end font-semibold">{words}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/** A part's color, as fill and as background, and its pattern. Each alone identifies the part. */
export interface Look {
  fill: string
  ground: string
  pattern: Pattern
}
export type Pattern = 'plain' | 'rising' | 'dots' | 'falling' | 'cross' | 'level' | 'upright' | 'rings'

const look = (fill: string, ground: string, pattern: Pattern): Look => ({ fill, ground, pattern })

/** The spec's five reasons in order, then gray; donated and composted have a lighter pattern. */
export const reasonLooks: Record<DiscardReason, Look> = {
  expired: look('fill-chart-blue', 'bg-chart-blue', 'plain'),
  spoiled: look('fill-chart-green', 'bg-chart-green', 'rising'),
  forgotten: look('fill-chart-yellow', 'bg-chart-yellow', 'dots'),
  overbought: look('fill-chart-orange', 'bg-chart-orange', 'falling'),
  quality: look('fill-chart-purple', 'bg-chart-purple', 'cross'),
  other: look('fill-chart-gray', 'bg-chart-gray', 'level'),
  donated: look('fill-chart-green', 'bg-chart-green', 'upright'),
  composted: look('fill-chart-gray', 'bg-chart-gray', 'rings'),
}

const lines: Record<Exclude<Pattern, 'plain' | 'dots' | 'rings'>, string> = {
  rising: 'M-1 9 L9 -1 M-3 3 L3 -3 M5 11 L11 5',
  falling: 'M-1 -1 L9 9 M5 -3 L11 3 M-3 5 L3 11',
  cross: 'M0 4 H8 M4 0 V8',
  level: 'M0 4 H8',
  upright: 'M4 0 V8',
}

/** The patterns of one chart; their ids start with `id`. */
export function Patterns({ id }: { id: string }) {
  return (
    <defs>
      {Object.entries(lines).map(([name, path]) => (
        <pattern key={name} id={`${id}-${name}`} width={8} height={8} patternUnits="userSpaceOnUse">
          <path d={path} className="stroke-card" strokeWidth={1.6} fill="none" opacity={0.65} />
        </pattern>
      ))}
      <pattern id={`${id}-dots`} width={8} height={8} patternUnits="userSpaceOnUse">
        <circle cx={2} cy={2} r={1.5} className="fill-card" opacity={0.75} />
        <circle cx={6} cy={6} r={1.5} className="fill-card" opacity={0.75} />
      </pattern>
      <pattern id={`${id}-rings`} width={10} height={10} patternUnits="userSpaceOnUse">
        <circle cx={5} cy={5} r={2.6} fill="none" className="stroke-card" strokeWidth={1.4} opacity={0.75} />
      </pattern>
    </defs>
  )
}

export function Swatch({ look: { fill, pattern }, id }: { look: Look; id: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 18 18" className="size-4.5 shrink-0">
      <Patterns id={id} />
      <rect width={18} height={18} rx={4} className={fill} />
      {pattern === 'plain' ? null : <rect width={18} height={18} rx={4} fill={`url(#${id}-${pattern})`} />}
    </svg>
  )
}
