/** Prompts for the password or a passkey. Resolves to true once the server has accepted it, false if the person cancels. */
type Prompt = () => Promise<boolean>

let prompt: Prompt | null = null
let openPrompt: Promise<boolean> | null = null

/** Sets the prompt. Returns a function that removes it. */
export function setRecentAuthPrompt(newPrompt: Prompt): () => void {
  prompt = newPrompt
  return () => {
    if (prompt === newPrompt) prompt = null
  }
}

/** Prompts for recent authentication. Concurrent callers share one prompt; resolves to false if none is set. */
export function renewRecentAuth(): Promise<boolean> {
  openPrompt ??= (prompt?.() ?? Promise.resolve(false)).finally(() => {
    openPrompt = null
  })
  return openPrompt
}
