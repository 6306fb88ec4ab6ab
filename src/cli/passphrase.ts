/** Reads the passphrase of a backup from the terminal or a file; never from an argument, which others could see. */
import { readFileSync } from 'node:fs'
import { ServiceError } from '../domain/service-error.ts'
import { ask } from './ask.ts'

const shortest = 10
const instead = 'give it in a file, with --passphrase-file'

export async function newPassphrase(file: string | undefined): Promise<string> {
  const passphrase = file === undefined ? await askTwice() : fromFile(file)
  if ([...passphrase].length >= shortest) return passphrase
  throw new ServiceError('invalid_request', `A passphrase has ${shortest} characters or more; several words are best.`)
}

export const knownPassphrase = async (file: string | undefined): Promise<string> =>
  file === undefined ? ask({ question: 'Passphrase: ', hidden: true }, instead) : fromFile(file)

async function askTwice(): Promise<string> {
  const passphrase = await ask({ question: 'Passphrase for the backup: ', hidden: true }, instead)
  const again = await ask({ question: 'Once more: ', hidden: true }, instead)
  if (again === passphrase) return passphrase
  throw new ServiceError('invalid_request', 'The two are not the same, so nothing was written.')
}

function fromFile(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    throw new ServiceError('invalid_request', `The passphrase cannot be read from ${file}.`, {}, { cause: error })
  }
}
