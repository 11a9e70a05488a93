/** Runs `work` for each item in turn. One that fails doesn't stop the others: the first failure is thrown at the end. */
export async function runEach<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) await work(item).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
