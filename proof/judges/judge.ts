/** The form of a judge: a program that others wrote, and what it is asked about the running service. */
import type { ToolName } from './tools.ts'

export interface Judge {
  /** For the command line and the table. */
  name: string
  /** What it looks at, in a clause. */
  examines: string
  /** The packages that it needs, of tools.ts. */
  tools: readonly ToolName[]
  judge(court: Court): Promise<Verdict>
}

export interface Verdict {
  isClean: boolean
  /** What it said, in one line. */
  said: string
  /** Everything it said, where that is more. */
  findings?: string
}

export interface Court {
  /** Where the tools are installed: a folder with node_modules. */
  folder: string
  /** A folder for files of this judge, below that of the tools. */
  work: string
  /** Of the running service, which has a password. */
  url: string
  /** An API key that may do everything. */
  key: string
  /** The file with /api/openapi.json as the service answered it. */
  document: string
}
