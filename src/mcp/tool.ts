/** The form of a tool: what it takes, what it gives, what it needs, and how it comes to it. */
import type { Static, TObject } from '@sinclair/typebox'
import type { Client } from '../client/client.ts'
import type { Scope } from '../contract/scopes.ts'

export interface Asked {
  client: Client
  /** For what was refused; the web process writes down what was done. */
  refused(target: string): void
  /** False: the person said no. Undefined: they are being asked, and the tool is called again. Only some programs can ask. */
  allowed(question: string): boolean | undefined
  /** Throws `rate_limited`. */
  takeTurn(): void
  /** Aborts when the program cancels the call. */
  cancelled: AbortSignal
  /** For people, about a call whose answer nobody hears any more. */
  tell(line: string): void
}

export interface Answer<O> {
  /** Held by the output schema. */
  structured: O
  /** The same, to be read. */
  text(shown: O): string
}

export interface Tool {
  name: string
  title: string
  description: string
  scopes: readonly Scope[]
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean }
  input: TObject
  output: TObject
  /** Undefined while a person is being asked. */
  run(given: Record<string, unknown>, asked: Asked): Promise<Answer<Record<string, unknown>> | undefined>
}

interface Definition<I extends TObject, O extends TObject> extends Omit<Tool, 'input' | 'output' | 'run'> {
  input: I
  output: O
  run(given: Static<I>, asked: Asked): Promise<Answer<Static<O>> | undefined>
}

/** What was checked against the input schema is of its type. */
export const tool = <I extends TObject, O extends TObject>(definition: Definition<I, O>): Tool =>
  definition as unknown as Tool

/** It looks at this Mac alone, and changes nothing. */
export const reading = {
  scopes: ['read'],
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
} as const
