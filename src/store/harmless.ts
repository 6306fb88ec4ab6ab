/**
 * Turns foreign text into one line without escape sequences, control characters and marks that change the direction of
 * writing.
 */
import { stripVTControlCharacters } from 'node:util'

const spaces = /[\t\n\v\f\r\u2028\u2029]+/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: this expression searches for control characters
const controls = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

export const harmless = (text: string): string =>
  stripVTControlCharacters(text).replace(spaces, ' ').replace(controls, '').toWellFormed()
