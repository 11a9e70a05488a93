declare module '*.po' {
  export const messages: Readonly<Record<string, import('./message.ts').Message>>
}
