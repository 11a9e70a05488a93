/** Asks the person for their password or a passkey. Resolves to true once the server has accepted it, false if they cancel. */
type Prompt = () => Promise<boolean>

let prompt: Prompt | null = null
let queryOptions: Promise<boolean> | null = null

/** Sets who asks. Returns how to stop. */
export function promptForRecentAuth(ask: Prompt): () => void {
  prompt = ask
  return () => {
    if (prompt === ask) prompt = null
  }
}

/** Requests that are refused at the same time share one question. */
export function renewRecentAuth(): Promise<boolean> {
  queryOptions ??= (prompt?.() ?? Promise.resolve(false)).finally(() => {
    queryOptions = null
  })
  return queryOptions
}
