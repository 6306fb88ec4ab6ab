/** Knows what the folder of a hub has beside what every data folder has, so that commands can tell the two apart. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of everything that concerns NATS, within that of the hub. */
export const natsFolder = (base: string): string => join(base, 'nats')
export const hubKeysFile = (base: string): string => join(natsFolder(base), 'keys.json')

export const isHubFolder = (base: string): boolean => existsSync(hubKeysFile(base))
