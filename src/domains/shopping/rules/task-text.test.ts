import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseXml, XmlError } from './dav-xml.ts'
import { formatTask, parseTask, TaskTextError } from './vtodo.ts'

// Texts that programs send, damaged at random.

const task =
  'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VTIMEZONE\r\nTZID:Europe/Berlin\r\nEND:VTIMEZONE\r\nBEGIN:VTODO\r\nUID:u@x\r\nSUMMARY;LANGUAGE="en":2 kg Pota\r\n toes\\, waxy\r\nDUE;TZID=Europe/Berlin:20261128T100000\r\nBEGIN:VALARM\r\nTRIGGER:-PT5M\r\nEND:VALARM\r\nEND:VTODO\r\nEND:VCALENDAR\r\n'
const xml =
  '<?xml version="1.0"?><D:propfind xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><D:getetag/><C:calendar-data a="&amp;&#65;"><![CDATA[x]]></C:calendar-data></D:prop></D:propfind>'

const pieces = [
  ...['\r\n', '\n ', ':', ';', '"', '\\', 'BEGIN:VTODO\r\n', 'END:VTODO\r\n', 'UID:', '\u0000', '\u202e', '\ud800', '€', '😀'],
  ...[
    '<',
    '>',
    '/>',
    '</',
    '&',
    '&x;',
    '&#x110000;',
    '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
    '<!--',
    ']]>',
    '<?',
    'xmlns="',
    '=',
  ],
]
const edit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  cut: fc.nat(12),
  piece: fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 6 })),
  times: fc.constantFrom(1, 1, 1, 1, 300),
})
const damaged = (text: string) =>
  fc.array(edit, { minLength: 0, maxLength: 8 }).map((edits) =>
    edits.reduce((all, { at, cut, piece, times }) => {
      const from = Math.floor(at * all.length)
      return all.slice(0, from) + piece.repeat(times) + all.slice(from + cut)
    }, text),
  )

it('refuses damaged tasks, or reads them as texts that it reads again', () => {
  const seen = { read: 0, refused: 0 }
  fc.assert(
    fc.property(damaged(task), (text) => {
      try {
        const parsed = parseTask(text)
        seen.read += 1
        const at = '2026-11-27T01:00:00.000Z'
        const again = parseTask(formatTask({ ...parsed, checkedAt: null, createdAt: at, updatedAt: at }))
        expect(again).toEqual({ ...parsed })
      } catch (error) {
        if (!(error instanceof TaskTextError)) throw error
        seen.refused += 1
      }
    }),
    { numRuns: 3_000 },
  )
  expect(Math.min(seen.read, seen.refused)).toBeGreaterThan(100)
})

it('refuses damaged XML, or reads it without an entity or a document type', () => {
  const seen = { read: 0, refused: 0 }
  fc.assert(
    fc.property(damaged(xml), (text) => {
      try {
        const read = JSON.stringify(parseXml(text))
        seen.read += 1
        expect(read).not.toContain('root:')
      } catch (error) {
        if (!(error instanceof XmlError)) throw error
        seen.refused += 1
      }
    }),
    { numRuns: 3_000 },
  )
  expect(Math.min(seen.read, seen.refused)).toBeGreaterThan(100)
})
