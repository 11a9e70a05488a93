/**
 * Returns the next instant, `after` included, at which clocks in `timeZone` show `time` (`HH:MM`). If daylight saving time skips it, the
 * instant just after the gap; if it occurs twice, the first.
 */
export function nextLocalTime(timeZone: string, time: string, after: Date): Date {
  const start = Temporal.Instant.fromEpochMilliseconds(after.getTime()).toZonedDateTimeISO(timeZone)
  const plain = Temporal.PlainTime.from(time)
  for (let days = 0; ; days++) {
    const at = start.toPlainDate().add({ days }).toZonedDateTime({ timeZone, plainTime: plain })
    if (at.epochMilliseconds >= after.getTime()) return new Date(at.epochMilliseconds)
  }
}

/** Returns the time in `timeZone` as `HH:MM`. */
export function localTime(timeZone: string, at: Date): string {
  const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}
