/** Describes a judge: a third-party program, and what it checks on the running service. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ProofRecord } from '../record.ts'
import type { World } from '../world.ts'
import type { ToolName } from './tools.ts'

export interface Judge {
  /** The name for the command line and the table. */
  name: string
  /** A clause that says what it examines. */
  examines: string
  /** The packages of tools.ts that it needs. */
  tools: readonly ToolName[]
  /** Programs of the system that it needs as well. */
  programs?: readonly string[]
  /** Whether it judges a hub as well. */
  isForHubs?: true
  judge(court: Court): Promise<Verdict>
}

/** The name of what a judge says of a hub. */
export const ofHub = (name: string): string => `${name} of a hub`

export interface Verdict {
  isClean: boolean
  /** Its verdict in one line. */
  said: string
  /** Its whole output, if that is longer. */
  findings?: string
}

export interface Court {
  /** The folder with node_modules in which the tools are installed. */
  folder: string
  /** A folder for files of this judge, below that of the tools. */
  work: string
  /** The service of a Mac, as it is installed, with both processes and a password. */
  world: World
  /** The variables by which commands of this machine find what is judged. */
  environment: Readonly<Record<string, string>>
  /** Whether it is a hub, which has the Mac of the world. */
  isHub: boolean
  /** Lets somebody write to the owner of the Mac. */
  receive(text: string): void
  url: string
  /** An API key with every scope. */
  key: string
  /** The headers of a browser that has signed in. */
  browser: Readonly<Record<string, string>>
  /** The file with /api/openapi.json as the service returned it. */
  document: string
}

/** The findings are told in the terminal alone. */
export const judgesRecord = new ProofRecord<Omit<Verdict, 'findings'>>('judges')

/** Imports a package as a program that was installed in this folder does. */
export const importTool = <Module>({ folder }: Court, name: string): Promise<Module> =>
  import(pathToFileURL(createRequire(join(folder, 'package.json')).resolve(name)).href)

/** A verdict that is clean when nothing was found. */
export const verdictOf = (findings: readonly string[], said: string): Verdict => ({
  isClean: findings.length === 0,
  said: findings.length === 0 ? said : `${findings.length} findings: ${shortened(findings[0] ?? '')}`,
  findings: findings.join('\n'),
})

const mostCharacters = 160

/** A cell of a table holds one line. */
const shortened = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length <= mostCharacters ? line : `${line.slice(0, mostCharacters)}…`
}

/** The pages of the application, and those outside it. A hub has one of its Macs, and no log. */
const pagesOf = (guid: string, isHub: boolean): readonly string[] => [
  '/app/relay',
  '/app/messages',
  `/app/c/${encodeURIComponent(guid)}`,
  '/app/new',
  '/app/search',
  '/app/settings',
  '/app/plugins',
  '/app/rules',
  isHub ? '/app/macs' : '/app/logs',
  '/app/stats',
  '/app/health',
  '/login',
  '/api/docs',
]

/** Returns the GUID of a conversation that exists. */
export async function newestConversation({ url, key }: Court): Promise<string> {
  const response = await fetch(`${url}/api/v1/conversations?limit=1`, { headers: { authorization: `Bearer ${key}` } })
  const [newest] = (await response.json()) as { guid: string }[]
  return newest?.guid ?? ''
}

/** Returns the addresses of all pages, with a conversation that exists. */
export const allPages = async (court: Court): Promise<string[]> =>
  pagesOf(await newestConversation(court), court.isHub).map((path) => `${court.url}${path}`)
