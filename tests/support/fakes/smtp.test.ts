import { expect, test } from 'vitest'
import { plainText } from './smtp.ts'

const part = (encoding: string, text: string) => `--b\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${text}\r\n`

test('keeps encoded-looking text in a part that isn’t quoted-printable', () => {
  const message = `Subject: x\r\n\r\n${part('7bit', 'https://l/reset?token=ABcd')}${part('quoted-printable', 'token=3DABcd and a=\r\nnother line')}--b--`
  expect(plainText(message)).toContain('reset?token=ABcd')
  expect(plainText(message)).toContain('token=ABcd and another line')
})
