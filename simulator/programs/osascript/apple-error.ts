/** Errors of Apple events and of AppleScript, with the wording of `osascript`. */

export class AppleError extends Error {
  readonly number: number

  constructor(number: number, message: string) {
    super(message)
    this.name = 'AppleError'
    this.number = number
  }
}

export const numbers = {
  noFile: -43,
  notRunning: -600,
  connectionInvalid: -609,
  cannotCoerce: -1700,
  userCancelled: -128,
  timedOut: -1712,
  noSuchObject: -1728,
  invalidIndex: -1719,
  notAuthorized: -1743,
  generic: -2700,
  syntax: -2741,
  undefinedVariable: -2753,
  handlerFailed: -10000,
} as const

const fromMessages = (number: number, what: string) => new AppleError(number, `Messages got an error: ${what}`)

export const appleErrors = {
  cannotGet: (what: string) => fromMessages(numbers.noSuchObject, `Can’t get ${what}.`),
  invalidIndex: (what: string) => fromMessages(numbers.invalidIndex, `Can’t get ${what}. Invalid index.`),
  timedOut: () => fromMessages(numbers.timedOut, 'AppleEvent timed out.'),
  handlerFailed: () => fromMessages(numbers.handlerFailed, 'AppleEvent handler failed.'),
  cannotCoerce: (value: string, type: string) =>
    fromMessages(numbers.cannotCoerce, `Can’t make ${value} into type ${type}.`),
  noFile: (path: string) => fromMessages(numbers.noFile, `File ${path} wasn’t found.`),
  noSuchAlias: (file: string) => new AppleError(numbers.noFile, `File ${file} wasn’t found.`),
  notAuthorized: () => new AppleError(numbers.notAuthorized, 'Not authorized to send Apple events to Messages.'),
  notRunning: () => fromMessages(numbers.notRunning, 'Application isn’t running.'),
  connectionInvalid: () => fromMessages(numbers.connectionInvalid, 'Connection is invalid.'),
  undefinedVariable: (name: string) =>
    new AppleError(numbers.undefinedVariable, `The variable ${name} is not defined.`),
} as const

/** The error of a script that does not compile; nothing of it has run. */
export class SyntaxFault extends Error {
  readonly offset: number

  constructor(offset: number, message: string) {
    super(message)
    this.name = 'SyntaxFault'
    this.offset = offset
  }
}
