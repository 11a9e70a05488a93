/** The part of `oidc-provider` that the tests use; the package has no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface Interaction {
    readonly prompt: { readonly name: string }
    readonly params: Readonly<Record<string, unknown>>
    readonly session?: { readonly accountId: string }
  }
  interface Grant {
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }
  export default class Provider {
    constructor(issuer: string, configuration: object)
    readonly Grant: new (of: {
      accountId: string
      clientId: string
    }) => Grant
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object, options?: object): Promise<void>
  }
}
