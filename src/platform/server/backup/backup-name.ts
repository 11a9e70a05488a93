/**
 * What a backup's file is called: by the moment it was begun, so that names sort by age. One that is made before an upgrade also names
 * the last step of the schema it was made of.
 */
export const backupName = (at: Date, schema?: string): string =>
  `larder-${at.toISOString().replace(/[-:.]/g, '')}${schema === undefined ? '' : `-of-${schema}`}.backup`

const pattern = /^larder-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z(-of-[\w.]+)?\.backup$/

/** When a backup was begun, as an instant, by its file's name; null for a file that is none. */
export function backupTime(name: string): string | null {
  const [, year, month, day, hour, minute, second, ms] = pattern.exec(name) ?? []
  return year === undefined ? null : `${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`
}

/** Whether it is one that was made before an upgrade. */
export const isBeforeUpgrade = (name: string): boolean => pattern.exec(name)?.[8] !== undefined
