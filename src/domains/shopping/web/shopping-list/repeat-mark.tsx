import { Repeat } from 'lucide-react'

/** Marks a row that repeats. `words` say how often. */
export const RepeatMark = ({ words }: { words: string }) => (
  <span title={words} className="inline-flex shrink-0 align-middle text-ink-soft">
    <Repeat aria-hidden="true" className="size-3.5" />
    <span className="sr-only">{words}</span>
  </span>
)
