/** What a backup's file is called: by the moment it was begun, so that names sort by age. */
export const archiveName = (at: Date): string => `larder-${at.toISOString().replace(/[-:.]/g, '')}.backup`

const pattern = /^larder-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z\.backup$/

/** When a backup was begun, as an instant, by its file's name; null for a file that is none. */
export function archivedAt(name: string): string | null {
  const [, year, month, day, hour, minute, second, ms] = pattern.exec(name) ?? []
  return year === undefined ? null : `${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`
}
