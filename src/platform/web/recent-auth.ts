/** Asks the person for their password or a passkey. Resolves to true once the server has accepted it, false if they cancel. */
type Prompt = () => Promise<boolean>

let prompt: Prompt | null = null
let asking: Promise<boolean> | null = null

/** Sets who asks. Returns how to stop. */
export function promptForRecentAuth(ask: Prompt): () => void {
  prompt = ask
  return () => {
    if (prompt === ask) prompt = null
  }
}

/** Requests that are refused at the same time share one question. */
export function renewRecentAuth(): Promise<boolean> {
  asking ??= (prompt?.() ?? Promise.resolve(false)).finally(() => {
    asking = null
  })
  return asking
}
