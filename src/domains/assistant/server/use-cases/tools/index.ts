import type { CallToolResult, McpServer, StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { InternalClient } from '#platform/server/http/internal-client.ts'
import { Problem } from '#platform/shared/problem.ts'
import { say } from '#platform/shared/say.ts'

/** Who asks, and their way to the other rows of the server. */
export interface ToolContext {
  readonly ask: InternalClient
  readonly member: Member
}

interface About<I extends z.ZodObject, O extends z.ZodObject> {
  name: string
  title: string
  /** What it answers and when to use it: all a model knows of it. */
  description: string
  /** `reads`: changes nothing. `adds`: what was there stays. `takes`: something is less afterwards. */
  does: 'reads' | 'adds' | 'takes'
  input: I
  output: O
  run(context: ToolContext, input: z.infer<I>): Promise<z.infer<O>>
}

/** One thing an assistant can do. */
export interface Tool {
  register(server: McpServer, context: ToolContext): void
}

/** A tool over the rows of the server: what these refuse is told to the model as a sentence. */
export const tool = <I extends z.ZodObject, O extends z.ZodObject>({ name, title, does, run, ...about }: About<I, O>): Tool => ({
  register(server, context) {
    const description = does === 'reads' ? about.description : `${about.description} Needs an access token that may write.`
    const annotations = {
      readOnlyHint: does === 'reads',
      destructiveHint: does === 'takes',
      idempotentHint: does === 'reads',
      openWorldHint: false,
    }
    const inputSchema: StandardSchemaWithJSON = about.input
    const outputSchema: StandardSchemaWithJSON = about.output
    server.registerTool(name, { title, description, inputSchema, outputSchema, annotations }, async (input): Promise<CallToolResult> => {
      try {
        const answer = about.output.parse(await run(context, about.input.parse(input)))
        return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer }
      } catch (error) {
        return { content: [{ type: 'text', text: sentenceOf(error) }], isError: true }
      }
    })
  },
})

function sentenceOf(error: unknown): string {
  if (error instanceof Problem) return error.message
  return say`Something went wrong on the server. Nothing was changed.`
}
