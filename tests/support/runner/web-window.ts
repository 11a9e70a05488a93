import { ReadableStream } from 'node:stream/web'

// Every browser's window has them, jsdom's has not.
Object.assign(globalThis, { ReadableStream })
Object.assign(Reflect.get(globalThis, 'Element').prototype, { scrollIntoView() {} })
