/**
 * Evaluates the expressions of workflows with GitHub's own evaluator, which is fetched on demand and kept outside the
 * repository.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cachedPackages } from '../cache.ts'

/** The contexts that expressions may read: `github`, `matrix`, `env` and so on. */
export type Contexts = Readonly<Record<string, unknown>>

export interface Expressions {
  /** Returns the value of one expression. A failed leg is one in which a step has failed. */
  value(expression: string, contexts: Contexts, hasFailed?: boolean): unknown
  /** Replaces the expressions in a text by their values. */
  filled(text: string, contexts: Contexts): string
  /** Returns whether a step or job runs. */
  holds(condition: string | undefined, contexts: Contexts, hasFailed: boolean): boolean
}

interface Data {
  coerceString(): string
}
interface Function {
  name: string
  description: string
  minArgs: number
  maxArgs: number
  call(): Data
}
interface Evaluation {
  Lexer: new (text: string) => { lex(): { tokens: unknown } }
  Parser: new (tokens: unknown, contexts: readonly string[], functions: readonly Function[]) => { parse(): unknown }
  Evaluator: new (
    expression: unknown,
    contexts: unknown,
    functions: ReadonlyMap<string, Function>,
  ) => { evaluate(): Data }
  data: {
    reviver(key: string, value: unknown): unknown
    replacer(key: string, value: unknown): unknown
    BooleanData: new (value: boolean) => Data
  }
}

const statusFunctions = /\b(?:always|cancelled|failure|success)\(/

export async function loadExpressions(): Promise<Expressions> {
  const folder = cachedPackages('expressions', { '@actions/expressions': '0.3.61' })
  const entry = join(folder, 'node_modules/@actions/expressions/dist/index.js')
  const { Lexer, Parser, Evaluator, data }: Evaluation = await import(pathToFileURL(entry).href)

  function functions(hasFailed: boolean): Function[] {
    const answers = { always: true, cancelled: false, failure: hasFailed, success: !hasFailed }
    return Object.entries(answers).map(([name, answer]) => ({
      name,
      description: '',
      minArgs: 0,
      maxArgs: 0,
      call: () => new data.BooleanData(answer),
    }))
  }

  function value(expression: string, contexts: Contexts, hasFailed = false): unknown {
    const known = functions(hasFailed)
    const { tokens } = new Lexer(expression).lex()
    const parsed = new Parser(tokens, Object.keys(contexts), known).parse()
    const given = JSON.parse(JSON.stringify(contexts), data.reviver)
    const byName = new Map(known.map((each) => [each.name, each]))
    return JSON.parse(JSON.stringify(new Evaluator(parsed, given, byName).evaluate(), data.replacer))
  }

  return {
    value,
    filled: (text, contexts) =>
      text.replaceAll(/\$\{\{(.*?)\}\}/g, (_, expression: string) => String(value(expression.trim(), contexts) ?? '')),
    holds(condition = 'success()', contexts, hasFailed) {
      const bare = condition.replace(/^\s*\$\{\{(.*)\}\}\s*$/s, '$1').trim()
      const asked = statusFunctions.test(bare) ? bare : `success() && (${bare})`
      return Boolean(value(asked, contexts, hasFailed))
    },
  }
}
