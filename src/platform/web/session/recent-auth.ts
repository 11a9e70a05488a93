/**
 * Prompts for the password or a passkey. Resolves to true once the server has accepted it, false if the person cancels. Concurrent callers
 * share one prompt.
 */
type Prompt = () => Promise<boolean>

let prompt: Prompt | null = null

/** Sets the prompt. Returns a function that removes it. */
export function setRecentAuthPrompt(newPrompt: Prompt): () => void {
  prompt = newPrompt
  return () => {
    if (prompt === newPrompt) prompt = null
  }
}

/** Prompts for recent authentication. Resolves to false if no prompt is set. */
export const renewRecentAuth = async (): Promise<boolean> => (await prompt?.()) ?? false
