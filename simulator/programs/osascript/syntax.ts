/** The tree of the part of AppleScript's grammar that scripts for Messages use. */
import type { UiClass } from './ui-element.ts'

export type ElementClass = 'chat' | 'account' | 'participant' | 'item' | 'application' | UiClass

export type Expression =
  | { readonly type: 'literal'; readonly value: string | number | boolean | null }
  | { readonly type: 'name'; readonly name: string }
  | { readonly type: 'list'; readonly items: readonly Expression[] }
  | { readonly type: 'property'; readonly name: string; readonly of: Expression }
  | {
      readonly type: 'element'
      readonly of: Expression | undefined
      readonly element: ElementClass
      readonly by: 'id' | 'index' | 'every'
      readonly key: Expression | undefined
      readonly whose: Expression | undefined
    }
  | { readonly type: 'posix file'; readonly path: Expression }
  | { readonly type: 'character'; readonly code: Expression }
  | { readonly type: 'coerce'; readonly value: Expression; readonly to: string }
  | { readonly type: 'unary'; readonly operator: 'not' | '-' | 'exists' | 'count'; readonly value: Expression }
  | { readonly type: 'binary'; readonly operator: string; readonly left: Expression; readonly right: Expression }
  | { readonly type: 'call'; readonly name: string; readonly args: readonly Expression[] }

export type Statement = { readonly start: number; readonly end: number } & (
  | { readonly type: 'set'; readonly name: string; readonly value: Expression }
  | { readonly type: 'set property'; readonly name: string; readonly of: Expression; readonly value: Expression }
  | { readonly type: 'tell'; readonly target: Expression; readonly body: readonly Statement[] }
  | {
      readonly type: 'if'
      readonly branches: readonly { readonly when: Expression; readonly body: readonly Statement[] }[]
      readonly otherwise: readonly Statement[]
    }
  | {
      readonly type: 'try'
      readonly body: readonly Statement[]
      readonly rescue: readonly Statement[]
      readonly errorName: string | undefined
      readonly numberName: string | undefined
    }
  | { readonly type: 'repeat'; readonly loop: Loop; readonly body: readonly Statement[] }
  | { readonly type: 'timeout'; readonly seconds: Expression; readonly body: readonly Statement[] }
  | { readonly type: 'block'; readonly body: readonly Statement[] }
  | { readonly type: 'considering case'; readonly body: readonly Statement[] }
  | { readonly type: 'perform'; readonly action: Expression }
  | { readonly type: 'open location'; readonly address: Expression }
  | { readonly type: 'send'; readonly content: Expression; readonly to: Expression }
  | { readonly type: 'make chat' }
  | { readonly type: 'command'; readonly name: 'launch' | 'activate' | 'run' | 'quit' }
  | { readonly type: 'delay'; readonly seconds: Expression }
  | { readonly type: 'log'; readonly value: Expression }
  | { readonly type: 'return'; readonly value: Expression | undefined }
  | { readonly type: 'error'; readonly message: Expression; readonly number: Expression | undefined }
  | { readonly type: 'exit repeat' }
  | { readonly type: 'evaluate'; readonly value: Expression }
)

export type Loop =
  | { readonly type: 'times'; readonly count: Expression }
  | { readonly type: 'while'; readonly condition: Expression; readonly until: boolean }
  | { readonly type: 'in'; readonly name: string; readonly list: Expression }
  | { readonly type: 'range'; readonly name: string; readonly from: Expression; readonly to: Expression }

export interface Handler {
  readonly parameters: readonly string[]
  /** `on run {a, b}` splits the list into parameters; `on run argv` takes it whole. */
  readonly takesListApart: boolean
  readonly body: readonly Statement[]
}

export interface Script {
  readonly handlers: ReadonlyMap<string, Handler>
  /** The statements outside handlers. They are the run handler if there is no other. */
  readonly body: readonly Statement[]
}
