import { ReadableStream } from 'node:stream/web'

// Browsers have these; jsdom doesn't.
Object.assign(globalThis, { ReadableStream })
Object.assign(Reflect.get(globalThis, 'Element').prototype, { scrollIntoView() {} })
