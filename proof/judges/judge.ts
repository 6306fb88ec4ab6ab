/** Describes a judge: a third-party program, and what it checks on the running service. */
import type { ToolName } from './tools.ts'

export interface Judge {
  /** The name for the command line and the table. */
  name: string
  /** What it examines, in a clause. */
  examines: string
  /** The packages of tools.ts that it needs. */
  tools: readonly ToolName[]
  judge(court: Court): Promise<Verdict>
}

export interface Verdict {
  isClean: boolean
  /** Its verdict, in one line. */
  said: string
  /** Its whole output, where that is longer. */
  findings?: string
}

export interface Court {
  /** The folder with node_modules in which the tools are installed. */
  folder: string
  /** A folder for files of this judge, below that of the tools. */
  work: string
  /** The address of the running service, which has a password. */
  url: string
  /** An API key with every scope. */
  key: string
  /** The file with /api/openapi.json as the service returned it. */
  document: string
}
