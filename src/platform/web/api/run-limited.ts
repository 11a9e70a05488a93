const maxAtOnce = 4

/** Runs `work` for every item, at most four at once. Logs failures, and returns the items for which it succeeded. */
export async function runLimited<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<T[]> {
  const done: T[] = []
  const rest = items.values()
  const runRest = async () => {
    for (const item of rest)
      await work(item).then(
        () => done.push(item),
        (error: unknown) => console.error(error instanceof Error ? error.message : error),
      )
  }
  await Promise.all(Array.from({ length: maxAtOnce }, runRest))
  return done
}
