/** The shape of a tool: its input and output, the scopes that it needs, and the services that it gets. */
import { type Static, type TObject, Type } from '@sinclair/typebox'
import type { Client } from '../client/client.ts'
import type { ActionName } from '../contract/endpoints.ts'
import type { Grant } from '../contract/grant.ts'
import type { Scope } from '../contract/scopes.ts'

export interface ToolContext {
  client: Client
  /** Whether the key of this program may send. */
  mayWrite: boolean
  /** The grant of this program's key; null if it is not limited. */
  grant: Grant | null
  /** Records a refusal in the audit log; the web process records what was done. */
  refused(target: string): void
  /**
   * False if the person said no. Undefined while they are being asked; the tool is then called again. Only some
   * programs can ask.
   */
  allowed(question: string): boolean | undefined
  /** Throws `rate_limited`. */
  takeSendToken(): void
  /** Aborts when the program cancels the call. */
  cancelled: AbortSignal
  /** Writes a line for people, about a call whose result nobody receives any more. */
  tell(line: string): void
}

export interface ToolResult<O> {
  /** The result, as the output schema describes it. */
  structured: O
  /** The same result as readable text. */
  text(shown: O): string
}

export interface Tool {
  name: string
  title: string
  description: string
  scopes: readonly Scope[]
  /** The one without which the tool can do nothing; it says whether limited keys may use the tool. */
  endpoint: ActionName
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean }
  input: TObject
  output: TObject
  /** Resolves to undefined while a person is being asked. */
  run(given: Record<string, unknown>, context: ToolContext): Promise<ToolResult<Record<string, unknown>> | undefined>
}

interface Definition<I extends TObject, O extends TObject> extends Omit<Tool, 'input' | 'output' | 'run'> {
  input: I
  output: O
  run(given: Static<I>, context: ToolContext): Promise<ToolResult<Static<O>> | undefined>
}

/** The cast is safe, since the input has been checked against the schema. */
export const tool = <I extends TObject, O extends TObject>(definition: Definition<I, O>): Tool =>
  definition as unknown as Tool

/** Annotates tools that read only from this Mac and change nothing. */
export const reading = {
  scopes: ['read'],
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
} as const

const mostCharacters = 60_000

/**
 * Limits the size of a list in one result: everything a model reads costs money, and a flood pushes everything else out
 * of its context. Keeps items from the front, at least one.
 */
export function withinLimit<T>(items: readonly T[]): T[] {
  let left = mostCharacters
  return items.filter((item, index) => {
    left -= left > 0 ? JSON.stringify(item).length : 0
    return index === 0 || left > 0
  })
}

/** The field that names a person or a group to a tool. */
export const Whom = Type.String({
  minLength: 1,
  maxLength: 512,
  description: 'A chat GUID, a phone number, an e-mail address, or a name that only one person or group bears.',
})
