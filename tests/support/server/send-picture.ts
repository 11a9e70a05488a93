import type { Person, TestApp, TestResponse } from './test-app.ts'

/** Sends a picture as a form with the one field `image`, as scanning takes it. */
export function sendPicture(testApp: TestApp, person: Person, path: string, picture: Buffer): Promise<TestResponse<unknown>> {
  const payload = Buffer.concat([
    Buffer.from('--x\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n'),
    picture,
    Buffer.from('\r\n--x--\r\n'),
  ])
  const headers = {
    authorization: `Bearer ${person.token}`,
    'x-household-id': person.home ?? '',
    'content-type': 'multipart/form-data; boundary=x',
  }
  return testApp.inject({ method: 'POST', url: path, headers, payload })
}
