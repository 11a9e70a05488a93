/** Works on each row, then throws the first failure, so that one household doesn't hold up others. */
export async function forEachRow<T>(rows: Iterable<T>, work: (row: T) => Promise<void>): Promise<void> {
  const failures: unknown[] = []
  for (const row of rows) await work(row).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
