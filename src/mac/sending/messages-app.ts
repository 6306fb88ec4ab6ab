/** Messages as a program that scripts drive: what sending asks of it. */
import type { Content, Route } from '../../domain/sending/route.ts'

/** How a run of osascript ended; both outputs are cut to a few thousand characters. */
export interface ScriptEnd {
  /** Null when it was killed or could not be started. */
  exitCode: number | null
  stdout: string
  stderr: string
  end: 'exited' | 'killed' | 'not_started'
}

export interface MessagesApp {
  /** False where there is no osascript. */
  readonly isThere: boolean
  /** Runs one fixed script with the content and the address as arguments. Never throws; ends within the deadline. */
  send(content: Content, route: Route, onStarted: (pid: number) => void): Promise<ScriptEnd>
  /** Opens Messages without bringing it to the front, and waits until it answers scripts, for a few seconds at most. */
  launch(): Promise<void>
}
