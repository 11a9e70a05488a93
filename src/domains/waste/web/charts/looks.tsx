import type { DiscardReason } from '#domains/inventory/contract.ts'

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
  other: look('fill-chart-grey', 'bg-chart-grey', 'level'),
  donated: look('fill-chart-green', 'bg-chart-green', 'upright'),
  composted: look('fill-chart-grey', 'bg-chart-grey', 'rings'),
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
