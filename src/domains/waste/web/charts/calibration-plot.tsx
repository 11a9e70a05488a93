import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { scaleLinear, scaleSqrt } from 'd3-scale'
import { useState } from 'react'
import type { BackTestReport } from '../../contract.ts'
import { percentWords } from '../report/messages.ts'
import { useWidth } from './chart-card.tsx'

const edge = { top: 18, right: 20, bottom: 44, left: 68 }
const marks = [0, 0.25, 0.5, 0.75, 1]

/** Predicted against actual waste: points on the line are accurate, above it too low, below it too high. */
export function CalibrationPlot({ bins }: { bins: BackTestReport['bins'] }) {
  const [container, width] = useWidth<HTMLDivElement>()
  const [selectedKey, setSelectedKey] = useState<number | null>(null)
  const side = Math.min(340, Math.max(220, width))
  const x = scaleLinear([0, 1], [edge.left, side - edge.right])
  const y = scaleLinear([0, 1], [side - edge.bottom, edge.top])
  const size = scaleSqrt([0, Math.max(1, ...bins.map(({ count }) => count))], [3.5, 13])
  const selected = bins.find(({ from }) => from === selectedKey)
  return (
    <div ref={container}>
      <svg aria-hidden="true" width={side} height={side} viewBox={`0 0 ${side} ${side}`} className="mx-auto block">
        {marks.map((mark) => (
          <g key={mark}>
            <line x1={x(mark)} x2={x(mark)} y1={y(0)} y2={y(1)} className="stroke-line" />
            <line x1={x(0)} x2={x(1)} y1={y(mark)} y2={y(mark)} className="stroke-line" />
            <text x={x(mark)} y={y(0) + 18} textAnchor="middle" className="figures fill-ink-soft text-xs">
              {percentWords(mark)}
            </text>
            <text x={x(0) - 8} y={y(mark) + 4} textAnchor="end" className="figures fill-ink-soft text-xs">
              {percentWords(mark)}
            </text>
          </g>
        ))}
        <line x1={x(0)} y1={y(0)} x2={x(1)} y2={y(1)} className="stroke-edge" strokeWidth={1.5} strokeDasharray="6 5" />
        <text x={(x(0) + x(1)) / 2} y={side - 6} textAnchor="middle" className="fill-ink-soft text-xs">
          <Trans>Predicted</Trans>
        </text>
        <text
          x={12}
          y={(y(0) + y(1)) / 2}
          textAnchor="middle"
          transform={`rotate(-90 12 ${(y(0) + y(1)) / 2})`}
          className="fill-ink-soft text-xs"
        >
          <Trans>Actual</Trans>
        </text>
        {bins.map((bin) => (
          <circle
            key={bin.from}
            cx={x(bin.said)}
            cy={y(bin.happened)}
            r={size(bin.count)}
            onPointerEnter={() => setSelectedKey(bin.from)}
            className={clsx('stroke-chart-blue', selectedKey === bin.from ? 'fill-chart-blue' : 'fill-chart-blue/60')}
          />
        ))}
      </svg>
      {/* The plot's keyboard: one for each point. */}
      <ul className="flex flex-wrap justify-center">
        {bins.map((bin) => (
          <li key={bin.from}>
            <button
              type="button"
              aria-label={describeBin(bin)}
              onFocus={() => setSelectedKey(bin.from)}
              onPointerEnter={() => setSelectedKey(bin.from)}
              onClick={() => setSelectedKey(bin.from)}
              className={clsx(
                'figures min-h-11 min-w-11 rounded-control px-1.5 text-xs font-medium hover:bg-hover',
                selectedKey === bin.from ? 'text-ink' : 'text-ink-soft',
              )}
            >
              {percentWords(bin.said)}
            </button>
          </li>
        ))}
      </ul>
      <p aria-live="polite" className="mt-1 min-h-6 text-center text-sm text-ink-soft">
        {selected ? describeBin(selected) : t`The closer to the dashed line, the better.`}
      </p>
    </div>
  )
}

const describeBin = ({ said, happened, count }: BackTestReport['bins'][number]) =>
  plural(count, {
    one: `# item with a predicted risk of ${percentWords(said)}: ${percentWords(happened)} wasted`,
    other: `# items with a predicted risk of ${percentWords(said)}: ${percentWords(happened)} wasted`,
  })
