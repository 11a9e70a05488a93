/** Work that waits until its calls pause. */
interface Debounced {
  /** Runs the work in `delayMs`, unless another call comes before. */
  call(): void
  /** Drops a call that waits. */
  cancel(): void
}

export function debounce(delayMs: number, work: () => void): Debounced {
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = () => clearTimeout(timer)
  return {
    call() {
      cancel()
      timer = setTimeout(work, delayMs)
    },
    cancel,
  }
}
