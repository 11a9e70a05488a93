/** Prompts for the password or a passkey. Resolves to true once the server has accepted it, false if the person cancels. */
type Prompt = () => Promise<boolean>

let prompt: Prompt | null = null
let queryOptions: Promise<boolean> | null = null

/** Sets the prompt. Returns a function that removes it. */
export function promptForRecentAuth(ask: Prompt): () => void {
  prompt = ask
  return () => {
    if (prompt === ask) prompt = null
  }
}

/** Prompts for recent authentication. Concurrent callers share one prompt; resolves to false if none is set. */
export function renewRecentAuth(): Promise<boolean> {
  queryOptions ??= (prompt?.() ?? Promise.resolve(false)).finally(() => {
    queryOptions = null
  })
  return queryOptions
}
