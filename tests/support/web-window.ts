import { ReadableStream } from 'node:stream/web'

// Every browser's window has it, jsdom's has not.
Object.assign(globalThis, { ReadableStream })
