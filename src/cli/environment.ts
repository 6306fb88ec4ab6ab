/**
 * Reads the environment, and is the only code that does: HOME, SERVICE_DIR, SERVICE_LOG_LEVEL, SERVICE_API_KEY and
 * PATH.
 */
import { homedir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { type LogLevel, logLevels } from '../contract/log-entry.ts'
import { names } from '../contract/names.ts'
import { ServiceError } from '../domain/service-error.ts'

export interface Environment {
  /** The home with the files of Messages and Contacts. */
  home: string
  /** The base directory. */
  base: string
  /** Overrides `log.level`. */
  logLevel: LogLevel | undefined
  /** The PATH in which programs of the system are searched. */
  path: string
  /** The key with which commands access the web process, instead of a key of their own. An empty one is refused there. */
  apiKey: string | undefined
}

export function readEnvironment(env: NodeJS.ProcessEnv = process.env): Environment {
  const home = env.HOME || homedir()
  const base = resolve(env.SERVICE_DIR || join(home, names.baseDirectory))
  return { home, base, logLevel: logLevel(env), path: env.PATH ?? '', apiKey: env.SERVICE_API_KEY }
}

/** The base directory of a hub on this machine, which may also have the service of a Mac. */
export const readHubBase = (env: NodeJS.ProcessEnv = process.env): string =>
  resolve(env.SERVICE_DIR || join(env.HOME || homedir(), names.hubDirectory))

function logLevel({ SERVICE_LOG_LEVEL: level }: NodeJS.ProcessEnv): LogLevel | undefined {
  if (level === undefined || level === '') return undefined
  const known = logLevels.find((name) => name === level)
  if (known !== undefined) return known
  throw new ServiceError('invalid_request', `SERVICE_LOG_LEVEL is "${level}"; it may be ${logLevels.join(', ')}.`)
}

/** Builds the environment for a subcommand that works on another home, whose own programs come first. */
export function environmentOf(home: string, programs: string, env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const { SERVICE_DIR: _, ...rest } = env
  return { ...rest, HOME: home, PATH: [programs, env.PATH].filter(Boolean).join(delimiter) }
}

/** Adds the folder of Node, where npm lies: launchd gives its agents a short PATH. */
export const environmentOfNpm = (env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv => ({
  ...env,
  PATH: [env.PATH, dirname(process.execPath)].filter(Boolean).join(delimiter),
})

/** Returns the environment as it is, for a subcommand that works for the same user. */
export const sameEnvironment = (): NodeJS.ProcessEnv => process.env
