declare module '*.po' {
  export const messages: Readonly<Record<string, import('#platform/contract/message.ts').Message>>
}
