/**
 * The next moment at which clocks in `timeZone` show `time` (`HH:MM`), from `after` on, itself included. Where the clocks are put forward
 * over it, it is the moment they are; where they show it twice, the first.
 */
export function nextLocalTime(timeZone: string, time: string, after: Date): Date {
  const start = Temporal.Instant.fromEpochMilliseconds(after.getTime()).toZonedDateTimeISO(timeZone)
  const plain = Temporal.PlainTime.from(time)
  for (let days = 0; ; days++) {
    const at = start.toPlainDate().add({ days }).toZonedDateTime({ timeZone, plainTime: plain })
    if (at.epochMilliseconds >= after.getTime()) return new Date(at.epochMilliseconds)
  }
}

/** `HH:MM` on the clocks of `timeZone`. */
export function localTime(timeZone: string, at: Date): string {
  const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}
