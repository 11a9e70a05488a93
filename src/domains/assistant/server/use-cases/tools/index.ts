import type { CallToolResult, McpServer, StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { InternalClient } from '#platform/server/http/internal-client.ts'
import { Problem } from '#platform/shared/problem.ts'
import { say } from '#platform/shared/say.ts'

/** The calling member and a client for the server's other routes. */
export interface ToolContext {
  readonly call: InternalClient
  readonly member: Member
}

interface ToolDefinition<I extends z.ZodObject, O extends z.ZodObject> {
  name: string
  title: string
  /** Tells the model what the tool returns and when to use it. */
  description: string
  /** `reads` changes nothing, `adds` only adds data, `changes` changes it, `takes` removes something. */
  does: 'reads' | 'adds' | 'changes' | 'takes'
  input: I
  output: O
  run(context: ToolContext, input: z.infer<I>): Promise<z.infer<O>>
}

export interface Tool {
  register(server: McpServer, context: ToolContext): void
}

/** Defines a tool that calls the server's routes. Their errors are returned to the model as messages. */
export const tool = <I extends z.ZodObject, O extends z.ZodObject>({ name, title, does, run, ...about }: ToolDefinition<I, O>): Tool => ({
  register(server, context) {
    const description = does === 'reads' ? about.description : `${about.description} Requires an access token that may write.`
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
        return { content: [{ type: 'text', text: errorMessage(error) }], isError: true }
      }
    })
  },
})

function errorMessage(error: unknown): string {
  if (error instanceof Problem) return error.message
  return say`Something went wrong on the server. Nothing was changed.`
}
