import { t } from '@lingui/core/macro'
import { ChartLine, Table2 } from 'lucide-react'
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'

/** A chart that can be shown as a table with the same figures. */
export function ChartCard({
  title,
  chart,
  table,
  note,
  className,
}: {
  title: string
  chart: ReactNode
  table: { head: readonly string[]; rows: readonly (readonly string[])[] }
  note?: ReactNode
  className?: string
}) {
  const [asTable, setAsTable] = useState(false)
  const id = useId()
  const Icon = asTable ? ChartLine : Table2
  return (
    <Card aria-labelledby={id} className={className}>
      <CardHeader
        title={<span id={id}>{title}</span>}
        aside={
          <Button
            variant="plain"
            icon={<Icon aria-hidden="true" className="size-4.5" />}
            onClick={() => setAsTable(!asTable)}
            aria-label={asTable ? t`${title}: show as chart` : t`${title}: show as table`}
            className="-me-2 px-2.5 text-sm"
          >
            <span className="max-sm:sr-only">{asTable ? t`Chart` : t`Table`}</span>
          </Button>
        }
      />
      <div className="mt-2">{asTable ? <FiguresTable label={title} {...table} /> : chart}</div>
      {note ? <p className="mt-3 text-sm text-ink-soft">{note}</p> : null}
    </Card>
  )
}

/** The first column is the row's header. */
export function FiguresTable({ label, head, rows }: { label: string; head: readonly string[]; rows: readonly (readonly string[])[] }) {
  return (
    <div className="overflow-x-auto">
      <table aria-label={label} className="w-full text-start text-sm">
        <thead>
          <tr className="border-b border-line text-ink-soft">
            {head.map((word, i) => (
              <th
                key={word}
                scope="col"
                className={i === 0 ? 'py-2 pe-3 font-semibold' : 'px-1.5 py-2 text-end font-semibold last:pe-0 sm:px-3'}
              >
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(([name, ...figures]) => (
            <tr key={name}>
              <th scope="row" className="py-2 pe-3 font-medium">
                {name}
              </th>
              {figures.map((figure, i) => (
                <td key={head[i + 1]} className="figures px-1.5 py-2 text-end last:pe-0 sm:px-3">
                  {figure}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Returns a ref and the element's width in CSS pixels, so that text keeps its size; 0 until measured. */
export function useWidth<E extends Element>(): [RefObject<E | null>, number] {
  const ref = useRef<E>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => setWidth(Math.floor(element.getBoundingClientRect().width) || 320)
    measure()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}
